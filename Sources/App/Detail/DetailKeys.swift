// The keys of the detail page.
import Browse
import CGTK
import Desktop

/// A command that a key gives to the detail page.
enum DetailCommand: Equatable {
    case navigate(PhotoStep)
    /// An arrow: pans a magnified picture, by these multiples of an arrow's distance, and navigates to a neighbour
    /// otherwise. With Shift it has none, and pans alone.
    case arrow(x: Double, y: Double, PhotoStep?)
    /// Zoom steps, larger where positive.
    case zoom(Double)
    case fit
    case pixels
    /// Whole, or its own pixels.
    case toggleZoom
    /// Quarter turns, clockwise where positive.
    case rotate(Int)
    /// Pages forward, backward where negative.
    case page(Int)
    /// Plays a video.
    case play
    /// Plays a video, and navigates from any other photo.
    case playOrNavigate(PhotoStep)
}

/// Key handling while the focus is in the detail page, after the focused widget: a text keeps its arrow keys.
enum DetailKeys {
    /// Returns the command of a key; nil where it has none.
    /// - Parameter isRightToLeft: Whether text runs from right to left, so that the next photo is to the left.
    static func command(for key: UInt32, holding modifiers: GdkModifierType, isRightToLeft: Bool) -> DetailCommand? {
        let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & others == 0 else { return nil }
        let hasControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        let hasShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left where hasControl: return .rotate(-1)
        case GDK_KEY_Right where hasControl: return .rotate(1)
        case GDK_KEY_Page_Up where hasControl, GDK_KEY_KP_Page_Up where hasControl: return .page(-1)
        case GDK_KEY_Page_Down where hasControl, GDK_KEY_KP_Page_Down where hasControl: return .page(1)
        case _ where hasControl: return nil
        case GDK_KEY_Left where hasShift, GDK_KEY_KP_Left where hasShift: return .arrow(x: 1, y: 0, nil)
        case GDK_KEY_Right where hasShift, GDK_KEY_KP_Right where hasShift: return .arrow(x: -1, y: 0, nil)
        case GDK_KEY_Left, GDK_KEY_KP_Left: return .arrow(x: 1, y: 0, isRightToLeft ? .next : .previous)
        case GDK_KEY_Right, GDK_KEY_KP_Right: return .arrow(x: -1, y: 0, isRightToLeft ? .previous : .next)
        case GDK_KEY_Up, GDK_KEY_KP_Up: return .arrow(x: 0, y: 1, nil)
        case GDK_KEY_Down, GDK_KEY_KP_Down: return .arrow(x: 0, y: -1, nil)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return .navigate(.previous)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return .navigate(.next)
        case GDK_KEY_Home, GDK_KEY_KP_Home: return .navigate(.first)
        case GDK_KEY_End, GDK_KEY_KP_End: return .navigate(.last)
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: return .zoom(1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: return .zoom(-1)
        case GDK_KEY_0, GDK_KEY_KP_0: return .fit
        case GDK_KEY_1, GDK_KEY_KP_1: return .pixels
        case GDK_KEY_space, GDK_KEY_KP_Space:
            return hasShift ? .navigate(.previous) : .playOrNavigate(.next)
        case GDK_KEY_BackSpace: return .navigate(.previous)
        case GDK_KEY_Return, GDK_KEY_KP_Enter: return .play
        default: return nil
        }
    }

    /// Adds the keys to `widget`. `run` returns whether it consumed the command.
    static func install(on widget: Widget, run: @escaping (DetailCommand) -> Bool) {
        let controller = made(gtk_event_controller_key_new())
        Signal.onKey(controller, "key-pressed") { key, modifiers in
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            return command(for: key, holding: modifiers, isRightToLeft: isRightToLeft).map(run) ?? false
        }
        gtk_widget_add_controller(widget, controller)
    }
}
