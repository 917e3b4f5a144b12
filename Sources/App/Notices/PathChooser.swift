// Dialogs for a folder to open and for a place to save a file.
import CGTK
import Codecs
import Desktop
import Photos

/// The desktop's own file dialogs, through the portal where there is one.
enum PathChooser {
    /// Asks for a folder over `window`. `chosen` gets its path, on the disk or on a share; it is not called when the
    /// user cancels.
    /// - Parameter starts: Folders by their absolute paths; the dialog begins in the first one that is there.
    static func chooseFolder(
        over window: UnsafeMutablePointer<GtkWindow>, in starts: [String?], title: String = ButtonText.openFolder,
        accept: String = DialogText.open, chosen: @escaping (String) -> Void
    ) {
        // GtkFileDialog is newer than GTK 4.8; the native chooser exists in every GTK 4.
        let dialog = gtk_file_chooser_native_new(
            title, window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept, DialogText.cancel)
        run(made(dialog), in: starts, path: MountedShares.path) { if let path = $0.first { chosen(path) } }
    }

    /// Asks for images to open over `window`. `chosen` gets absolute paths, at least one; it is not called when the
    /// user cancels.
    /// - Parameter starts: Folders by their absolute paths; the dialog begins in the first one that is there.
    static func chooseFiles(
        over window: UnsafeMutablePointer<GtkWindow>, in starts: [String?], chosen: @escaping ([String]) -> Void
    ) {
        let dialog = made(
            gtk_file_chooser_native_new(
                DialogText.openFiles, window, GTK_FILE_CHOOSER_ACTION_OPEN, DialogText.open, DialogText.cancel))
        gtk_file_chooser_set_select_multiple(dialog, 1)
        for (name, type) in [(DialogText.pictures, "image/*"), (DialogText.allFiles, nil)] {
            let filter = made(gtk_file_filter_new())
            gtk_file_filter_set_name(filter, name)
            if let type {
                gtk_file_filter_add_mime_type(filter, type)
            } else {
                gtk_file_filter_add_pattern(filter, "*")
            }
            gtk_file_chooser_add_filter(dialog, filter)
            g_object_unref(filter.object)
        }
        run(dialog, in: starts) { if !$0.isEmpty { chosen($0) } }
    }

    /// The folder in which a file was saved last in this run.
    private static var lastSaved: String?

    /// Asks for the place of a file to save, with `name` as the proposal. The dialog itself asks before it replaces a
    /// file. `chosen` gets an absolute path, or nil for a place that has none; it is not called when the user cancels.
    static func chooseDestination(
        for name: String, over window: UnsafeMutablePointer<GtkWindow>, chosen: @escaping (String?) -> Void
    ) {
        let dialog = made(
            gtk_file_chooser_native_new(
                DialogText.savePhoto, window, GTK_FILE_CHOOSER_ACTION_SAVE, DialogText.save, DialogText.cancel))
        gtk_file_chooser_set_current_name(dialog, FilePath.shown(name))
        // Not the shown folder: a copy beside the original is rarely wanted.
        let pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { FilePath.text($0) }
        run(dialog, in: [lastSaved, pictures]) { paths in
            if let path = paths.first { lastSaved = FilePath.folder(of: path) }
            chosen(paths.first)
        }
    }

    /// Shows a dialog in the first of the folders that is there. `chosen` gets the chosen files that have a path.
    private static func run(
        _ dialog: OpaquePointer, in starts: [String?],
        path: @escaping (OpaquePointer) -> String? = { FilePath.take(g_file_get_path($0)) },
        _ chosen: @escaping ([String]) -> Void
    ) {
        let starts = starts.compactMap(\.self)
        Task {
            if let start = await firstFolder(of: starts), let file = FilePath(start).withC({ g_file_new_for_path($0) })
            {
                gtk_file_chooser_set_current_folder(dialog, file, nil)
                g_object_unref(file.object)
            }
            run(dialog, path, chosen)
        }
    }

    /// Returns the first path at which there is a folder, which may be on a disk that is slow.
    @concurrent private nonisolated static func firstFolder(of paths: [String]) async -> String? {
        paths.first { FilePath($0).withC { g_file_test($0, G_FILE_TEST_IS_DIR) } != 0 }
    }

    /// Shows a dialog. `chosen` gets the chosen files that have a path.
    private static func run(
        _ dialog: OpaquePointer, _ path: @escaping (OpaquePointer) -> String?, _ chosen: @escaping ([String]) -> Void
    ) {
        // A native dialog lives as long as its last reference: this one, until the response.
        let owned = DialogReference(dialog.object)
        Signal.onNumber(dialog, "response") { response in
            defer { owned.release() }
            guard Int32(bitPattern: response) == GTK_RESPONSE_ACCEPT.rawValue,
                let files = gtk_file_chooser_get_files(dialog)
            else { return }
            defer { g_object_unref(files.object) }
            chosen(
                (0..<g_list_model_get_n_items(files)).compactMap { index in
                    guard let file = g_list_model_get_item(files, index) else { return nil }
                    defer { g_object_unref(file) }
                    return path(file.opaque)
                })
        }
        gtk_native_dialog_show(dialog.cast())
    }

    /// The dialog's own reference, released once.
    private final class DialogReference {
        private var object: UnsafeMutableRawPointer?
        init(_ object: UnsafeMutableRawPointer) { self.object = object }
        func release() {
            guard let object else { return }
            self.object = nil
            // At once, though it is the dialog's handler that runs: GLib holds the dialog and the closure until that
            // has ended. A dialog that stayed hidden for a turn of the loop could end the program
            // (docs/workarounds.md).
            g_object_unref(object)
        }
    }
}
