// The page of a slideshow: one photo on black over the whole window, and buttons while the pointer moves.
import CGTK
import CWidgets
import Desktop

/// The widgets of a slideshow. Hidden until it is opened.
final class SlideshowPage {
    /// What the user asks for.
    enum Command { case pause, previous, next, end }

    let root: WidgetReference
    private let stack: OpaquePointer
    private let pictures: [Widget]
    private let controls: OpaquePointer
    private let pauseButton: Widget
    private var front = 0
    private var hiding: Task<Void, Never>?
    private var pointer: (x: Double, y: Double)?

    let onCommand: (Command) -> Void

    /// Duration of a fade in milliseconds.
    private static let fadeTime: UInt32 = 700
    /// Time without movement after which buttons and pointer are hidden.
    private static let idleTime = Duration.milliseconds(2500)

    /// - Parameter onCommand: Called for a key or a button.
    init(onCommand: @escaping (Command) -> Void) {
        self.onCommand = onCommand
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_widget_add_css_class(overlay, "slideshow")
        gtk_widget_set_visible(overlay, 0)
        gtk_widget_set_focusable(overlay, 1)
        tessera_accessible_set_label(overlay.object, SlideshowText.action)
        let stack = made(gtk_stack_new())
        self.stack = stack.opaque
        gtk_stack_set_transition_duration(self.stack, Self.fadeTime)
        pictures = (0..<2).map { _ in
            let picture = made(gtk_picture_new())
            gtk_picture_set_can_shrink(picture.opaque, 1)
            gtk_stack_add_child(stack.opaque, picture)
            return picture
        }
        gtk_overlay_set_child(overlay.opaque, stack)
        let bar = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for style in ["osd", "toolbar"] { gtk_widget_add_css_class(bar, style) }
        let revealer = made(gtk_revealer_new())
        controls = revealer.opaque
        pauseButton = made(gtk_button_new())
        gtk_revealer_set_child(controls, bar)
        gtk_revealer_set_transition_type(controls, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(revealer, GTK_ALIGN_END)
        gtk_widget_set_margin_bottom(revealer, 24)
        gtk_overlay_add_overlay(overlay.opaque, revealer)
        add(made(gtk_button_new()), "go-previous-symbolic", ButtonText.previousPhoto, .previous, to: bar)
        add(pauseButton, "media-playback-pause-symbolic", SlideshowText.pause, .pause, to: bar)
        add(made(gtk_button_new()), "go-next-symbolic", ButtonText.nextPhoto, .next, to: bar)
        add(made(gtk_button_new()), "window-close-symbolic", SlideshowText.end, .end, to: bar)
        listen()
    }

    isolated deinit { hiding?.cancel() }

    private func add(_ button: Widget, _ icon: String, _ name: String, _ command: Command, to bar: Widget) {
        gtk_button_set_icon_name(button.cast(), icon)
        IconButton.name(button, name, tooltip: name)
        gtk_widget_set_focus_on_click(button, 0)
        Signal.on(button, "clicked") { [weak self] in self?.onCommand(command) }
        gtk_box_append(bar.cast(), button)
    }

    private func listen() {
        let key = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(key, GTK_PHASE_CAPTURE)
        Signal.onKey(key, "key-pressed") { [weak self] key, _ in
            guard let self, let command = self.command(for: key) else { return false }
            self.onCommand(command)
            return true
        }
        let motion = made(gtk_event_controller_motion_new())
        Signal.onPoint(motion, "motion") { [weak self] x, y in
            guard let self else { return }
            // GTK tells the pointer's place also when the page has opened under it.
            if let pointer = self.pointer, pointer != (x, y) { self.wake() }
            self.pointer = (x, y)
        }
        let press = made(gtk_gesture_click_new())
        Signal.onPress(press, "pressed") { [weak self] _, _, _ in self?.wake() }
        for controller in [key, motion, press.opaque] { gtk_widget_add_controller(root.widget, controller) }
    }

    /// Returns what a key asks for; nil for none.
    func command(for key: UInt32) -> Command? {
        let isRightToLeft = gtk_widget_get_direction(root.widget) == GTK_TEXT_DIR_RTL
        switch Int32(bitPattern: key) {
        case GDK_KEY_space, GDK_KEY_KP_Space: return .pause
        case GDK_KEY_Escape: return .end
        case GDK_KEY_Left, GDK_KEY_KP_Left: return isRightToLeft ? .next : .previous
        case GDK_KEY_Right, GDK_KEY_KP_Right: return isRightToLeft ? .previous : .next
        case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: return .previous
        case GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: return .next
        default: return nil
        }
    }

    /// Shows the page, without a photo, and gives it the focus.
    func open() {
        pointer = nil
        gtk_widget_set_visible(root.widget, 1)
        gtk_widget_set_cursor_from_name(root.widget, "none")
        gtk_widget_grab_focus(root.widget)
    }

    /// Hides the page and releases its photos.
    func close() {
        hiding?.cancel()
        gtk_revealer_set_reveal_child(controls, 0)
        gtk_widget_set_visible(root.widget, 0)
        for picture in pictures { gtk_picture_set_paintable(picture.opaque, nil) }
        isPaused = false
    }

    /// Shows a texture in place of the one before.
    func show(_ texture: OpaquePointer, title: String, fades: Bool) {
        front = 1 - front
        gtk_picture_set_paintable(pictures[front].opaque, texture)
        gtk_picture_set_alternative_text(pictures[front].opaque, title)
        gtk_stack_set_transition_type(
            stack, fades ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_NONE)
        gtk_stack_set_visible_child(stack, pictures[front])
    }

    /// The texture that is shown, borrowed; nil for none.
    var shown: OpaquePointer? { gtk_picture_get_paintable(pictures[front].opaque) }

    /// Whether the show is paused; the buttons stay for as long.
    var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            let name = isPaused ? SlideshowText.resume : SlideshowText.pause
            gtk_button_set_icon_name(
                pauseButton.cast(), isPaused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
            IconButton.name(pauseButton, name, tooltip: name)
            wake()
        }
    }

    /// Shows buttons and pointer for a while.
    private func wake() {
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        gtk_revealer_set_reveal_child(controls, 1)
        gtk_widget_set_cursor_from_name(root.widget, nil)
        hiding?.cancel()
        hiding = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.idleTime)) != nil, let self, !self.isPaused else { return }
            gtk_revealer_set_reveal_child(self.controls, 0)
            gtk_widget_set_cursor_from_name(self.root.widget, "none")
        }
    }
}
