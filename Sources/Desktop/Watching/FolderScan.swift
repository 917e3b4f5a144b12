// One scan of a watched tree: first its folders find their places, then their files are compared.
import Codecs
import Glibc
import Library
import Photos

/// A scan of the folders that events name, or of all, against the disk. Used once. Blocks.
struct FolderScan {
    private let tree: FolderTree
    private let pending: PendingEvents
    private var diff: FolderDiff
    /// Names to compare once all folders have their places.
    private var names: [ObjectIdentifier: (folder: FolderNode, names: Set<FileName>)] = [:]

    /// - Parameter pending: the events so far.
    init(of tree: FolderTree, for pending: PendingEvents) {
        self.tree = tree
        self.pending = pending
        diff = FolderDiff(of: tree, for: pending)
    }

    /// Files that were left out, because they may be being written.
    var doubtful: [FolderPlace] { diff.doubtful }

    /// Files that are still listed though they are gone, because they were moved while the disk was read.
    var held: Set<FolderPlace> { diff.held }

    /// Ends the scan.
    /// - Parameter left: the names that files have been moved away from, as reported after the disk was read.
    /// - Returns: the changes.
    mutating func finish(leaving left: Set<FolderPlace>) -> [SourceChange] {
        diff.finish(pending.origins, leaving: left)
    }

    // MARK: Everything

    /// Walks the tree anew.
    /// - Parameter isWhole: whether to read all folders; otherwise only those in which changes were reported, or may
    ///   have gone unnoticed.
    /// - Returns: whether the root could be read.
    mutating func walk(isWhole: Bool) -> Bool {
        let root = tree.rootNode
        guard access(tree.root) else { return false }
        let told = Set(pending.files.keys).union(pending.folders.map { ObjectIdentifier($0.folder) })
        let held = tree.detachAll()
        var ahead: [(parent: FolderNode?, name: FileName)] = [(nil, "")]
        while let (parent, name) = ahead.popLast() {
            let former = parent.map { held[ObjectIdentifier($0)]?[name] } ?? root
            let rereads = isWhole || former.map { tree.isUncertain($0) || told.contains(ObjectIdentifier($0)) } != false
            parent?.warnings[name] = nil
            switch tree.enter(name, of: parent, former: former, rereads: rereads) {
            case .known:
                parent?.aliases.insert(name)
            case .refused(let error):
                guard let parent else { return false }
                if error != ENOENT, error != ENOTDIR { parent.warnings[name] = systemMessage(error) }
            case .returned(let node):
                let subfolders = Set(held[ObjectIdentifier(node)]?.keys.map { $0 } ?? []).union(node.aliases)
                node.aliases = []
                if node.path != node.listedPath { compareAll(of: node) }
                ahead += FolderNames.sorted(subfolders).reversed().map { (node, $0) }
            case .read(let node, let found):
                node.aliases = []
                node.note(found)
                compareAll(of: node, and: found.files)
                if tree.isDeep { ahead += FolderNames.sorted(found.folders).reversed().map { (node, $0) } }
            }
        }
        for node in tree.dropUnreachable() { diff.drop(node) }
        return true
    }

    /// Whether the folder at `path` can be read.
    private func access(_ path: FilePath) -> Bool { OpenFolder(path)?.identity != nil }

    /// Compares the files that `folder` had, and `others`.
    private mutating func compareAll(of folder: FolderNode, and others: [FileName] = []) {
        var all = Set(others)
        folder.contents.forEach { all.insert($0.name) }
        diff.compare(all, in: folder)
    }

    // MARK: What events report

    /// Looks at the names that events have reported.
    /// - Returns: false when everything has to be read.
    mutating func follow() -> Bool {
        if !pending.folders.isEmpty, tree.hasAliases { return false }
        var work = pending.folders.sorted { $0.folder.depth < $1.folder.depth }
        var left: [FolderNode] = []
        while !work.isEmpty {
            // A folder that has lost its place may find another one further down the list.
            var later: [FolderPlace] = []
            for place in work {
                guard place.folder.isReachable else {
                    later.append(place)
                    continue
                }
                guard enter(place, leaving: &left) else { return false }
            }
            if later.count == work.count { break }
            work = later
        }
        for node in tree.drop(left) { diff.drop(node) }
        for (folder, files) in pending.files.values { note(files, in: folder) }
        let folders = names.values.map { (path: $0.folder.path, folder: $0.folder, names: $0.names) }
        for (_, folder, names) in folders.sorted(by: { $0.path < $1.path }) where folder.isReachable {
            diff.compare(names, in: folder)
        }
        return true
    }

    /// Gives the folder at `place`, if there is one, its place, and reads it if it is new.
    /// - Parameter left: receives the folders that have lost their place.
    /// - Returns: false when one folder is reached by two paths.
    private mutating func enter(_ place: FolderPlace, leaving left: inout [FolderNode]) -> Bool {
        var ahead = [place]
        while let place = ahead.popLast() {
            let parent = place.folder
            let child = parent.children[place.name]
            parent.warnings[place.name] = nil
            var entered = tree.enter(place.name, of: parent)
            if case .known(let node) = entered, node !== child {
                if tree.isInPlace(node) { return false }
                node.detach()
                entered = tree.enter(place.name, of: parent)
            }
            switch entered {
            case .known(let node):
                // The folder that was here, unless a second one leads to it.
                if node !== child { return false }
            case .refused(let error):
                child?.detach()
                if error != ENOENT, error != ENOTDIR { parent.warnings[place.name] = systemMessage(error) }
            case .returned(let node):
                moved(node)
            case .read(let node, let found):
                node.note(found)
                note(Set(found.files), in: node)
                noteAll(of: node)
                ahead += FolderNames.sorted(found.folders).reversed().map { FolderPlace(folder: node, name: $0) }
            }
            if let child, !child.isAttached { left.append(child) }
        }
        return true
    }

    /// Has all files below `folder`, which has another path now, compared.
    private mutating func moved(_ folder: FolderNode) {
        var left = [folder]
        while let node = left.popLast() {
            noteAll(of: node)
            left += node.children.values
        }
    }

    private mutating func noteAll(of folder: FolderNode) {
        var all: Set<FileName> = []
        folder.contents.forEach { all.insert($0.name) }
        note(all, in: folder)
    }

    private mutating func note(_ files: Set<FileName>, in folder: FolderNode) {
        names[ObjectIdentifier(folder), default: (folder, [])].names.formUnion(files)
    }
}
