// Facts that an image file states about itself.
import CGLib
import Glibc
import ImagePipeline
public import Library
public import Photos

/// A reader of the facts in files, which are not decoded. Its threads may block on a disk. Any thread may call.
///
/// EXIF is read by this module's own bounded reader, which thumbnails need anyway: it has no state to share between
/// threads, takes 16 KB of a file at a time, and damage in a file costs only the damaged part of its facts.
public struct FileFactsReader: FactsReader {
    private let pool: WorkerPool

    /// Starts `width` threads called `name-1`, `name-2` … at `niceness` 0…19.
    public init(name: String = "facts", width: Int = 1, niceness: Int = 5) {
        pool = WorkerPool(name: name, width: width, niceness: niceness)
    }

    public func facts(of path: String) async throws -> FileFacts? {
        try await pool.run(priority: .visible) {
            try Task.checkCancellation()
            return Self.read(path)
        }
    }

    /// Bytes of the beginning in which format and size are searched: they follow the EXIF, the colour profile and
    /// whatever else a camera writes before the image.
    private static let headLength = 256 << 10

    static func read(_ path: String) -> FileFacts? {
        guard let file = FileWindow(path: path) else { return nil }
        let head = file.bytes(0, count: min(file.count, headLength)) ?? []
        let header = head.withUnsafeBytes { PictureHeader(scanning: ByteView($0)) }
        let exif = EXIFLocation.find(in: file, count: file.count, format: header.format)
        file.end = min(file.end, exif?.upperBound ?? file.end)
        let directory = exif.flatMap { TIFFDirectory(file, at: $0.lowerBound) }
        let camera = directory.map(CameraData.init) ?? CameraData()
        // A TIFF's directory may lie at its end, after the head.
        let size = header.size ?? (header.format == .tiff ? directory.flatMap(size) : nil)
        let isTransposed = camera.orientation.map { $0 > 4 } ?? false
        var facts = FileFacts(
            byteCount: file.count, changed: time(file.status.st_mtim.tv_sec), format: header.format?.rawValue,
            size: isTransposed ? size?.transposed : size, camera: camera,
            taken: camera.taken.map { TakenTime($0, origin: .exif) })
        facts.stamp = file.stamp
        return facts
    }

    private static func size(_ directory: TIFFDirectory<FileWindow>) -> PixelSize? {
        guard let width = directory.value(of: 256), let height = directory.value(of: 257) else { return nil }
        return PixelSize(announcedWidth: width, height: height)
    }

    private static func time(_ seconds: Int) -> WallTime? {
        var seconds = seconds
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        return WallTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }
}
