// The sidebar's rows, as the tests of places find them.
import CGTK
import Desktop

@testable import App
@testable import AppFixtures

/// The rows of a sidebar.
enum SidebarRows {
    static func list(in sidebar: Widget) -> Widget? {
        var widget = gtk_widget_get_first_child(sidebar)
        while let current = widget, g_strcmp0(g_type_name_from_instance(current.cast()), "GtkListBox") != 0 {
            widget = gtk_widget_get_first_child(current)
        }
        return widget
    }

    static func row(_ name: String, in sidebar: Widget) -> Widget? {
        guard let list = list(in: sidebar) else { return nil }
        var index: Int32 = 0
        while let row = gtk_list_box_get_row_at_index(list.opaque, index) {
            let widget: Widget = row.cast()
            if labels(below: widget).first == name { return widget }
            index += 1
        }
        return nil
    }

    static func selected(in sidebar: Widget) -> String? {
        list(in: sidebar).flatMap { gtk_list_box_get_selected_row($0.opaque) }.flatMap {
            labels(below: $0.cast()).first
        }
    }
}
