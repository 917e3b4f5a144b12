// The fading of header and buttons over a picture: they disappear after a time without input, and return with any
// movement, key, touch or focus.
import CGTK
import Desktop

/// Visibility of the detail page's controls, which are hidden when idle, but for a header beside the picture. They stay
/// while the pointer is on them, while the keyboard focus is in them, and while a menu or panel is open. The pointer is
/// hidden and shown with them.
final class IdleControls {
    private let root: Widget
    private let widgets: DetailWidgets
    private let controls: [Widget]
    private var waiting: Task<Void, Never>?
    private var moved = ContinuousClock.now
    private var pointer = (x: 0.0, y: 0.0)

    /// Whether the controls are hidden or fading out.
    private(set) var areHidden = false
    /// Whether the timer for hiding runs.
    var isWaiting: Bool { waiting != nil }
    /// Time without input after which the controls fade out.
    var delay = Duration.milliseconds(2500)
    /// Returns whether something else keeps the controls, such as an open panel.
    var areHeld: () -> Bool = { false }

    /// - Parameter widgets: Borrowed; `stop` has to be called while they live.
    init(of widgets: DetailWidgets) {
        self.widgets = widgets
        root = widgets.root.widget
        controls = [widgets.header.cast(), widgets.previous, widgets.next, widgets.marks.root.widget]
        for control in controls { gtk_widget_add_css_class(control, "fading") }
        let motion = made(gtk_event_controller_motion_new())
        // GTK reports the pointer's position also when the widgets below it have moved.
        Signal.onPoint(motion, "motion") { [weak self] x, y in
            guard let self, (x, y) != self.pointer else { return }
            self.pointer = (x, y)
            self.wake()
        }
        let key = made(gtk_event_controller_key_new())
        Signal.onKey(key, "key-pressed") { [weak self] _, _ in
            self?.wake()
            return false
        }
        let touch = made(gtk_gesture_click_new())
        Signal.onPress(touch, "pressed") { [weak self] _, _, _ in self?.wake() }
        for controller in [motion, key, touch.opaque] {
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(root, controller)
        }
        for control in controls {
            let focus = made(gtk_event_controller_focus_new())
            Signal.on(focus, "enter") { [weak self] in self?.wake() }
            gtk_widget_add_controller(control, focus)
        }
    }

    /// Shows the controls and starts the timer: the page is open.
    func start() {
        stop()
        moved = .now
        wait()
    }

    /// Shows the controls and stops the timer: the page is closed.
    func stop() {
        waiting?.cancel()
        waiting = nil
        setHidden(false)
    }

    /// Shows the controls and restarts the timer.
    func wake() {
        moved = .now
        setHidden(false)
        // Without a timer the page is closed, or the controls were hidden.
        if waiting == nil, gtk_widget_get_visible(root) != 0 { wait() }
    }

    private func wait() {
        waiting = Task { [weak self] in
            while let time = self?.remaining {
                guard (try? await Task.sleep(for: time)) != nil, let self else { return }
                guard self.remaining <= .zero else { continue }
                guard self.isInUse else { break }
                self.moved = .now
            }
            guard let self, !Task.isCancelled else { return }
            self.waiting = nil
            self.setHidden(true)
        }
    }

    private var remaining: Duration { moved + delay - .now }

    /// Whether the controls, or what they have opened, are in use.
    private var isInUse: Bool {
        let hasPointer = GTK_STATE_FLAG_PRELIGHT.rawValue
        if areHeld() || controls.contains(where: { gtk_widget_get_state_flags($0).rawValue & hasPointer != 0 }) {
            return true
        }
        guard let window = gtk_widget_get_root(root), let focus = gtk_root_get_focus(window) else { return false }
        if gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil { return true }
        return gtk_window_get_focus_visible(window.cast()) != 0
            && controls.contains { focus == $0 || gtk_widget_is_ancestor(focus, $0) != 0 }
    }

    private func setHidden(_ hidden: Bool) {
        guard hidden != areHidden else { return }
        areHidden = hidden
        if hidden { gtk_widget_add_css_class(root, "idle") } else { gtk_widget_remove_css_class(root, "idle") }
        // Hidden controls must not take clicks.
        for control in controls {
            let isHidden = hidden && (widgets.isHeaderOver || control != widgets.header.cast())
            gtk_widget_set_can_target(control, isHidden ? 0 : 1)
        }
        gtk_widget_set_cursor_from_name(root, hidden ? "none" : nil)
    }
}
