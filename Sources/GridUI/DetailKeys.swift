// The detail page's keys: what each means, and where they are heard.
import Browse
import CDesktop
import Desktop

/// Something that a key asks of the detail page.
enum DetailCommand: Equatable {
    case turn(PhotoStep)
    /// An arrow: moves over a magnified picture, by these parts of an arrow's way, and turns to a neighbour otherwise.
    case arrow(x: Double, y: Double, PhotoStep?)
    /// In steps, larger where positive.
    case zoom(Double)
    case fit
    case pixels
    /// In quarters, clockwise where positive.
    case rotate(Int)
}

/// Keys that act while the focus is in the detail page, after the widget that has it: a text keeps its arrows.
enum DetailKeys {
    /// What a key means, or nil for nothing.
    /// - Parameter isRightToLeft: whether lines begin at the right, and photos go on to the left.
    static func command(for key: UInt32, holding modifiers: GdkModifierType, isRightToLeft: Bool) -> DetailCommand? {
        let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & others == 0 else { return nil }
        let hasControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left where hasControl: return .rotate(-1)
        case GDK_KEY_Right where hasControl: return .rotate(1)
        case _ where hasControl: return nil
        case GDK_KEY_Left, GDK_KEY_KP_Left: return .arrow(x: 1, y: 0, isRightToLeft ? .next : .previous)
        case GDK_KEY_Right, GDK_KEY_KP_Right: return .arrow(x: -1, y: 0, isRightToLeft ? .previous : .next)
        case GDK_KEY_Up, GDK_KEY_KP_Up: return .arrow(x: 0, y: 1, nil)
        case GDK_KEY_Down, GDK_KEY_KP_Down: return .arrow(x: 0, y: -1, nil)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return .turn(.previous)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return .turn(.next)
        case GDK_KEY_Home, GDK_KEY_KP_Home: return .turn(.first)
        case GDK_KEY_End, GDK_KEY_KP_End: return .turn(.last)
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: return .zoom(1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: return .zoom(-1)
        case GDK_KEY_0, GDK_KEY_KP_0: return .fit
        case GDK_KEY_1, GDK_KEY_KP_1: return .pixels
        case GDK_KEY_r: return .rotate(1)
        case GDK_KEY_R: return .rotate(-1)
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
