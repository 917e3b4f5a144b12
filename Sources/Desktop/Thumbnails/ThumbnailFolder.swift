// The desktop's shared store of thumbnails on the disk.
// Source: Thumbnail Managing Standard 0.9, freedesktop.org.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import PhotoFormats
import Photos

/// The files of a thumbnail store. Every call blocks.
///
/// A thumbnail is named by the MD5 of the file's URI. It is fresh when it contains that URI, the file's time of
/// modification in seconds and, if it contains a length, the file's length, and when nothing was done to the file
/// since: one that was changed while its time was kept has an older thumbnail.
struct ThumbnailFolder: Sendable {
    /// A subfolder, and the longest side of its thumbnails.
    struct Size: Hashable, Sendable {
        let name: String
        let side: Int

        static let all = [
            Size(name: "normal", side: 128), Size(name: "large", side: 256), Size(name: "x-large", side: 512),
            Size(name: "xx-large", side: 1024),
        ]
        /// The size in which thumbnails are made: enough for a tile on a display of double density.
        static let made = Size(name: "x-large", side: 512)
    }

    /// A file of which there may be thumbnails.
    struct Original: Sendable {
        let path: String
        let uri: String
        fileprivate let modified: Int
        fileprivate let byteCount: Int
        /// When its entry was changed last, in nanoseconds since 1970.
        fileprivate let changed: Int64

        /// Nil where there is no file at `path`, or it has no URI.
        init?(_ path: String) {
            guard let uri = FilePath.uri(of: path), let status = FilePath.status(of: path),
                status.isRegular
            else { return nil }
            (self.path, self.uri) = (path, uri)
            (modified, byteCount) = (Int(status.st_mtim.tv_sec), Int(status.st_size))
            changed = FileStamp(status).changed
        }

        fileprivate var texts: [(keyword: String, text: String)] {
            [
                ("Thumb::URI", uri), ("Thumb::MTime", "\(modified)"), ("Thumb::Size", "\(byteCount)"),
                ("Software", "Tessera"),
            ]
        }
    }

    /// Most bytes of a file that is taken for a thumbnail.
    private static let longestFile = 4 << 20
    /// The subfolder in which this program notes that it could make no thumbnail. The number is raised with each change
    /// that may make one after all.
    private static let failures = "fail/tessera-1"

    let root: String

    /// - Parameter root: nil for the user's store.
    init(root: String? = nil) { self.root = root ?? FilePath.text(g_get_user_cache_dir()) + "/thumbnails" }

    /// Returns whether the store has a subfolder.
    func has(_ size: Size) -> Bool {
        FilePath.withC("\(root)/\(size.name)") { g_file_test($0, G_FILE_TEST_IS_DIR) } != 0
    }

    /// Returns the file name of the thumbnail for the file at `uri`.
    static func name(for uri: String) -> String? {
        takeText(g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)).map { $0 + ".png" }
    }

    /// Returns the fresh, complete thumbnail of a file in one size that `accepts` its pixels; nil if there is none.
    func thumbnail(of file: Original, _ size: Size, accepts: (PixelSize) -> Bool = { _ in true }) -> EncodedBytes? {
        guard let name = Self.name(for: file.uri), let bytes = read("\(root)/\(size.name)/\(name)", since: file),
            isFresh(bytes, file)
        else { return nil }
        var isUsable = false
        bytes.storage.withBytes {
            let header = PictureHeader(scanning: $0)
            isUsable = header.isComplete && header.size.map(accepts) ?? false
        }
        return isUsable ? bytes : nil
    }

    /// Returns whether this program has noted that it could make no thumbnail of the file as it is now.
    func hasFailed(_ file: Original) -> Bool {
        guard let name = Self.name(for: file.uri), let note = read("\(root)/\(Self.failures)/\(name)", since: file)
        else {
            return false
        }
        return isFresh(note, file)
    }

    /// Makes a thumbnail of a picture and returns it, also where the store cannot be written; nil where the picture is
    /// none.
    /// - Parameter isKept: Whether it is put into the store.
    func store(_ picture: EncodedBytes, of file: Original, isKept: Bool) -> EncodedBytes? {
        guard let png = ThumbnailPicture.png(of: picture, side: Size.made.side, texts: file.texts) else { return nil }
        if isKept { write(png, to: Size.made.name, for: file) }
        return png
    }

    /// Notes that no thumbnail could be made of the file as it is now.
    func noteFailure(of file: Original) {
        if let png = ThumbnailPicture.failure(texts: file.texts) { write(png, to: Self.failures, for: file) }
    }

    private func isFresh(_ bytes: EncodedBytes, _ file: Original) -> Bool {
        var texts: [String: String] = [:]
        bytes.storage.withBytes { texts = PNGText.texts(of: $0, withPrefix: "Thumb::", inflate: Inflation.bytes) }
        guard texts["Thumb::URI"] == file.uri, texts["Thumb::MTime"].flatMap({ Int($0) }) == file.modified else {
            return false
        }
        return texts["Thumb::Size"].map { Int($0) == file.byteCount } ?? true
    }

    /// Reads a file of the store that is not older than what it was made of.
    private func read(_ path: String, since original: Original) -> EncodedBytes? {
        guard let status = FilePath.status(of: path), status.isRegular,
            status.st_size <= Self.longestFile, FileStamp(status).changed >= original.changed
        else { return nil }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard FilePath.withC(path, { g_file_get_contents($0, &bytes, &count, nil) }) != 0,
            let taken = g_bytes_new_take(bytes, count)
        else { return nil }
        return EncodedBytes(SharedBytes(adopting: taken))
    }

    /// Writes a file for the user alone, in place of an older one in one step.
    private func write(_ png: EncodedBytes, to folder: String, for file: Original) {
        guard let name = Self.name(for: file.uri) else { return }
        let path = "\(root)/\(folder)"
        guard FilePath.withC(path, { g_mkdir_with_parents($0, 0o700) }) == 0 else { return }
        png.storage.withBytes {
            // Not waited for: one that is lost is made again.
            try? FileReplacement().store($0, at: "\(path)/\(name)", draft: FilePath.draft(in: path), isSafe: false)
        }
    }
}
