// Reading of files, whole or only their beginnings, on threads that may block on a disk.
import Codecs
public import ImagePipeline
import PhotoFormats
import Photos

/// A loader that reads files on threads of its own, so that a slow disk or a network mount blocks no actor. A file that
/// changes while it is read gives the bytes that were read. Nothing is read through a mapping, because a mapped file
/// that shrinks kills the process.
///
/// A large file is only brought into the system's page cache, and its bytes are read from there when they are needed
/// (`PageCachedFile`): any number of files can wait to be decoded without taking the program's memory, and a decode
/// does not wait for a disk.
public final class FileByteLoader: ByteLoader {
    let pool: WorkerPool
    /// For beginnings, which therefore wait for no whole file, not even one that is being read.
    private let short = WorkerPool(name: "file-head", width: 1, niceness: 0)
    private let byteLimit: Int
    private let memoryLimit: Int

    /// Files that are read at once: two keep a disk busy while one is handed over.
    public static let width = 2

    /// Starts `width` threads called `file-1` …, and one for beginnings. Files above `byteLimit` bytes are refused;
    /// those above `memoryLimit` are left in the system's page cache where it keeps them.
    public init(width: Int = width, byteLimit: Int = 512 << 20, memoryLimit: Int = .max) {
        pool = WorkerPool(name: "file", width: width, niceness: 0)
        self.byteLimit = byteLimit
        self.memoryLimit = memoryLimit
    }

    /// Returns the bytes of the file at a `.file` location.
    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let title = ticket.title
        guard case .file(let path) = key.location else {
            throw LoadFailure(stage: .fetch, culprit: title, reason: .unreadable(Message("it is a URL, not a file")))
        }
        let bytes = try await pool.run(priority: ticket.priority) { [byteLimit, memoryLimit, pool] in
            let file = try OpenFile(path.text, title: title)
            guard file.size <= byteLimit else { throw file.failure(.tooManyBytes(limit: byteLimit)) }
            if file.size > memoryLimit, let count = try file.bringIntoCache(byteLimit) {
                return EncodedBytes(PageCachedFile(file, count: count, closing: pool))
            }
            return try file.whole(byteLimit)
        }
        return FetchedBytes(bytes, from: .file)
    }

    private static func answer(of bytes: SharedBytes, limit: Int) -> JPEGBeginning.Answer {
        var answer = JPEGBeginning.Answer.enough
        bytes.withBytes { answer = JPEGBeginning.answer(of: $0, limit: limit) }
        return answer
    }

    /// Returns the first bytes of the file at a `.file` location, as far as an embedded thumbnail lies in them and
    /// `count` at most; nil if there is none. Waits for no whole file.
    /// - Throws: as `bytes(for:ticket:)`, naming the file.
    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        guard case .file(let path) = key.location, count > 0 else { return nil }
        let title = path.name.shown
        return try await short.run(priority: .visible) {
            let file = try OpenFile(path.text, title: title)
            let limit = min(count, file.size)
            var bytes = try file.beginning(min(JPEGBeginning.first, limit))
            while true {
                switch Self.answer(of: bytes, limit: limit) {
                case .none: return nil
                case .enough: return EncodedBytes(bytes)
                case .needed(let more):
                    let here = bytes.count
                    bytes = try file.beginning(more)
                    // The file has become shorter.
                    if bytes.count <= here { return EncodedBytes(bytes) }
                }
            }
        }
    }
}
