// The detail page's keys: what each means, and where they are heard.
import Browse
import CDesktop
import Desktop

/// Something that a key asks of the detail page.
enum DetailCommand: Equatable {
    case turn(PhotoStep)
}

/// Keys that act while the focus is in the detail page, after the widget that has it: a text keeps its arrows.
enum DetailKeys {
    /// What a key means, or nil for nothing.
    /// - Parameter isRightToLeft: whether lines begin at the right, and photos go on to the left.
    static func command(for key: UInt32, holding modifiers: GdkModifierType, isRightToLeft: Bool) -> DetailCommand? {
        let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & others == 0 else { return nil }
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: return .turn(isRightToLeft ? .next : .previous)
        case GDK_KEY_Right, GDK_KEY_KP_Right: return .turn(isRightToLeft ? .previous : .next)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return .turn(.previous)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return .turn(.next)
        case GDK_KEY_Home, GDK_KEY_KP_Home: return .turn(.first)
        case GDK_KEY_End, GDK_KEY_KP_End: return .turn(.last)
        default: return nil
        }
    }

    /// Hears the keys on `widget`. `run` answers whether the command was of use.
    static func install(on widget: Widget, run: @escaping (DetailCommand) -> Bool) {
        let controller = made(gtk_event_controller_key_new())
        Signal.onKey(controller, "key-pressed") { key, modifiers in
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            return command(for: key, holding: modifiers, isRightToLeft: isRightToLeft).map(run) ?? false
        }
        gtk_widget_add_controller(widget, controller)
    }
}
