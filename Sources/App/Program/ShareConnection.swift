// The connection of shares, with the questions that the desktop asks for them.
import CGTK
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
        try await ShareMount.connect(address, by: operation)
    }
}
