// The mounting of shares by GIO, for whoever answers its questions.
public import CGLib
import Codecs
public import Photos

/// The connection of a share for all programs.
public enum ShareMount {
    /// Connects the share of an address; does nothing where it is connected. Cancelling the calling task ends it.
    ///
    /// Isolation: the caller's, whose thread has to iterate the main context to which GIO answers.
    /// - Parameter operation: Answers questions; nil to have them refused. Borrowed.
    /// - Throws: `LoadFailure` with stage `.listing`, also where a question was refused; `CancellationError`.
    public static func connect(
        _ address: ShareAddress, by operation: UnsafeMutablePointer<GMountOperation>?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        do {
            try await mount(address, operation, cancellable)
        } catch let refusal as GLibError {
            try Task.checkCancellation()
            if !refusal.isIO(G_IO_ERROR_ALREADY_MOUNTED) { throw LoadFailure.ofConnection(refusal, to: address) }
        }
    }

    private static func mount(
        _ address: ShareAddress, _ operation: UnsafeMutablePointer<GMountOperation>?, _ cancellable: GObjectReference,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
                let file = address.makeFile(isFolder: true)
                defer { withExtendedLifetime(file) {} }
                g_file_mount_enclosing_volume(
                    file.pointer.opaque, G_MOUNT_MOUNT_NONE, operation, cancellable.pointer.cast(),
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                        Reply<Void>.take(context)?.resume(
                            with: isDone ? .success(()) : .failure(GLibError(adopting: error)))
                    }, Reply(answer).retained())
            }
        } onCancel: {
            g_cancellable_cancel(cancellable.pointer.assumingMemoryBound(to: GCancellable.self))
        }
    }
}
