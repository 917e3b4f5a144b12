// Rows of buttons in menus: stars and heart, and the two turns.
import CGTK
import CWidgets
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
                Self.button(
                    number <= stars ? "starred-symbolic" : "non-starred-symbolic",
                    MarkText.entry(number == stars ? 0 : number),
                    WindowCommand.rate.with(number == stars ? 0 : number))
            }
            let isFavourite = actions.isOn(.favourite)
            let heart = Self.button(
                "emblem-favorite-symbolic", MarkText.favourite, WindowCommand.favourite.rawValue)
            if isFavourite { gtk_widget_add_css_class(heart, "accent") }
            return given + [heart]
        case .turns:
            return [
                Self.button(
                    "object-rotate-left-symbolic", MenuText.rotateLeft, WindowCommand.rotateLeft.rawValue),
                Self.button(
                    "object-rotate-right-symbolic", MenuText.rotateRight, WindowCommand.rotateRight.rawValue),
            ]
        }
    }

    private static func button(_ icon: String, _ name: String, _ action: String) -> Widget {
        let button: Widget = made(gtk_button_new_from_icon_name(icon))
        gtk_widget_add_css_class(button, "flat")
        DetailWidgets.name(button, name, tooltip: name)
        gtk_actionable_set_detailed_action_name(button.opaque, action)
        return button
    }
}
