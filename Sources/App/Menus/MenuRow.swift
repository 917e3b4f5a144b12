// Rows of buttons in menus: stars and heart, and the two turns.
import CGTK
import Desktop
import Photos

/// A row of buttons in place of an entry of a menu. A button closes the menu.
enum MenuRow: String {
    /// Five stars, and a heart.
    case marks
    /// A quarter turn to either side.
    case turns

    /// Adds the rows that the model of a GtkPopoverMenu names to it.
    static func fill(_ popover: Widget, actions: ActionMap) {
        for row in [MenuRow.marks, .turns] {
            let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
            for button in row.buttons(actions) {
                gtk_box_append(box.cast(), button)
                Signal.on(button, "clicked") { gtk_popover_popdown(popover.cast()) }
            }
            gtk_popover_menu_add_child(popover.opaque, box, row.rawValue)
        }
    }

    private func buttons(_ actions: ActionMap) -> [Widget] {
        switch self {
        case .marks:
            let stars = actions.number(.rate) ?? 0
            let given = (1...PhotoMarks.mostStars).map { number in
                // The last star that a photo has takes it away.
                let given = number == stars ? 0 : number
                return Self.button(
                    .rate, action: WindowCommand.rate.with(given),
                    icon: number <= stars ? "starred-symbolic" : "non-starred-symbolic", MarkText.entry(given))
            }
            let heart = Self.button(.favourite, icon: "emblem-favorite-symbolic", MarkText.favourite)
            if actions.isOn(.favourite) { gtk_widget_add_css_class(heart, "accent") }
            return given + [heart]
        case .turns:
            return [
                Self.button(.rotateLeft, icon: "object-rotate-left-symbolic", MenuText.rotateLeft),
                Self.button(.rotateRight, icon: "object-rotate-right-symbolic", MenuText.rotateRight),
            ]
        }
    }

    private static func button(
        _ command: WindowCommand, action: String? = nil, icon: String, _ name: String
    ) -> Widget {
        let button = CommandButton.make(command, action: action, icon: icon, name: name, tooltip: name)
        gtk_widget_add_css_class(button, "flat")
        return button
    }
}
