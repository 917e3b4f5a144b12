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
        do {
            try await mount(address, operation, cancellable)
        } catch let refusal as GLibError {
            try Task.checkCancellation()
            if !refusal.isIO(G_IO_ERROR_ALREADY_MOUNTED) { throw LoadFailure.ofConnection(refusal, to: address) }
        }
    }

    private static func mount(
        _ address: ShareAddress, _ operation: UnsafeMutablePointer<GMountOperation>?, _ cancellable: GObjectReference
    ) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
                let file = g_file_new_for_uri(address.folderURI)
                defer { if let file { g_object_unref(file.object) } }
                g_file_mount_enclosing_volume(
                    file, G_MOUNT_MOUNT_NONE, operation, cancellable.pointer.cast(),
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
