// The label for the scale of the opened picture.
import Browse
import CGTK
import Desktop

/// A label over the picture with its scale, shown while that changes and for a moment after.
final class ZoomLabel {
    private let label: FadingLabel
    private var hiding: Task<Void, Never>?

    /// Time for which the label stays after the last change.
    private static let time = Duration.seconds(1)

    /// - Parameter stage: The GtkOverlay around the picture.
    init(over stage: OpaquePointer) {
        label = FadingLabel(over: stage, halign: GTK_ALIGN_CENTER, valign: GTK_ALIGN_END)
    }

    /// The label's text; nil while it is hidden.
    var text: String? { label.isShown ? label.text : nil }

    /// Shows the scale of a picture.
    func show(_ zoomState: ZoomState) {
        label.text = "\(Int((zoomState.scale * 100).rounded()))\u{202F}%"
        label.show()
        hiding?.cancel()
        hiding = Task { [weak self] in
            if (try? await Task.sleep(for: Self.time)) != nil { self?.hide() }
        }
    }

    /// Hides the label and cancels its timer.
    func hide() {
        hiding?.cancel()
        label.hide()
    }
}
