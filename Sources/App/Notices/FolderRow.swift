// The row of a dialog that shows a folder and leads to the choice of another one.
import CGTK
import Desktop

enum FolderRow {
    /// Gives an AdwActionRow, whose subtitle is the folder's path, its title and its icon.
    /// - Parameter choose: Called when the row is activated.
    static func fill(_ row: Widget, choose: @escaping @MainActor () -> Void) {
        adw_preferences_row_set_title(row.cast(), ExportText.folder)
        adw_preferences_row_set_use_markup(row.cast(), 0)
        adw_action_row_set_subtitle_lines(row.cast(), 0)
        gtk_list_box_row_set_activatable(row.cast(), 1)
        adw_action_row_add_suffix(row.cast(), made(gtk_image_new_from_icon_name("document-open-symbolic")))
        Signal.on(row, "activated", run: choose)
    }
}
