// Keys that are held down: the display repeats them, and some commands are not meant again.
import CGTK
import Desktop

/// Which key is held, and whether it has done what it does once for each press.
struct HeldKey {
    /// The key that went down last, in lower case; nil if it is up again.
    private var key: UInt32?
    private var isSpent = false

    /// Takes in that a key went down, or is repeated.
    /// - Returns: Whether it is a repetition that means nothing.
    mutating func press(_ key: UInt32) -> Bool {
        if key == self.key { return isSpent }
        (self.key, isSpent) = (key, false)
        return false
    }

    /// Takes in that a key went up.
    mutating func release(_ key: UInt32) {
        if key == self.key { forget() }
    }

    /// Takes in that the held key has acted, and does so only once for each press.
    mutating func spend() { isSpent = key != nil }

    /// Takes in that the window is no longer told of what is held.
    mutating func forget() { (key, isSpent) = (nil, false) }
}

extension WindowCommand {
    /// Whether a key that is held does it once: what goes on to the next photo would go through them all, and what is
    /// pasted would come again and again.
    var isOncePerPress: Bool {
        switch self {
        case .trash, .paste, .cullStars, .cullReject, .cullFavourite, .cullLabel: true
        default: false
        }
    }
}

/// Keeps the repetitions of a held key from commands that are done once for each press.
final class HeldKeys: WindowFeature {
    private var held = HeldKey()

    /// - Parameter context: Of a window with all its actions.
    init(_ context: WindowContext) {
        let controller = made(gtk_event_controller_key_new())
        // Before the widgets and the shortcuts that act on them.
        gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
        Signal.onKey(controller, "key-pressed") { [weak self] key, _ in
            self?.held.press(gdk_keyval_to_lower(key)) ?? false
        }
        Signal.onKeyRelease(controller) { [weak self] key in self?.held.release(gdk_keyval_to_lower(key)) }
        gtk_widget_add_controller(context.window.cast(), controller.opaque)
        for command in WindowCommand.allCases where command.isOncePerPress {
            context.actions.observe(command) { [weak self] in self?.held.spend() }
        }
        // Another window, such as one that asks about the act, is told of the release.
        Signal.onChange(of: "is-active", context.window) { [weak self] in self?.held.forget() }
    }
}
