// How much a picture is magnified: a number over its lower edge that comes and goes.
import Browse
import CDesktop
import Desktop

/// Lays a label over the picture that says its scale, while that changes and for a moment after.
final class ZoomReadout {
    private let revealer: OpaquePointer
    private let label: OpaquePointer
    private var hiding: Task<Void, Never>?

    /// How long the label stays.
    private static let time = Duration.seconds(1)

    init(over stage: OpaquePointer) {
        let label = made(gtk_label_new(nil))
        self.label = label.opaque
        gtk_widget_add_css_class(label, "position")
        let revealer = made(gtk_revealer_new())
        self.revealer = revealer.opaque
        gtk_revealer_set_transition_type(self.revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_child(self.revealer, label)
        gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(revealer, GTK_ALIGN_END)
        gtk_widget_set_can_target(revealer, 0)
        gtk_overlay_add_overlay(stage, revealer)
    }

    /// What the label says, while it is shown.
    var text: String? {
        gtk_revealer_get_reveal_child(revealer) != 0 ? String(cString: gtk_label_get_text(label)) : nil
    }

    /// Says the scale of a picture.
    func show(_ magnifier: Magnifier) {
        gtk_label_set_text(label, "\(Int((magnifier.scale * 100).rounded()))\u{202F}%")
        gtk_revealer_set_reveal_child(revealer, 1)
        hiding?.cancel()
        hiding = Task { [weak self] in
            if (try? await Task.sleep(for: Self.time)) != nil { self?.hide() }
        }
    }

    /// Takes the label away; nothing waits any more.
    func hide() {
        hiding?.cancel()
        gtk_revealer_set_reveal_child(revealer, 0)
    }
}
