// Saving of an image's original bytes to a file: all of them or none, and never over the original.
import CGLib
import Codecs
import Glibc
public import ImagePipeline
public import Photos

/// A writer of files, on a thread of its own. Any thread may call.
public struct PictureSaver: Sendable {
    /// The bytes to save. Never an image that was decoded and encoded again.
    public enum Content: Sendable {
        /// The content of the file at an absolute path.
        case file(String)
        case bytes(EncodedBytes)
    }

    /// The reason why there is no new file. A file that existed before is unchanged.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// A sentence that names the file and the reason.
        public let message: Message

        /// The sentence in English.
        public var description: String { message.description }
    }

    private let pool = WorkerPool(name: "save", width: 1, niceness: 5)
    /// Bytes written between two checks of the cancel flag.
    private static let chunkLength = 1 << 20

    public init() {}

    /// Writes `content` to the absolute path, replacing an existing file. The new file takes the place of the old one
    /// in one step, with its permissions; a link is followed.
    /// - Throws: `Failure`; `CancellationError`, after which nothing has changed.
    public func save(_ content: Content, to path: String) async throws {
        try await pool.run(priority: .visible) { try Self.write(content, to: path) }
    }

    private static func write(_ content: Content, to path: String) throws {
        let target = FilePath.withC(path) { FilePath.take(realpath($0, nil)) } ?? path
        func failure(_ reason: Message) -> Failure {
            let values: [String: Message.Value] = ["file": .text(FilePath.shown(path)), "reason": .message(reason)]
            return Failure(message: Message("{file} was not saved: {reason}.", values))
        }
        let source = try open(content, failure)
        defer { if let source { close(source) } }
        let old = FilePath.status(of: target)
        if let old, let source {
            var own = stat()
            if fstat(source, &own) == 0, own.st_dev == old.st_dev, own.st_ino == old.st_ino {
                throw failure(Message("it is the picture itself"))
            }
        }
        let folder = FilePath.folder(of: target)
        let draft = FilePath.draft(in: folder)
        let file = FilePath.withC(draft) { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard file >= 0 else { throw failure(.verbatim(systemMessage(errno))) }
        var isOpen = true, isDone = false
        defer {
            if isOpen { close(file) }
            if !isDone { _ = FilePath.withC(draft, unlink) }
        }
        if let old { fchmod(file, old.st_mode & 0o7777) }
        if let source {
            try copy(source, to: file, failure)
        } else if case .bytes(let bytes) = content {
            try bytes.storage.withBytes { try append($0, to: file, failure) }
        }
        // Before the rename: after a crash the name must not lead to an empty file.
        guard fsync(file) == 0 else { throw failure(.verbatim(systemMessage(errno))) }
        isOpen = false
        guard close(file) == 0 else { throw failure(.verbatim(systemMessage(errno))) }
        try Task.checkCancellation()
        let isRenamed = FilePath.withC(draft) { draft in FilePath.withC(target) { rename(draft, $0) } } == 0
        guard isRenamed else { throw failure(.verbatim(systemMessage(errno))) }
        isDone = true
    }

    /// Opens the file to copy; nil when the content is not a file.
    private static func open(_ content: Content, _ failure: (Message) -> Failure) throws -> Int32? {
        guard case .file(let path) = content else { return nil }
        let source = FilePath.withC(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard source >= 0 else {
            throw failure(
                Message(
                    "{file} cannot be read, {reason}",
                    ["file": .text(FilePath.shown(path)), "reason": .text(systemMessage(errno))]))
        }
        return source
    }

    private static func copy(_ source: Int32, to file: Int32, _ failure: (Message) -> Failure) throws {
        var chunk = [UInt8](repeating: 0, count: chunkLength)
        while true {
            try Task.checkCancellation()
            let count = read(source, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(.verbatim(systemMessage(errno))) }
            if count == 0 { return }
            try chunk.withUnsafeBytes { try append(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: file, failure) }
        }
    }

    private static func append(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, _ failure: (Message) -> Failure
    ) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(chunkLength))
            let count = Glibc.write(file, part.baseAddress, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(.verbatim(systemMessage(errno))) }
            rest = rest.dropFirst(count)
        }
    }
}
