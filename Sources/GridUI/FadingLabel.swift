// A line of text over a page that fades in and out.
import CDesktop
import Desktop

/// A label in a dark box, laid over something; the pointer goes through it.
final class FadingLabel {
    private let revealer: OpaquePointer
    private let label: OpaquePointer

    /// Milliseconds of its coming and going.
    private static let time: UInt32 = 150

    /// - Parameter overlay: the GtkOverlay that it is laid over.
    init(over overlay: OpaquePointer, halign: GtkAlign, valign: GtkAlign) {
        let label = made(gtk_label_new(nil))
        self.label = label.opaque
        gtk_widget_add_css_class(label, "position")
        let revealer = made(gtk_revealer_new())
        self.revealer = revealer.opaque
        gtk_revealer_set_transition_type(self.revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_transition_duration(self.revealer, Self.time)
        gtk_revealer_set_child(self.revealer, label)
        gtk_widget_set_halign(revealer, halign)
        gtk_widget_set_valign(revealer, valign)
        // The wheel and the pointer belong to what lies under it.
        gtk_widget_set_can_target(revealer, 0)
        gtk_overlay_add_overlay(overlay, revealer)
    }

    /// What is laid over.
    var widget: Widget { revealer.cast() }
    /// Whether it is shown, or coming.
    var isShown: Bool { gtk_revealer_get_reveal_child(revealer) != 0 }

    /// What it says, also while it is not shown.
    var text: String {
        get { String(cString: gtk_label_get_text(label)) }
        set { gtk_label_set_text(label, newValue) }
    }

    func show() { gtk_revealer_set_reveal_child(revealer, 1) }
    func hide() { gtk_revealer_set_reveal_child(revealer, 0) }
}
