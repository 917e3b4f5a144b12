// The keys of the page on which photos are compared, beside those of marks.
import Browse
import CGTK
import Desktop

/// What a key does with photos that are compared.
enum CompareCommand: Equatable {
    /// Shows the photo beside the active one in its place.
    case neighbour(isForward: Bool)
    /// Acts on another photo.
    case activate(CompareLayout.Direction)
    /// The same, in their order.
    case activateNext(Int)
    /// Moves the photos by these multiples of an arrow's distance.
    case pan(x: Double, y: Double, isAlone: Bool)
    /// Zoom steps, larger where positive.
    case zoom(Double)
    /// Whole, or their own pixels.
    case toggleZoom
}

/// Key handling on the page, before the focused widget: nothing there has keys of its own.
enum CompareKeys {
    /// Returns the command of a key; nil where it has none.
    /// - Parameter isRightToLeft: Whether text runs from right to left, so that the next photo is to the left.
    static func command(for key: UInt32, holding modifiers: GdkModifierType, isRightToLeft: Bool) -> CompareCommand? {
        let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & others == 0 else { return nil }
        let hasControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
        let hasShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        if let direction = direction(of: key) {
            if hasShift { return pan(direction, isAlone: hasControl) }
            if hasControl { return .activate(direction) }
            return switch direction {
            case .left: .neighbour(isForward: isRightToLeft)
            case .right: .neighbour(isForward: !isRightToLeft)
            case .up, .down: pan(direction, isAlone: false)
            }
        }
        guard !hasControl else { return nil }
        return switch Int32(bitPattern: key) {
        case GDK_KEY_ISO_Left_Tab: .activateNext(-1)
        case GDK_KEY_Tab, GDK_KEY_KP_Tab: .activateNext(hasShift ? -1 : 1)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_KEY_BackSpace: .neighbour(isForward: false)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: .neighbour(isForward: true)
        case GDK_KEY_space, GDK_KEY_KP_Space: .neighbour(isForward: !hasShift)
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: .zoom(1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: .zoom(-1)
        case GDK_KEY_z, GDK_KEY_Z: .toggleZoom
        default: nil
        }
    }

    private static func direction(of key: UInt32) -> CompareLayout.Direction? {
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: .left
        case GDK_KEY_Right, GDK_KEY_KP_Right: .right
        case GDK_KEY_Up, GDK_KEY_KP_Up: .up
        case GDK_KEY_Down, GDK_KEY_KP_Down: .down
        default: nil
        }
    }

    private static func pan(_ direction: CompareLayout.Direction, isAlone: Bool) -> CompareCommand {
        switch direction {
        case .left: .pan(x: 1, y: 0, isAlone: isAlone)
        case .right: .pan(x: -1, y: 0, isAlone: isAlone)
        case .up: .pan(x: 0, y: 1, isAlone: isAlone)
        case .down: .pan(x: 0, y: -1, isAlone: isAlone)
        }
    }

    /// Adds the keys to `widget`. `run` returns whether it consumed the command.
    static func install(on widget: Widget, run: @escaping (CompareCommand) -> Bool) {
        let controller = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Signal.onKey(controller, "key-pressed") { key, modifiers in
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            return command(for: key, holding: modifiers, isRightToLeft: isRightToLeft).map(run) ?? false
        }
        gtk_widget_add_controller(widget, controller)
    }
}
