// A folder of a watched tree.
import Photos

/// A folder with what is listed of it. Belongs to one `FolderTree`.
final class FolderNode {
    var identity: FileIdentity
    /// Nil for the root.
    private(set) weak var parent: FolderNode?
    /// The name within the parent; empty for the root.
    private(set) var name: FileName
    /// Whether it has a place in its parent now. One that has none may find another place before it is dropped.
    private(set) var isAttached = false
    private(set) var children: [FileName: FolderNode] = [:]
    /// Entries that lead to folders which are listed under another path, by links or a circle of them.
    var aliases: Set<FileName> = []
    /// Entries that could not be read, each with its reason.
    var warnings: [FileName: String] = [:]
    /// The files that are listed, and those that would be if something showed them.
    var contents = FolderContents()
    /// The symbolic links among the files, and those that would be files if they led to one.
    private(set) var links: Set<FileName> = []
    /// Whether it holds a mark that leaves it out: it is watched, and nothing in it is listed.
    private(set) var isExcluded = false
    /// Whether there may be camera raw files among the files.
    var holdsRaw = false
    /// Whether there may be sidecars beside the files.
    var holdsSidecars = false
    /// The path below the root under which the files are listed.
    var listedPath: FilePath
    /// The number of its watch; nil while it has none.
    var watch: Int32?
    /// Whether what is listed may differ from the disk without an event that would say so.
    var isStale = false

    init(_ identity: FileIdentity, path: FilePath) {
        self.identity = identity
        name = ""
        listedPath = path
    }

    /// The path below the root; empty for the root itself.
    var path: FilePath {
        guard let parent else { return FilePath(name.text) }
        return parent.path.appending(name)
    }

    /// Whether the ways up from here end at the root.
    var isReachable: Bool {
        var node = self
        while node.isAttached {
            guard let parent = node.parent else { return node.name.text.isEmpty }
            node = parent
        }
        return false
    }

    /// The number of folders above this one.
    var depth: Int {
        var depth = 0
        var node = self
        while let parent = node.parent {
            depth += 1
            node = parent
        }
        return depth
    }

    /// Gives it a place; nil for that of the root.
    func attach(to parent: FolderNode?, as name: FileName) {
        (self.parent, self.name, isAttached) = (parent, name, true)
        parent?.children[name] = self
    }

    /// Takes it out of its place.
    func detach() {
        if let parent, parent.children[name] === self { parent.children[name] = nil }
        isAttached = false
    }

    /// Takes over what a reading has found beside the files.
    func note(_ names: FolderNames) {
        warnings = names.warnings
        isExcluded = names.isExcluded
        holdsSidecars = !names.sidecars.isEmpty
        links = names.links
    }

    /// Notes whether the file called `name` is a symbolic link.
    func note(_ name: FileName, isLink: Bool) {
        if isLink { links.insert(name) } else { links.remove(name) }
    }

    /// Takes all places from the folders in this one.
    /// - Returns: those folders by name.
    func detachChildren() -> [FileName: FolderNode] {
        defer { children = [:] }
        for child in children.values { child.isAttached = false }
        return children
    }
}
