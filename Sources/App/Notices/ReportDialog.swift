// A dialog with a list of what a source cannot show.
import CGTK
import Desktop
import Photos

/// A message with a scrolled list below it.
enum ReportDialog {
    /// Limit of the rows; each is laid out on the main thread.
    private static let mostRows = 200
    /// Height of the list above which it scrolls, in logical pixels.
    private static let longestList: Int32 = 320

    /// Shows a dialog over a window.
    /// - Parameter rows: Title and explanation of each row.
    static func show(
        heading: String, rows: [(title: String, detail: String)], over window: UnsafeMutablePointer<GtkWindow>
    ) {
        let (message, list) = make(heading: heading, over: window)
        for (title, detail) in rows.prefix(mostRows) { gtk_list_box_append(list.opaque, row(title, detail)) }
        if rows.count > mostRows {
            gtk_list_box_append(list.opaque, row(ReportText.more(rows.count - mostRows), ""))
        }
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, longestList)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        adw_message_dialog_set_extra_child(message, scroller)
        gtk_window_present(message.cast())
    }

    /// Makes a dialog that is only closed, and an empty list for it (floating).
    static func make(
        heading: String, over window: UnsafeMutablePointer<GtkWindow>
    ) -> (message: UnsafeMutablePointer<AdwMessageDialog>, list: Widget) {
        let message: UnsafeMutablePointer<AdwMessageDialog> = made(adw_message_dialog_new(window, heading, nil)).cast()
        adw_message_dialog_add_response(message, "close", ButtonText.close)
        adw_message_dialog_set_close_response(message, "close")
        adw_message_dialog_set_default_response(message, "close")
        let list = made(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        gtk_widget_add_css_class(list, "boxed-list")
        return (message, list)
    }

    private static func row(_ title: String, _ detail: String) -> Widget {
        let row = made(adw_action_row_new())
        // A file name may hold characters of Pango's markup.
        adw_preferences_row_set_use_markup(row.cast(), 0)
        adw_preferences_row_set_title(row.cast(), DisplayText.line(title))
        adw_action_row_set_subtitle(row.cast(), detail)
        adw_action_row_set_title_lines(row.cast(), 0)
        return row
    }
}
