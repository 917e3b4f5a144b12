// The root of a watched tree, and the watch for its return while it is away.
import Codecs
import Glibc
import Photos

/// Tells whether the root of a tree is in its place. While it is away, the nearest folder above it that is there is
/// watched. Belongs to one thread.
final class RootWatch {
    private let tree: FolderTree
    private let queue: (any WatchQueue)?
    private var watch: Int32?
    /// Whether the root was away at the last comparison.
    private(set) var isAway = false

    init(of tree: FolderTree, queue: (any WatchQueue)?) {
        self.tree = tree
        self.queue = queue
    }

    /// Whether there is a folder in the root's place, and not only the empty one on which its drive was mounted.
    var isThere: Bool {
        guard let folder = OpenFolder(tree.root), let identity = folder.identity else { return false }
        guard let before = tree.rootNode?.identity, before.device != identity.device else { return true }
        var isEmpty = true
        folder.forEach(withHidden: tree.formats.showsHidden) { _, _ in isEmpty = false }
        return !isEmpty
    }

    /// Notes that the root is away.
    func leave() {
        isAway = true
        watchParent()
    }

    /// Notes that the root is in its place.
    func stay() {
        isAway = false
        if let watch { queue?.remove(watch) }
        watch = nil
    }

    /// Watches the nearest folder above a root that is away. Call it before each look for the root, so that a root
    /// which appears after the look is reported.
    func watchParent() {
        guard isAway else { return }
        var path = tree.root
        repeat {
            path = path.folder
            if let next = queue?.add(path, for: .ofParent) {
                if let watch, watch != next { queue?.remove(watch) }
                watch = next
                return
            }
        } while path != "/"
    }

    /// Whether an event is about the folder above a root that is away.
    func covers(_ event: WatchEvent) -> Bool { event.watch == watch }
}
