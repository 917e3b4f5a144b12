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

    private let replacement: FileReplacement

    /// - Parameter drafts: Remembers what is being written; nil for nothing.
    public init(drafts: DraftRecord? = nil) { self.init(replacement: FileReplacement(drafts: drafts)) }

    init(replacement: FileReplacement) { self.replacement = replacement }

    /// Writes `content` to the absolute path, replacing an existing file. The new file takes the place of the old one
    /// in one step, with its permissions; a link is followed.
    /// - Throws: `Failure`; `CancellationError`, after which nothing has changed.
    public func save(_ content: Content, to path: String) async throws {
        try await pool.run(priority: .visible) { [replacement] in
            try Self.write(content, to: path, by: replacement)
        }
    }

    private static func write(_ content: Content, to path: String, by replacement: FileReplacement) throws {
        func failure(_ reason: Message) -> Failure {
            let values: [String: Message.Value] = ["file": .text(FilePath.shown(path)), "reason": .message(reason)]
            return Failure(message: Message("{file} was not saved: {reason}.", values))
        }
        let source = try open(content, failure)
        defer { if let source { close(source) } }
        if let source, let old = FilePath.status(of: path) {
            var own = stat()
            if fstat(source, &own) == 0, own.st_dev == old.st_dev, own.st_ino == old.st_ino {
                throw failure(Message("it is the picture itself"))
            }
        }
        do {
            try replacement.stream(to: FilePath(path)) { file throws(FileReplacement.Failure) in
                if let source {
                    try copy(source, to: file, replacement)
                } else if case .bytes(let bytes) = content {
                    try append(bytes, to: file, replacement)
                }
            }
        } catch let error where error == .cancelled {
            throw CancellationError()
        } catch let error where error == .changed {
            throw failure(Message("another app has changed it in the meantime"))
        } catch {
            throw failure(.verbatim(error.reason))
        }
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

    private static func copy(
        _ source: Int32, to file: Int32, _ replacement: FileReplacement
    ) throws(FileReplacement.Failure) {
        var offset = 0
        while true {
            try checkCancellation()
            var chunk = [UInt8](repeating: 0, count: chunkLength), count = 0
            try replacement.calls.make(.read) {
                repeat { count = read(source, &chunk, chunk.count) } while count < 0 && errno == EINTR
                return count < 0 ? -1 : 0
            }
            if count == 0 { return }
            try replacement.put(Array(chunk[..<count]), in: file, at: offset)
            offset += count
        }
    }

    private static func append(
        _ bytes: EncodedBytes, to file: Int32, _ replacement: FileReplacement
    ) throws(FileReplacement.Failure) {
        var offset = 0
        while offset < bytes.count {
            try checkCancellation()
            let part = offset..<min(offset + chunkLength, bytes.count)
            try replacement.calls.make(.write) {
                var isWritten = false
                bytes.storage.withBytes {
                    isWritten = writeAll(UnsafeRawBufferPointer(rebasing: $0[part]), to: file, at: part.lowerBound)
                }
                return isWritten ? 0 : -1
            }
            offset = part.upperBound
        }
        try checkCancellation()
    }

    private static func checkCancellation() throws(FileReplacement.Failure) {
        if Task.isCancelled { throw .cancelled }
    }
}
