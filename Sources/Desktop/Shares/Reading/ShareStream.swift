// A file on a share that is open for reading.
import CGLib
import Codecs
import Synchronization

/// A GFileInputStream that is read in order. Used on the thread of `ShareClient`; one read at a time.
///
/// GVfs ends a read of a share that is silent only when the share speaks again, whatever was cancelled (measured with
/// GVfs 1.50). The wait for such a read is given up at once, and the stream is left to the answer, whenever it comes:
/// that costs a descriptor and a chunk of memory, and no thread. The last reference to a stream that is not closed
/// would close it and block, so that it is kept until then.
final class ShareStream: Sendable {
    private enum Reading {
        case none
        case awaited(CheckedContinuation<SharedBytes, any Error>)
        /// Nobody waits for the answer.
        case abandoned
    }

    private let stream: GObjectReference
    private let reading = Mutex(Reading.none)

    /// Runs what GIO has only as a call that blocks, until GVfs's process for the share has answered: the share itself
    /// is not asked.
    private static let blocking = LoopExecutor(name: "share seeks")

    private static let left = Atomic<Int>(0)
    /// Streams whose reads were given up and have not been answered.
    static var abandoned: Int { left.load(ordering: .relaxed) }

    /// Takes over a GFileInputStream.
    init(adopting stream: UnsafeMutableRawPointer) { self.stream = GObjectReference(adopting: stream) }

    /// Returns the next bytes, at most `count`; none at the end.
    /// - Throws: `GLibError`; `CancellationError` when the call was cancelled.
    func read(
        _ count: Int, _ call: ShareCall, isolation: isolated (any Actor)? = #isolation
    ) async throws -> SharedBytes {
        defer { call.setAbandoning(nil) }
        return try await withCheckedThrowingContinuation { continuation in
            reading.withLock { $0 = .awaited(continuation) }
            g_input_stream_read_bytes_async(
                stream.pointer.cast(), UInt(count), G_PRIORITY_DEFAULT, call.pointer,
                { stream, result, context in
                    guard let context else { return }
                    let reader = Unmanaged<ShareStream>.fromOpaque(context).takeRetainedValue()
                    var error: UnsafeMutablePointer<GError>?
                    let bytes = stream.flatMap { g_input_stream_read_bytes_finish($0.cast(), result, &error) }
                    reader.take(
                        bytes.map { .success(SharedBytes(adopting: $0)) } ?? .failure(GLibError(adopting: error)))
                }, Unmanaged.passRetained(self).toOpaque())
            call.setAbandoning { [self] in abandon() }
        }
    }

    /// Goes to a place in the file, counted from its beginning.
    /// - Throws: `GLibError`.
    func seek(to offset: Int, _ call: ShareCall, isolation: isolated (any Actor)? = #isolation) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Self.blocking.post { [self] in
                var error: UnsafeMutablePointer<GError>?
                let isDone =
                    g_seekable_seek(stream.pointer.opaque, goffset(offset), G_SEEK_SET, call.pointer, &error) != 0
                continuation.resume(with: isDone ? .success(()) : .failure(GLibError(adopting: error)))
            }
        }
    }

    private func take(_ answer: Result<SharedBytes, any Error>) {
        let before = reading.withLock { reading in
            defer { reading = .none }
            return reading
        }
        switch before {
        case .awaited(let continuation): continuation.resume(with: answer)
        case .abandoned:
            Self.left.subtract(1, ordering: .relaxed)
            close()
        case .none: break
        }
    }

    private func abandon() {
        let continuation = reading.withLock { reading -> CheckedContinuation<SharedBytes, any Error>? in
            guard case .awaited(let continuation) = reading else { return nil }
            reading = .abandoned
            return continuation
        }
        guard let continuation else { return }
        Self.left.add(1, ordering: .relaxed)
        continuation.resume(throwing: CancellationError())
    }

    /// Closes the stream without waiting for it; one whose read was given up is closed when that is answered.
    func close() {
        guard case .none = reading.withLock({ $0 }) else { return }
        g_input_stream_close_async(stream.pointer.cast(), G_PRIORITY_LOW, nil, nil, nil)
    }

    /// Closes the stream, and returns when the share has answered. Does nothing where a read was given up.
    func closed(isolation: isolated (any Actor)? = #isolation) async {
        guard case .none = reading.withLock({ $0 }) else { return }
        try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            g_input_stream_close_async(
                stream.pointer.cast(), G_PRIORITY_LOW, nil,
                { stream, result, context in
                    if let stream { g_input_stream_close_finish(stream.cast(), result, nil) }
                    Reply<Void>.take(context)?.resume(with: .success(()))
                }, Reply(continuation).retained())
        }
    }
}
