// Whole files, read on threads that may wait for a disk.
import CDesktop
import Glibc
public import ImagePipeline
import Photos

/// Reads files on threads of its own, so that a slow disk or a network mount holds up no actor. A file that changes
/// while it is read gives the bytes that were read; nothing is memory-mapped, because a mapped file that shrinks kills
/// the process.
public final class FileByteLoader: ByteLoader {
    private let pool: WorkerPool
    private let byteLimit: Int

    /// `width` threads called `file-1` …; files above `byteLimit` bytes are refused.
    public init(width: Int = 2, byteLimit: Int = 512 << 20) {
        pool = WorkerPool(name: "file", width: width, niceness: 0)
        self.byteLimit = byteLimit
    }

    /// The bytes of the file at a `.file` location.
    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let title = ticket.title
        guard case .file(let path) = key.location else {
            throw LoadFailure(stage: .fetch, culprit: title, reason: .unreadable("it is a URL, not a file"))
        }
        let bytes = try await pool.run(priority: ticket.priority) { [byteLimit] in
            try Self.read(path, title: title, byteLimit: byteLimit)
        }
        return FetchedBytes(bytes, from: .file)
    }

    private static func read(_ path: String, title: String, byteLimit: Int) throws -> EncodedBytes {
        func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
            LoadFailure(stage: .fetch, culprit: title, reason: reason)
        }
        // Non-blocking, because opening a pipe that nobody writes to would wait for ever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw failure(errno == ENOENT || errno == ENOTDIR ? .notFound : .unreadable(systemMessage(errno)))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(.unreadable(systemMessage(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure(.unreadable("it is not a regular file")) }
        guard status.st_size <= byteLimit else { throw failure(.tooManyBytes(limit: byteLimit)) }
        var buffer = ByteBuffer(capacity: Int(status.st_size) + 1)
        while true {
            try Task.checkCancellation()
            let room = buffer.room(upTo: chunk)
            let count = Glibc.read(file, room.baseAddress, room.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(.unreadable(systemMessage(errno)))
            }
            buffer.wrote(count)
            if buffer.count > byteLimit { throw failure(.tooManyBytes(limit: byteLimit)) }
        }
        if buffer.count == 0 { throw failure(.empty) }
        return buffer.take()
    }

    /// Bytes read between two looks at the cancel flag.
    private static let chunk = 1 << 20
}
