// How much a picture is magnified: a number over its lower edge that comes and goes.
import Browse
import CDesktop
import Desktop

/// Lays a label over the picture that says its scale, while that changes and for a moment after.
final class ZoomReadout {
    private let label: FadingLabel
    private var hiding: Task<Void, Never>?

    /// How long the label stays.
    private static let time = Duration.seconds(1)

    /// - Parameter stage: the GtkOverlay around the picture.
    init(over stage: OpaquePointer) { label = FadingLabel(over: stage, halign: GTK_ALIGN_CENTER, valign: GTK_ALIGN_END) }

    /// What the label says, while it is shown.
    var text: String? { label.isShown ? label.text : nil }

    /// Says the scale of a picture.
    func show(_ magnifier: Magnifier) {
        label.text = "\(Int((magnifier.scale * 100).rounded()))\u{202F}%"
        label.show()
        hiding?.cancel()
        hiding = Task { [weak self] in
            if (try? await Task.sleep(for: Self.time)) != nil { self?.hide() }
        }
    }

    /// Takes the label away; nothing waits any more.
    func hide() {
        hiding?.cancel()
        label.hide()
    }
}
