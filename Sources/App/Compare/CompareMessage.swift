// What a cell says of a picture that is not there: that it is loading, or why it cannot be shown.
import Browse
import CGTK
import Desktop
import Photos

/// Spinner, reason and the button for another try, over the picture.
final class CompareMessage {
    private let spinner: OpaquePointer
    private let box: Widget
    private let label: OpaquePointer
    private let retry: Widget

    init(onRetry: @escaping () -> Void) {
        spinner = made(gtk_spinner_new()).opaque
        box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        label = made(gtk_label_new(nil)).opaque
        retry = made(gtk_button_new_with_label(MenuText.tryAgain))
        gtk_widget_set_size_request(spinner.cast(), 32, 32)
        gtk_widget_add_css_class(box, "detail-message")
        gtk_label_set_wrap(label, 1)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(label, 32)
        gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
        gtk_box_append(box.cast(), label.cast())
        gtk_box_append(box.cast(), retry)
        for widget in [box, spinner.cast()] {
            gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
            gtk_widget_set_visible(widget, 0)
        }
        Signal.on(retry, "clicked") { onRetry() }
    }

    /// Adds the widgets to a GtkOverlay.
    func add(to stage: OpaquePointer) {
        for widget in [box, spinner.cast()] { gtk_overlay_add_overlay(stage, widget) }
    }

    /// Shows what there is to say of a picture.
    func show(_ state: DetailState) {
        let isLoading = state.showsSpinner && !state.photo.isVideo
        gtk_spinner_set_spinning(spinner, isLoading ? 1 : 0)
        gtk_widget_set_visible(spinner.cast(), isLoading ? 1 : 0)
        guard case .failed(let failure) = state.full, failure.reason != .noThumbnail else {
            return gtk_widget_set_visible(box, 0)
        }
        gtk_label_set_text(label, localized(failure))
        gtk_widget_set_visible(retry, failure.isHopeless ? 0 : 1)
        gtk_widget_set_visible(box, 1)
    }

    /// The reason that is shown; nil where there is none.
    var text: String? { gtk_widget_get_visible(box) != 0 ? String(cString: gtk_label_get_text(label)) : nil }
}
