// Files, or their beginnings, read on threads that may wait for a disk.
import CDesktop
import Glibc
public import ImagePipeline
import Photos

/// Reads files on threads of its own, so that a slow disk or a network mount holds up no actor. A file that changes
/// while it is read gives the bytes that were read; nothing is memory-mapped, because a mapped file that shrinks kills
/// the process.
public final class FileByteLoader: ByteLoader {
    let pool: WorkerPool
    /// For beginnings, so that they wait for no whole file, not even for one that is being read.
    private let short = WorkerPool(name: "file-head", width: 1, niceness: 0)
    private let byteLimit: Int

    /// `width` threads called `file-1` …, and one for beginnings; files above `byteLimit` bytes are refused.
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
            try Self.whole(path, title: title, byteLimit: byteLimit)
        }
        return FetchedBytes(bytes, from: .file)
    }

    /// The first bytes of the file at a `.file` location, fewer if it has no more. They wait for no whole file.
    /// - Throws: as `bytes(for:ticket:)`, naming the file.
    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        guard case .file(let path) = key.location, count > 0 else { return nil }
        let title = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        return try await short.run(priority: .visible) { try Self.beginning(path, title: title, count: count) }
    }

    private static func whole(_ path: String, title: String, byteLimit: Int) throws -> EncodedBytes {
        try read(path, title: title) { file, size, failure in
            guard size <= byteLimit else { throw failure(.tooManyBytes(limit: byteLimit)) }
            var buffer = ByteBuffer(capacity: size + 1)
            while true {
                try Task.checkCancellation()
                let count = try chunk(of: file, into: buffer.room(upTo: chunkLength), failure)
                if count == 0 { break }
                buffer.wrote(count)
                if buffer.count > byteLimit { throw failure(.tooManyBytes(limit: byteLimit)) }
            }
            return buffer.take()
        }
    }

    private static func beginning(_ path: String, title: String, count: Int) throws -> EncodedBytes {
        try read(path, title: title) { file, size, failure in
            let length = min(count, size)
            var buffer = ByteBuffer(capacity: length)
            while buffer.count < length {
                try Task.checkCancellation()
                let room = buffer.room(upTo: min(chunkLength, length - buffer.count))
                let count = try chunk(of: file, into: room, failure)
                if count == 0 { break }
                buffer.wrote(count)
            }
            return buffer.take()
        }
    }

    private typealias Named = (LoadFailure.Reason) -> LoadFailure

    /// Opens the file and lets `body` read from its descriptor; it is told the size.
    private static func read(
        _ path: String, title: String, _ body: (Int32, Int, Named) throws -> EncodedBytes
    ) throws -> EncodedBytes {
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
        let bytes = try body(file, Int(status.st_size), failure)
        if bytes.count == 0 { throw failure(.empty) }
        return bytes
    }

    /// Reads once; 0 at the end of the file.
    private static func chunk(of file: Int32, into room: UnsafeMutableRawBufferPointer, _ failure: Named) throws -> Int {
        while true {
            let count = Glibc.read(file, room.baseAddress, room.count)
            if count >= 0 { return count }
            if errno != EINTR { throw failure(.unreadable(systemMessage(errno))) }
        }
    }

    /// Bytes read between two looks at the cancel flag.
    private static let chunkLength = 1 << 20
}
