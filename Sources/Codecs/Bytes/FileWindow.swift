// A file that is read a piece at a time, for formats of which only a few bytes are needed.
import CChannel
import CGLib
import Glibc
import ImagePipeline
import PhotoFormats
import Photos

/// Random access to a regular file. Blocks; for one thread. If the file shrinks meanwhile, reads of the lost part give
/// nil.
///
/// Not memory-mapped: a mapped file that shrinks kills the process.
final class FileWindow: ByteAccess {
    /// Bytes read at once, from the beginning and onward from what was read last: a camera's notes lie close together,
    /// and this holds most of them.
    static let pieceLength = 16 << 10
    /// Bytes read elsewhere, such as the next mark behind a preview: a page, which is what a disk reads at least.
    private static let pageLength = 4 << 10

    /// The descriptor of a regular file, open for reading and borrowed.
    struct Descriptor: Sendable {
        let number: Int32
    }

    private let file: Int32
    private let closesFile: Bool
    /// The descriptor, borrowed while this object is held.
    var descriptor: Descriptor { Descriptor(number: file) }
    /// The status of the open file, not of its name, which may lead elsewhere by now.
    let status: stat
    /// The file's first bytes, which are kept, and the piece that was read last.
    private var head = Piece()
    private var piece = Piece()
    /// Bytes read from the file so far.
    private(set) var bytesRead = 0
    /// Length of the file; of one that is longer than any, the longest of which sums of places and lengths cannot
    /// overflow.
    var count: Int { min(Int(status.st_size), Self.longest) }
    private static let longest = 1 << 60
    /// Reads at or after this offset give nil; at first the end of the file.
    var end: Int

    /// Opens the file; nil when `path` cannot be opened or is not a regular file.
    init?(path: String) {
        // Not opened, because opening a device may have effects.
        guard FilePath.status(of: path).map({ $0.st_mode & S_IFMT == S_IFREG }) ?? false else { return nil }
        // Non-blocking, because opening a pipe without a writer would wait for ever; one may have come meanwhile.
        let file = FilePath.withC(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        var status = stat()
        guard tessera_file_status(file, &status) != 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        self.file = file
        self.status = status
        closesFile = true
        end = min(Int(status.st_size), Self.longest)
    }

    /// Reads an open file; nil when that is not a regular one. The descriptor stays the caller's, and stays open
    /// meanwhile.
    init?(_ descriptor: Descriptor) {
        var status = stat()
        guard tessera_file_status(descriptor.number, &status) != 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        file = descriptor.number
        self.status = status
        closesFile = false
        end = min(Int(status.st_size), Self.longest)
    }

    deinit { if closesFile { close(file) } }

    /// The state of the file when it was opened, provided that it has not been written to since; nil if it has. What
    /// has changed the entry alone meanwhile makes the next look find another state than this one.
    var stamp: FileStamp? {
        var now = stat()
        guard tessera_file_status(file, &now) != 0 else { return nil }
        let stamp = FileStamp(status), other = FileStamp(now)
        return stamp.modified == other.modified && stamp.byteCount == other.byteCount ? stamp : nil
    }

    /// A hash of the first 16 KB, in which formats say what they hold, and which are read for that anyway. Nil where
    /// they cannot be read.
    func digest() -> UInt64? {
        if head.bytes.isEmpty { head.bytes = read(0, Self.pieceLength) }
        guard head.bytes.count == min(count, Self.pieceLength) else { return nil }
        return head.bytes.withUnsafeBytes { XXH64.checksum($0, seed: UInt64(count)) }
    }

    func number(_ offset: Int, _ length: Int, bigEndian: Bool) -> Int? {
        guard let (piece, place) = place(of: offset, length) else { return nil }
        var value = 0
        for position in 0..<length {
            value = value << 8 | Int(piece.bytes[place + (bigEndian ? position : length - 1 - position)])
        }
        return value
    }

    func bytes(_ offset: Int, count: Int) -> [UInt8]? {
        if count <= Self.pieceLength { return place(of: offset, count).map { Array($0.bytes[$1..<$1 + count]) } }
        guard offset >= 0, count <= end - offset else { return nil }
        let bytes = read(offset, count)
        return bytes.count == count ? bytes : nil
    }

    /// Returns a piece that holds the bytes, which is read if there is none, and their position in it.
    private func place(of offset: Int, _ length: Int) -> (Piece, Int)? {
        guard offset >= 0, length >= 0, length <= end, offset <= end - length else { return nil }
        if head.bytes.isEmpty { head.bytes = read(0, Self.pieceLength) }
        if let place = head.place(of: offset, length) { return (head, place) }
        if let place = piece.place(of: offset, length) { return (piece, place) }
        let isNext = [head, piece].contains { $0.start <= offset && offset <= $0.start + $0.bytes.count }
        piece = Piece(start: offset, bytes: read(offset, isNext ? Self.pieceLength : max(length, Self.pageLength)))
        return piece.place(of: offset, length).map { (piece, $0) }
    }

    private struct Piece {
        var start = 0
        var bytes: [UInt8] = []

        func place(of offset: Int, _ length: Int) -> Int? {
            offset >= start && offset + length <= start + bytes.count ? offset - start : nil
        }
    }

    private func read(_ offset: Int, _ length: Int) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: min(length, count - offset)) { room, filled in
            while filled < room.count {
                let got = pread(
                    file, room.baseAddress?.advanced(by: filled), room.count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        bytesRead += bytes.count
        return bytes
    }
}
