// A line of text over a page that fades in and out.
import Browse
import CGTK
import Desktop

/// A label in a dark box over other widgets. Pointer input passes through it. It keeps its place while it is hidden.
final class FadingLabel {
    /// The widget that was added to the overlay.
    let widget: Widget
    private let label: OpaquePointer
    private let fade: WidgetAnimation
    /// Whether the label is shown or fading in.
    private(set) var isShown = false

    /// Duration of the fade in microseconds.
    private static let time: Int64 = 150_000

    /// - Parameter overlay: The GtkOverlay to which the label is added, and which keeps it.
    init(over overlay: OpaquePointer, halign: GtkAlign, valign: GtkAlign) {
        let label = made(gtk_label_new(nil)), box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        self.label = label.opaque
        widget = box
        fade = WidgetAnimation(Tween(0, duration: Self.time, easing: .easeOut), on: box) { opacity in
            gtk_widget_set_opacity(box, opacity)
            // Not hidden, so that its size is known before it is shown.
            gtk_widget_set_child_visible(box, opacity > 0 ? 1 : 0)
        }
        gtk_widget_add_css_class(label, "position")
        gtk_box_append(box.cast(), label)
        gtk_widget_set_child_visible(box, 0)
        gtk_widget_set_opacity(box, 0)
        gtk_widget_set_halign(box, halign)
        gtk_widget_set_valign(box, valign)
        // Wheel and pointer input is for the widgets below.
        gtk_widget_set_can_target(box, 0)
        gtk_overlay_add_overlay(overlay, box)
    }

    /// The label's text, also while it is hidden.
    var text: String {
        get { String(cString: gtk_label_get_text(label)) }
        set { gtk_label_set_text(label, newValue) }
    }

    func show() {
        guard !isShown else { return }
        isShown = true
        // The fade starts only where it is seen.
        gtk_widget_set_child_visible(widget, 1)
        fade.go(to: 1)
    }

    func hide() {
        guard isShown else { return }
        isShown = false
        fade.go(to: 0)
    }
}
