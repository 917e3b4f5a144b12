// The watch for a folder that is away: the nearest folder above it that is there.
import Codecs
import Glibc
import Photos

/// Watches for the return of a folder. Belongs to one thread.
final class RootWatch {
    private let root: FilePath
    private let queue: (any WatchQueue)?
    private var watch: Int32?

    init(of root: FilePath, queue: (any WatchQueue)?) {
        self.root = root
        self.queue = queue
    }

    deinit {
        if let watch { queue?.remove(watch) }
    }

    /// Watches the nearest folder above the root that is there. Call it before each look for the root, so that a root
    /// which appears after the look is reported.
    func watchParent() {
        var path = root
        repeat {
            path = path.folder
            if let next = queue?.add(path, for: .ofParent) {
                if let watch, watch != next { queue?.remove(watch) }
                watch = next
                return
            }
        } while path != "/"
    }

    /// Whether an event is about the folder above.
    func covers(_ event: WatchEvent) -> Bool { event.watch == watch }
}
