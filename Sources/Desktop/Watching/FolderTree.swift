// The folders of a watched tree: found by what they are and by their watches, whatever their paths.
import Codecs
import Glibc
import Library
import Photos

/// All folders below a root that are listed, with their watches. Belongs to one thread, which may wait for a disk.
///
/// A folder is known by its device and inode, so that one that is moved or renamed stays the same. It holds no
/// descriptor of any folder: that would keep a drive from being unmounted.
final class FolderTree {
    /// The result of looking into a folder.
    enum Entered {
        /// It has a place already; perhaps this one.
        case known(FolderNode)
        /// It has taken this place again, and nothing in it can have changed unnoticed.
        case returned(FolderNode)
        /// It has taken this place, and was read.
        case read(FolderNode, FolderNames)
        /// The reason as an error number; none where there is no folder.
        case refused(Int32)
    }

    private(set) var formats: ListedFormats
    /// Whether subfolders belong to it.
    let isDeep: Bool
    /// The turns of photos that are kept elsewhere than in their files.
    let turns: KeptTurns
    /// The absolute path of the root.
    let root: FilePath
    private(set) var rootNode: FolderNode?
    /// How many files nothing can show, by their kind.
    private(set) var unshown: [String: Int] = [:]
    private let queue: (any WatchQueue)?
    /// Whether the file system tells only of changes that this machine makes.
    private lazy var isRemote = root.isOnRemoteFileSystem
    private var byIdentity: [FileIdentity: FolderNode] = [:]
    private var byWatch: [Int32: FolderNode] = [:]

    /// - Parameter queue: nil where nothing can be watched.
    init(
        root: FilePath, formats: ListedFormats, isDeep: Bool, turns: KeptTurns = .none, queue: (any WatchQueue)?
    ) {
        self.turns = turns
        self.root = root
        self.formats = formats
        self.isDeep = isDeep
        self.queue = queue
    }

    // MARK: Looking

    /// The absolute path of what is at `path` below the root.
    func absolute(_ path: FilePath) -> FilePath { root.appending(path: path) }

    /// The folder that an event is about.
    func node(of watch: Int32) -> FolderNode? { byWatch[watch] }

    /// The folder that is listed at the path of these names below the root; nil where none is.
    func node(at names: [FileName]) -> FolderNode? { names.reduce(rootNode) { $0?.children[$1] } }

    /// Whether the root's path leads to the folder that is listed.
    var isRootInPlace: Bool {
        guard let rootNode, let status = root.status else { return false }
        return FileIdentity(status) == rootNode.identity
    }

    /// Whether the path of `node` leads to it.
    func isInPlace(_ node: FolderNode) -> Bool {
        absolute(node.path).status.map(FileIdentity.init) == node.identity
    }

    /// Whether some folder is reached by more than one path, so that which path lists it depends on all others.
    var hasAliases: Bool { byIdentity.values.contains { !$0.aliases.isEmpty } }

    /// Whether changes of some folder have to be looked for.
    var isUnwatched: Bool { isRemote || byIdentity.count > byWatch.count }

    /// Whether what is in `node` may have changed without an event.
    func isUncertain(_ node: FolderNode) -> Bool { isRemote || node.watch == nil || node.isStale }

    /// The folders in which there are symbolic links to photos.
    var linkHolders: [FolderNode] { byIdentity.values.filter { !$0.links.isEmpty } }

    /// What could not be read, with the reasons.
    var warnings: [UnreadablePlace] {
        let all = byIdentity.values.lazy.filter { !$0.warnings.isEmpty }.flatMap { node in
            node.warnings.map {
                UnreadablePlace(path: self.absolute(node.path.appending($0)).shown, reason: .verbatim($1))
            }
        }
        return all.sorted { $0.path < $1.path }
    }

    // MARK: Entering and leaving

