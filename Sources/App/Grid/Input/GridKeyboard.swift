// The keys that move the focus in the grid and open the focused photo.
import Browse
import CGTK
import Desktop

/// Key handling while the focus is in the grid, after the focused tile.
enum GridKeyboard {
    /// What a key does.
    enum Command: Equatable {
        case move(GridStep)
        case activate
    }

    /// Returns the command of a key; nil where it has none.
    /// - Parameter isRightToLeft: Whether the next photo is to the left.
    static func command(for key: UInt32, isRightToLeft: Bool) -> Command? {
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: .move(isRightToLeft ? .next : .previous)
        case GDK_KEY_Right, GDK_KEY_KP_Right: .move(isRightToLeft ? .previous : .next)
        case GDK_KEY_Up, GDK_KEY_KP_Up: .move(.up)
        case GDK_KEY_Down, GDK_KEY_KP_Down: .move(.down)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: .move(.pageUp)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: .move(.pageDown)
        case GDK_KEY_Home, GDK_KEY_KP_Home: .move(.first)
        case GDK_KEY_End, GDK_KEY_KP_End: .move(.last)
        case GDK_KEY_Return, GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter: .activate
        default: nil
        }
    }

    /// Adds the keys to the grid's view.
    static func install(on grid: TileGrid) {
        let controller = made(gtk_event_controller_key_new())
        Signal.onKey(controller, "key-pressed") { [weak grid] key, modifiers in
            let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            guard let grid, modifiers.rawValue & others == 0,
                let command = command(for: key, isRightToLeft: grid.isRightToLeft)
            else { return false }
            switch command {
            case .move(let step): grid.focus.move(step, SelectionKeys(modifiers))
            case .activate: grid.focus.activate()
            }
            return true
        }
        gtk_widget_add_controller(grid.view, controller)
    }
}
