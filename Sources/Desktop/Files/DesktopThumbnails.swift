// Thumbnails in the desktop's shared cache, made by file managers and other programs. Read, never written.
// Source: Thumbnail Managing Standard 0.9, freedesktop.org.
import CGLib
import Codecs
import Glibc
public import ImagePipeline
import Photos

/// A reader of the desktop's shared thumbnail store.
///
/// A thumbnail is named by the MD5 of the file's URI. It is fresh when it contains that URI, the file's time of
/// modification in seconds and, if it contains a length, the file's length. A folder of the store that is created while
/// the program runs is noticed at the next start.
///
/// Isolation: runs on the given executor, because its calls block on the disk; that must not be a thread of the
/// cooperative pool.
public actor DesktopThumbnails: SharedThumbnails {
    /// A folder of the store, and the longest side of its thumbnails.
    private struct SizeFolder {
        let name: String
        let side: Int
    }

    private static let sizeFolders = [
        SizeFolder(name: "normal", side: 128), SizeFolder(name: "large", side: 256), SizeFolder(name: "x-large", side: 512),
        SizeFolder(name: "xx-large", side: 1024),
    ]
    /// Most bytes of a file that is taken for a thumbnail.
    private static let longestFile = 4 << 20

    private nonisolated let executor: any SerialExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let root: String
    private lazy var sizeFolders = Self.sizeFolders.filter {
        g_file_test("\(root)/\($0.name)", G_FILE_TEST_IS_DIR) != 0
    }

    /// - Parameter root: the folder of the store; nil for the user's.
    public init(root: String? = nil, executor: any SerialExecutor) {
        self.root = root ?? String(cString: g_get_user_cache_dir()) + "/thumbnails"
        self.executor = executor
    }

    public func thumbnail(for request: ImageRequest) -> EncodedBytes? {
        guard case .file(let path) = request.location, !Task.isCancelled else { return nil }
        let large = sizeFolders.filter { $0.side >= request.key.size.longerSide }
        guard !large.isEmpty, let uri = FilePath.uri(of: path), let name = Self.name(for: uri)
        else { return nil }
        for folder in large {
            guard let file = read("\(root)/\(folder.name)/\(name)") else { continue }
            var isUsable = false
            file.storage.withBytes { bytes in
                isUsable =
                    isFresh(PNGText.texts(of: bytes, withPrefix: "Thumb::"), uri: uri, path: path)
                    && covers(bytes, request.key.size)
            }
            if isUsable { return file }
        }
        return nil
    }

    /// Returns the file name of the thumbnail for the file at `uri`.
    static func name(for uri: String) -> String? {
        takeText(g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)).map { $0 + ".png" }
    }

    private func isFresh(_ texts: [String: String], uri: String, path: String) -> Bool {
        guard texts["Thumb::URI"] == uri, let modified = texts["Thumb::MTime"].flatMap({ Int($0) }),
            let status = FilePath.status(of: path), Int(status.st_mtim.tv_sec) == modified
        else { return false }
        guard let size = texts["Thumb::Size"] else { return true }
        return Int(size) == Int(status.st_size)
    }

    /// Returns whether the thumbnail is complete and has at least the tile's pixels on both sides, so that the tile can
    /// be cut out of it without enlarging.
    private func covers(_ bytes: UnsafeRawBufferPointer, _ size: PixelSize) -> Bool {
        let header = PictureHeader(scanning: bytes)
        guard header.isComplete, let pixels = header.size else { return false }
        return pixels.width >= size.width && pixels.height >= size.height
    }

    private func read(_ path: String) -> EncodedBytes? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longestFile else {
            return nil
        }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard g_file_get_contents(path, &bytes, &count, nil) != 0, let taken = g_bytes_new_take(bytes, count) else {
            return nil
        }
        return EncodedBytes(SharedBytes(adopting: taken))
    }
}
