// The choice of a program for photos, and its start.
import CGTK
import Codecs
import Desktop
import Photos

/// The desktop's dialog of the programs that open a file. It lives until the user has answered.
final class ProgramChooser {
    let dialog: WidgetReference

    /// Shows the dialog.
    /// - Parameters:
    ///   - path: A file of the type that is to be opened; it is not read.
    ///   - chosen: Gets the program; nil where the user has chosen none.
    init(
        for path: String, count: Int, over window: UnsafeMutablePointer<GtkWindow>,
        chosen: @escaping (InstalledProgram?) -> Void
    ) {
        // By the name alone: the dialog would read a file that it is given, on the main thread.
        let type = g_content_type_guess(FilePath.shown(path), nil, 0, nil)
        defer { g_free(type) }
        let flags = GtkDialogFlags(GTK_DIALOG_MODAL.rawValue | GTK_DIALOG_USE_HEADER_BAR.rawValue)
        let widget = made(gtk_app_chooser_dialog_new_for_content_type(window, flags, type))
        dialog = WidgetReference(widget)
        gtk_window_set_destroy_with_parent(widget.cast(), 1)
        gtk_app_chooser_dialog_set_heading(widget.opaque, SharingText.chooseProgram(photos: count))
        let programs = gtk_app_chooser_dialog_get_widget(widget.opaque)
        gtk_app_chooser_widget_set_show_all(programs?.opaque, 1)
        Signal.onNumber(widget, "response") { response in
            let isChosen = Int32(bitPattern: response) == GTK_RESPONSE_OK.rawValue
            let program = isChosen ? gtk_app_chooser_get_app_info(widget.opaque) : nil
            let answer = program.map { InstalledProgram(adopting: $0) }
            // In the next main-loop iteration: the closure that runs belongs to the dialog.
            Task { @MainActor in
                gtk_window_destroy(widget.cast())
                chosen(answer)
            }
        }
        gtk_window_present(widget.cast())
    }
}

/// A program as the desktop knows it.
final class InstalledProgram {
    private let info: GObjectReference

    /// Takes over a GAppInfo.
    init(adopting info: OpaquePointer) { self.info = GObjectReference(adopting: info.object) }

    private var name: String { String(cString: g_app_info_get_display_name(info.pointer.opaque)) }

    /// Opens files with the program.
    /// - Parameter failed: Gets a sentence when the program was not started.
    func open(_ paths: [String], over window: UnsafeMutablePointer<GtkWindow>?, failed: @escaping (String) -> Void) {
        let context = window.flatMap { gtk_widget_get_display($0.cast()) }.flatMap(gdk_display_get_app_launch_context)
        defer { if let context { g_object_unref(context.object) } }
        var uris: UnsafeMutablePointer<GList>?
        for uri in paths.reversed().compactMap(FilePath.uri(of:)) { uris = g_list_prepend(uris, g_strdup(uri)) }
        defer { g_list_free_full(uris, g_free) }
        var error: UnsafeMutablePointer<GError>?
        if g_app_info_launch_uris(info.pointer.opaque, uris, context?.cast(), &error) == 0 {
            let problem = GLibError(adopting: error).message
            failed(SharingText.notOpened(photos: paths.count, by: name, because: problem))
        }
    }
}

/// What is installed on the desktop.
enum InstalledPrograms {
    /// Returns whether a program opens addresses of a scheme. Reads the desktop's tables, so it runs off the main
    /// thread.
    @concurrent nonisolated static func openScheme(_ scheme: String) async -> Bool {
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
        g_object_unref(program.object)
        return true
    }
}
