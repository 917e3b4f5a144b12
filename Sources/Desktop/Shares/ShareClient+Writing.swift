// The writing of small files on shares through GIO.
import CGLib
import Codecs
import ImagePipeline
import Photos

extension ShareClient {
    /// Writes a new file.
    /// - Throws: `GLibError`, after which a part of it may be there; `CancellationError`. The write of a share that is
    ///   silent ends only when the share speaks again: its caller has to leave it behind.
    func create(_ address: ShareAddress, _ bytes: [UInt8]) async throws {
        let file = file(address)
        try await ShareCall.run { call in
            let stream: GObjectReference = try await withCheckedThrowingContinuation { continuation in
                self.assertIsolated()
                g_file_create_async(
                    file.pointer.opaque, G_FILE_CREATE_NONE, G_PRIORITY_DEFAULT, call.pointer,
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let stream = g_file_create_finish(file?.opaque, result, &error)
                        Reply<GObjectReference>.take(context)?.resume(
                            with: stream.map { .success(GObjectReference(adopting: UnsafeMutableRawPointer($0))) }
                                ?? .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
            call.answered()
            do {
                try await write(SharedBytes(copying: EncodedBytes(bytes)), to: stream, call)
            } catch {
                g_output_stream_close_async(stream.pointer.cast(), G_PRIORITY_LOW, nil, nil, nil)
                throw error
            }
            call.answered()
            let _: Bool = try await withCheckedThrowingContinuation { continuation in
                self.assertIsolated()
                g_output_stream_close_async(
                    stream.pointer.cast(), G_PRIORITY_DEFAULT, call.pointer,
                    { stream, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = stream.map { g_output_stream_close_finish($0.cast(), result, &error) != 0 }
                        Reply<Bool>.take(context)?.resume(
                            with: isDone == true ? .success(true) : .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
        }
    }

    private func write(_ bytes: SharedBytes, to stream: GObjectReference, _ call: ShareCall) async throws {
        let _: Bool = try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            bytes.withBytes { bytes in
                g_output_stream_write_all_async(
                    stream.pointer.cast(), bytes.baseAddress, UInt(bytes.count), G_PRIORITY_DEFAULT, call.pointer,
                    { stream, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = stream.map {
                            g_output_stream_write_all_finish($0.cast(), result, nil, &error) != 0
                        }
                        Reply<Bool>.take(context)?.resume(
                            with: isDone == true ? .success(true) : .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
        }
        withExtendedLifetime(bytes) {}
    }

    /// Makes a call that some servers refuse for a file that is open: what was read is closed first, and what is being
    /// read is waited for, or what another program has open.
    private func untilFree(_ address: ShareAddress, _ body: (ShareCall) async throws -> Void) async throws {
        for _ in 0..<Self.mostWaits {
            await closeFiles(on: address.root)
            do {
                return try await ShareCall.run { try await body($0) }
            } catch let error as GLibError where error.isIO(G_IO_ERROR_BUSY) {
                try await Task.sleep(for: Self.wait)
            }
        }
        try await ShareCall.run { try await body($0) }
    }

    /// Times that is waited for an open file, and the time of each: five seconds in all.
    private static let mostWaits = 25, wait = Duration.milliseconds(200)

    /// Gives a file another name in its folder.
    /// - Parameter replaces: Whether a file that has the name goes; otherwise it is an error.
    /// - Throws: `GLibError`, `CancellationError`.
    func rename(_ address: ShareAddress, to name: ShareAddress, replaces: Bool) async throws {
        let file = file(address), target = self.file(name)
        try await untilFree(address) { call in
            let _: Bool = try await withCheckedThrowingContinuation { continuation in
                self.assertIsolated()
                let flags = replaces ? G_FILE_COPY_OVERWRITE : G_FILE_COPY_NONE
                g_file_move_async(
                    file.pointer.opaque, target.pointer.opaque,
                    GFileCopyFlags(flags.rawValue | G_FILE_COPY_NO_FALLBACK_FOR_MOVE.rawValue), G_PRIORITY_DEFAULT,
                    call.pointer, nil, nil,
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_move_finish(file?.opaque, result, &error) != 0
                        Reply<Bool>.take(context)?.resume(
                            with: isDone ? .success(true) : .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
        }
    }

    /// Deletes a file.
    /// - Throws: `GLibError`, `CancellationError`.
    func delete(_ address: ShareAddress) async throws {
        let file = file(address)
        try await untilFree(address) { call in
            let _: Bool = try await withCheckedThrowingContinuation { continuation in
                self.assertIsolated()
                g_file_delete_async(
                    file.pointer.opaque, G_PRIORITY_DEFAULT, call.pointer,
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_delete_finish(file?.opaque, result, &error) != 0
                        Reply<Bool>.take(context)?.resume(
                            with: isDone ? .success(true) : .failure(GLibError(adopting: error)))
                    }, Reply(continuation).retained())
            }
        }
    }
}
