// A line of text over a page that fades in and out.
import CGTK
import Desktop

/// A label in a dark box over other widgets. Pointer input passes through it.
final class FadingLabel {
    private let revealer: OpaquePointer
    private let label: OpaquePointer

    /// Duration of the fade in milliseconds.
    private static let time: UInt32 = 150

    /// - Parameter overlay: The GtkOverlay to which the label is added.
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
        // Wheel and pointer input is for the widgets below.
        gtk_widget_set_can_target(revealer, 0)
        gtk_overlay_add_overlay(overlay, revealer)
    }

    /// The widget that was added to the overlay.
    var widget: Widget { revealer.cast() }
    /// Whether the label is shown or fading in.
    var isShown: Bool { gtk_revealer_get_reveal_child(revealer) != 0 }

    /// The label's text, also while it is hidden.
    var text: String {
        get { String(cString: gtk_label_get_text(label)) }
        set { gtk_label_set_text(label, newValue) }
    }

    func show() { gtk_revealer_set_reveal_child(revealer, 1) }
    func hide() { gtk_revealer_set_reveal_child(revealer, 0) }
}
