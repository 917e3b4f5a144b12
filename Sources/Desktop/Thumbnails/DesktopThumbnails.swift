// Thumbnails in the desktop's shared cache, made by file managers and other programs, as tiles. Read, never written.
// Source: Thumbnail Managing Standard 0.9, freedesktop.org.
import Codecs
public import ImagePipeline
import Photos

/// A reader of the desktop's shared thumbnail store. A folder of the store that is created while the program runs is
/// noticed at the next start.
///
/// Isolation: runs on the given executor, because its calls block on the disk; that must not be a thread of the
/// cooperative pool.
public actor DesktopThumbnails: SharedThumbnails {
    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let store: ThumbnailFolder
    private lazy var sizes = ThumbnailFolder.Size.all.filter(store.has)

    /// - Parameter root: the folder of the store; nil for the user's.
    public init(root: String? = nil, executor: any SerialExecutor) {
        store = ThumbnailFolder(root: root)
        self.executor = executor
    }

    public func thumbnail(for request: ImageRequest) -> EncodedBytes? {
        guard case .file(let path) = request.location, !Task.isCancelled else { return nil }
        let wanted = request.key.size
        let large = sizes.filter { $0.side >= wanted.longerSide }
        guard !large.isEmpty, let file = ThumbnailFolder.Original(path.text) else { return nil }
        for size in large {
            // At least the tile's pixels on both sides, so that the tile can be cut out of it without enlarging.
            let found = store.thumbnail(of: file, size) { $0.width >= wanted.width && $0.height >= wanted.height }
            if let found { return found }
        }
        return nil
    }
}
