// The folders of a watched tree: found by what they are and by their watches, whatever their paths, and read anew where
// they may have changed.
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

    /// Which entries belong to it. After a change of this everything has to be read again.
    var formats: ListedFormats
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
    private var hasAliases: Bool { byIdentity.values.contains { !$0.aliases.isEmpty } }

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
    private func detachAll() -> [ObjectIdentifier: [FileName: FolderNode]] {
        var held: [ObjectIdentifier: [FileName: FolderNode]] = [:]
        for node in byIdentity.values { held[ObjectIdentifier(node)] = node.detachChildren() }
        rootNode?.detach()
        return held
    }

    /// Forgets the folders among `nodes` that have found no other place, with all in them.
    /// - Returns: all that were forgotten.
    private func drop(_ nodes: some Sequence<FolderNode>) -> [FolderNode] {
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

    // MARK: Reading anew

    /// Gives the folders at the names that events have reported their places, then compares the reported files and
    /// those of folders that are new or have another path now. Blocks.
    /// - Returns: false when everything has to be read.
    func follow(_ pending: PendingNames, comparing diff: inout FolderDiff) -> Bool {
        if !pending.folders.isEmpty, hasAliases { return false }
        // Names to compare once all folders have their places.
        var names = NamesByFolder()
        var left: [FolderNode] = []
        var work = pending.folders.sorted { $0.folder.depth < $1.folder.depth }
        while !work.isEmpty {
            // A folder that has lost its place may find another one further down the list.
            var later: [FolderPlace] = []
            for place in work {
                if !place.folder.isReachable {
                    later.append(place)
                } else if !follow(place, noting: &names, leaving: &left) {
                    return false
                }
            }
            if later.count == work.count { break }
            work = later
        }
        for node in drop(left) { diff.drop(node) }
        for (folder, files) in pending.files.all { names.insert(files, in: folder) }
        let folders = names.all.map { (path: $0.folder.path, folder: $0.folder, names: $0.names) }
        for (_, folder, names) in folders.sorted(by: { $0.path < $1.path }) where folder.isReachable {
            diff.compare(names, in: folder)
        }
        return true
    }

    /// Gives the folder at `place`, if there is one, its place, and reads it and those in it if it is new.
    /// - Parameters:
    ///   - names: receives the files to compare.
    ///   - left: receives the folders that have lost their place.
    /// - Returns: false when one folder is reached by two paths.
    private func follow(
        _ place: FolderPlace, noting names: inout NamesByFolder, leaving left: inout [FolderNode]
    ) -> Bool {
        var ahead = [place]
        while let place = ahead.popLast() {
            let parent = place.folder
            let child = parent.children[place.name]
            parent.warnings[place.name] = nil
            var entered = enter(place.name, of: parent)
            if case .known(let node) = entered, node !== child {
                if isInPlace(node) { return false }
                node.detach()
                entered = enter(place.name, of: parent)
            }
            switch entered {
            case .known(let node):
                // The folder that was here, unless a second one leads to it.
                if node !== child { return false }
            case .refused(let error):
                child?.detach()
                if error != ENOENT, error != ENOTDIR { parent.warnings[place.name] = systemMessage(error) }
            case .returned(let node):
                // All files below it have another path now.
                var moved = [node]
                while let node = moved.popLast() {
                    names.insert(node.contents.names, in: node)
                    moved += node.children.values
                }
            case .read(let node, let found):
                node.note(found)
                names.insert(node.contents.names.union(found.files), in: node)
                ahead += FolderNames.sorted(found.folders).reversed().map { FolderPlace(folder: node, name: $0) }
            }
            if let child, !child.isAttached { left.append(child) }
        }
        return true
    }

    /// Gives all folders their places anew, and compares the files of those that it reads. Blocks.
    /// - Parameter isWhole: whether to read all folders; otherwise only those in which changes were reported, or may
    ///   have gone unnoticed.
    /// - Returns: whether the root could be read.
    func walk(_ pending: PendingNames, isWhole: Bool, comparing diff: inout FolderDiff) -> Bool {
        let formerRoot = rootNode
        guard OpenFolder(root)?.identity != nil else { return false }
        let withFolders = Set(pending.folders.map { ObjectIdentifier($0.folder) })
        let held = detachAll()
        var ahead: [(parent: FolderNode?, name: FileName)] = [(nil, "")]
        while let (parent, name) = ahead.popLast() {
            let former = parent.map { held[ObjectIdentifier($0)]?[name] } ?? formerRoot
            let mayDiffer = former.map {
                isUncertain($0) || pending.files.areAny(in: $0) || withFolders.contains(ObjectIdentifier($0))
            }
            parent?.warnings[name] = nil
            switch enter(name, of: parent, former: former, rereads: isWhole || mayDiffer != false) {
            case .known:
                parent?.aliases.insert(name)
            case .refused(let error):
                guard let parent else { return false }
                if error != ENOENT, error != ENOTDIR { parent.warnings[name] = systemMessage(error) }
            case .returned(let node):
                let subfolders = node.aliases.union(held[ObjectIdentifier(node)]?.keys.map { $0 } ?? [])
                node.aliases = []
                if node.path != node.listedPath { diff.compare(node.contents.names, in: node) }
                ahead += FolderNames.sorted(subfolders).reversed().map { (node, $0) }
            case .read(let node, let found):
                node.aliases = []
                node.note(found)
                diff.compare(node.contents.names.union(found.files), in: node)
                if isDeep { ahead += FolderNames.sorted(found.folders).reversed().map { (node, $0) } }
            }
        }
        for node in drop(byIdentity.values) { diff.drop(node) }
        return true
    }

    // MARK: Watching

    /// Ends all watches: what is listed is not where it was.
    func unwatchAll() {
        for node in byIdentity.values { unwatch(node) }
    }

    /// Notes that the watch has ended by itself.
    func watchEnded(_ watch: Int32) { byWatch.removeValue(forKey: watch)?.watch = nil }

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