    /// Looks into the folder called `name` in `parent` and gives it that place, unless it has one. It is watched before
    /// it is read, so that nothing falls between the two.
    /// - Parameters:
    ///   - former: the folder that was in this place; it is taken for the same where the disk has given it another
    ///     number.
    ///   - rereads: whether to read a folder whose contents are known.
    func enter(_ name: FileName, of parent: FolderNode?, former: FolderNode? = nil, rereads: Bool = false) -> Entered {
        let path = parent?.path.appending(name) ?? ""
        guard let folder = OpenFolder(absolute(path)), let identity = folder.identity else { return .refused(errno) }
        let known = byIdentity[identity]
        if let known, known.isReachable {
            guard known.watch == nil, known.path == path else { return .known(known) }
            watch(known)
            guard known.watch != nil else { return .known(known) }
            known.isStale = false
            return .read(known, FolderNames(of: folder, formats, heedsMarks: parent != nil))
        }
        var node: FolderNode
        var isNew = false
        if let known {
            node = known
        } else if let former, !former.isAttached {
            node = former
            byIdentity[node.identity] = nil
            node.identity = identity
            unwatch(node)
            isNew = true
        } else {
            node = FolderNode(identity, path: path)
            isNew = true
        }
        byIdentity[identity] = node
        parent?.children[name]?.detach()
        node.detach()
        node.attach(to: parent, as: name)
        if parent == nil { rootNode = node }
        let wasUncertain = isUncertain(node)
        watch(node)
        guard isNew || rereads || wasUncertain else { return .returned(node) }
        node.isStale = false
        return .read(node, FolderNames(of: folder, formats, heedsMarks: parent != nil))
    }

    /// Takes all folders out of their places.
    /// - Returns: the folders that each one held, by name.
    func detachAll() -> [ObjectIdentifier: [FileName: FolderNode]] {
        var held: [ObjectIdentifier: [FileName: FolderNode]] = [:]
        for node in byIdentity.values { held[ObjectIdentifier(node)] = node.detachChildren() }
        rootNode?.detach()
        return held
    }

    /// Forgets the folders among `nodes` that have found no other place, with all in them.
    /// - Returns: all that were forgotten.
    func drop(_ nodes: some Sequence<FolderNode>) -> [FolderNode] {
        var dropped: [FolderNode] = []
        var left = Array(nodes)
        while let node = left.popLast() {
            guard !node.isReachable, byIdentity[node.identity] === node else { continue }
            byIdentity[node.identity] = nil
            unwatch(node)
            dropped.append(node)
            left += node.children.values
        }
        return dropped
    }

    /// Forgets the folders that have no place.
    func dropUnreachable() -> [FolderNode] { drop(Array(byIdentity.values)) }

    /// Ends all watches: what is listed is not where it was.
    func unwatchAll() {
        for node in byIdentity.values { unwatch(node) }
    }

    /// Notes that the watch has ended by itself.
    func watchEnded(_ watch: Int32) { byWatch.removeValue(forKey: watch)?.watch = nil }

    /// Sets whether hidden files and folders belong to it. What has been read by then has to be read again.
    /// - Returns: whether they did not already, or did.
    func setShowsHidden(_ showsHidden: Bool) -> Bool {
        guard formats.showsHidden != showsHidden else { return false }
        formats.showsHidden = showsHidden
        return true
    }

    /// Sets whether excluded folders belong to it. What has been read by then has to be read again.
    /// - Returns: whether they did not already, or did.
    func setShowsExcluded(_ showsExcluded: Bool) -> Bool {
        guard formats.showsExcluded != showsExcluded else { return false }
        formats.showsExcluded = showsExcluded
        return true
    }

    /// Counts files that nothing shows.
    func count(_ kind: String, by step: Int) {
        let count = unshown[kind, default: 0] + step
        unshown[kind] = count > 0 ? count : nil
    }

    private func watch(_ node: FolderNode) {
        guard node.watch == nil, let watch = queue?.add(absolute(node.path), for: .ofFolder) else { return }
        // The path may lead to another folder by now, whose watch this is. An event of that will lead here again.
        guard byWatch[watch] == nil else { return }
        guard isInPlace(node) else {
            queue?.remove(watch)
            return
        }
        node.watch = watch
        byWatch[watch] = node
    }

    private func unwatch(_ node: FolderNode) {
        guard let watch = node.watch else { return }
        queue?.remove(watch)
        byWatch[watch] = nil
        node.watch = nil
    }
}
