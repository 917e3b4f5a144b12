// Asking for a folder.
import CDesktop
import Desktop

/// The desktop's own folder dialog, through the portal where there is one.
enum FolderChooser {
    /// Shows the dialog over `window`; `chosen` gets an absolute path and is not called when the user thinks better.
    static func choose(over window: UnsafeMutablePointer<GtkWindow>, chosen: @escaping (String) -> Void) {
        // GtkFileDialog is newer than the floor; the native chooser is there in every GTK 4.
        let dialog = made(
            gtk_file_chooser_native_new(
                "Open Folder", window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "_Open", "_Cancel"))
        // A native dialog lives as long as its reference: this one, until it has answered.
        let owned = WidgetlessReference(dialog.object)
        Signal.onNumber(dialog, "response") { response in
            defer { owned.release() }
            guard Int32(bitPattern: response) == GTK_RESPONSE_ACCEPT.rawValue,
                let file = gtk_file_chooser_get_file(dialog.opaque)
            else { return }
            defer { g_object_unref(file.object) }
            if let path = takeText(g_file_get_path(file)) { chosen(path) }
        }
        gtk_native_dialog_show(dialog.cast())
    }

    /// The dialog's own reference, given back once.
    private final class WidgetlessReference {
        private var object: UnsafeMutableRawPointer?
        init(_ object: UnsafeMutableRawPointer) { self.object = object }
        func release() {
            guard let object else { return }
            self.object = nil
            // After the handler that runs now: releasing the dialog inside it would free the closure that is running.
            Task { @MainActor in g_object_unref(object) }
        }
    }
}
