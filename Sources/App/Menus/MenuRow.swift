// Rows of buttons in menus: stars and heart, colours, and the two turns.
import CGTK
import Desktop
import Photos

/// A row of buttons in place of an entry of a menu. A button closes the menu; those of turns are left out where photos
/// cannot be turned.
enum MenuRow: String {
    /// Five stars, a heart, and a rejection.
    case marks
    /// The colours.
    case labels
    /// The colours, and a quarter turn to either side.
    case labelsAndTurns

    /// Adds the rows that the model of a GtkPopoverMenu names to it.
    static func fill(_ popover: Widget, actions: ActionMap) {
        for row in [MenuRow.marks, .labels, .labelsAndTurns] {
            // A menu that has not the row leaves it to its owner.
            let owned = WidgetReference(made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
            let box = owned.widget
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
            let reject = Self.button(.reject, icon: "action-unavailable-symbolic", MarkText.reject)
            if actions.isOn(.reject) { gtk_widget_add_css_class(reject, "accent") }
            return given + [heart, reject]
        case .labels:
            let given = actions.number(.label) ?? 0
            return PhotoLabel.colours.map { label in
                let button = Self.button(
                    .label, action: WindowCommand.label.with(Int(label.rawValue)), icon: nil, MarkText.label(label))
                gtk_button_set_child(button.cast(), LabelDot.make(label))
                if given == Int(label.rawValue) { gtk_widget_add_css_class(button, "given") }
                return button
            }
        case .labelsAndTurns:
            // Not hidden by their actions: those are gone before the menu is.
            let labels = MenuRow.labels.buttons(actions)
            guard actions.isEnabled(.rotateRight) else { return labels }
            return labels + [
                Self.button(.rotateLeft, icon: "object-rotate-left-symbolic", MenuText.rotateLeft),
                Self.button(.rotateRight, icon: "object-rotate-right-symbolic", MenuText.rotateRight),
            ]
        }
    }

    private static func button(
        _ command: WindowCommand, action: String? = nil, icon: String?, _ name: String
    ) -> Widget {
        let button = CommandButton.make(command, action: action, icon: icon, name: name, tooltip: name)
        gtk_widget_add_css_class(button, "flat")
        return button
    }
}
