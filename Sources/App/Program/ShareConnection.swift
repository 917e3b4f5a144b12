// The connection of shares, with the questions that the desktop asks for them.
import CGTK
import Codecs
import Desktop
import Photos

/// Mounts shares by GTK's operation: a password, which the keyring may know, a question about a host's key, a refusal.
enum ShareConnection {
    /// Connects the share of an address for all programs. The questions come over the window that was used last.
    /// - Throws: `LoadFailure` with stage `.listing`, also where the user has refused; `CancellationError`.
    static func connect(_ address: ShareAddress) async throws {
        let application = g_application_get_default()
        let window = application.flatMap { gtk_application_get_active_window($0.cast()) }
        let operation = gtk_mount_operation_new(window)
        defer { if let operation { g_object_unref(operation) } }
        let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        let refusal = await withTaskCancellationHandler {
            await withCheckedContinuation { (answer: CheckedContinuation<GLibError?, Never>) in
                let file = g_file_new_for_uri(address.folderURI)
                defer { if let file { g_object_unref(file.object) } }
                g_file_mount_enclosing_volume(
                    file, G_MOUNT_MOUNT_NONE, operation, cancellable.pointer.cast(),
                    { file, result, context in
                        var error: UnsafeMutablePointer<GError>?
                        let isDone = g_file_mount_enclosing_volume_finish(file?.opaque, result, &error) != 0
                        Answer.take(context)?.resume(returning: isDone ? nil : GLibError(adopting: error))
                    }, Unmanaged.passRetained(Answer(answer)).toOpaque())
            }
        } onCancel: {
            g_cancellable_cancel(cancellable.pointer.assumingMemoryBound(to: GCancellable.self))
        }
        try Task.checkCancellation()
        guard let refusal, !refusal.isIO(G_IO_ERROR_ALREADY_MOUNTED) else { return }
        throw LoadFailure.ofConnection(refusal, to: address)
    }

    /// A continuation behind the context pointer of the call.
    private final class Answer: Sendable {
        private let continuation: CheckedContinuation<GLibError?, Never>

        init(_ continuation: CheckedContinuation<GLibError?, Never>) { self.continuation = continuation }

        nonisolated static func take(_ context: UnsafeMutableRawPointer?) -> CheckedContinuation<GLibError?, Never>? {
            context.map { Unmanaged<Answer>.fromOpaque($0).takeRetainedValue().continuation }
        }
    }
}
