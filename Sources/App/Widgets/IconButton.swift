// Buttons without words.
import CGTK
import CWidgets
import Desktop

/// A button that shows an icon alone.
enum IconButton {
    /// Gives a button its tooltip and its accessible name.
    static func name(_ button: Widget, _ name: String, tooltip: String) {
        gtk_widget_set_tooltip_text(button, tooltip)
        tessera_accessible_set_label(button.object, name)
    }
}
