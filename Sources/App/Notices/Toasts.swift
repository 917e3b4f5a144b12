// Messages over the window's lower edge, which screen readers read out.
import CGTK
import Desktop
import Library
import Photos

/// The window's toasts, of which one is shown: the latest.
final class Toasts {
    /// A toast that has not gone.
    private struct Shown {
        let toast: GObjectReference
        let words: WidgetReference
        let number: Int
        /// Whether it is about the opened photo.
        var isOfOpened: Bool
        /// Whether it goes as soon as it is in its place.
        var isOver = false
        /// Runs until the toast is in its place.
        var arrival: FrameTick?
    }

    /// The overlay around the window's content.
    let overlay: WidgetReference
    /// The text of the latest toast.
    private(set) var last: String?
    private var shown: Shown?
    private var count = 0
    private var opened: (ref: PhotoRef, id: PhotoID)?
    /// Whether a toast is shown that stays for its time.
    var isShown: Bool { shown.map { !$0.isOver } ?? false }
    /// Whether a toast is on its way to its place.
    var isArriving: Bool { shown?.arrival != nil }

    /// Microseconds after which a toast is in its place; libadwaita moves it there in half of that. One that goes
    /// before ends the program with libadwaita 1.2 (docs/workarounds.md).
    private static let arrivalTime: Int64 = 500_000

    init(over child: Widget) {
        let overlay = made(adw_toast_overlay_new())
        self.overlay = WidgetReference(overlay)
        adw_toast_overlay_set_child(overlay.opaque, child)
    }

    isolated deinit { shown?.arrival?.remove() }

    /// Takes in which photo is opened now; nil for none. What was said about the one before ends, for it is left. A
    /// photo that has got another name, or another place in a list, is the same.
    func open(_ ref: PhotoRef?, _ photo: Photo?) {
        let before = opened
        opened = ref.flatMap { ref in photo.map { (ref, $0.id) } }
        if let before, let opened, before.ref == opened.ref || before.id == opened.id { return }
        guard let shown, shown.isOfOpened else { return }
        if shown.arrival != nil {
            self.shown?.isOver = true
        } else {
            adw_toast_dismiss(shown.toast.pointer.opaque)
        }
    }

    /// Shows `text` in place of what is shown.
    /// - Parameters:
    ///   - button: Its label and a detailed action name; nil for a toast without one.
    ///   - isOfOpened: Whether it is about the photo that is opened, if one is, and ends when that is left.
    func say(_ text: String, button: (label: String, action: String)? = nil, isOfOpened: Bool = false) {
        last = text
        let isOfOpened = isOfOpened && opened != nil
        if let shown, shown.arrival != nil {
            self.shown?.isOfOpened = isOfOpened
            self.shown?.isOver = false
            gtk_label_set_text(shown.words.widget.opaque, text)
            Self.set(button, on: shown.toast.pointer.opaque)
            fit(shown.words.widget)
            return
        }
        if let shown { adw_toast_dismiss(shown.toast.pointer.opaque) }
        let toast = made(adw_toast_new(""))
        let words = Self.alert(text)
        gtk_widget_add_css_class(words, "heading")
        gtk_label_set_wrap(words.opaque, 1)
        gtk_label_set_natural_wrap_mode(words.opaque, GTK_NATURAL_WRAP_NONE)
        adw_toast_set_custom_title(toast, words)
        count += 1
        shown = Shown(
            toast: GObjectReference(retaining: toast.object), words: WidgetReference(words), number: count,
            isOfOpened: isOfOpened)
        Signal.on(toast, "dismissed") { [weak self, count] in self?.gone(count) }
        Self.set(button, on: toast)
        adw_toast_overlay_add_toast(overlay.widget.opaque, toast)
        fit(words)
        awaitArrival()
    }

    /// Has the words of a toast ask for no more width than the window has for them. libadwaita 1.2 gives a toast the
    /// height that it has in one line where the window is narrower, and GTK then the width that it needs at that height
    /// (docs/workarounds.md).
    private func fit(_ words: Widget) {
        var toast = words
        while let parent = gtk_widget_get_parent(toast), parent != overlay.widget { toast = parent }
        gtk_label_set_max_width_chars(words.opaque, -1)
        let room = gtk_widget_get_width(overlay.widget) - Self.naturalWidth(of: toast) + Self.naturalWidth(of: words)
        guard room > 0, let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(words), nil, nil) else {
            return
        }
        defer { pango_font_metrics_unref(metrics) }
        // The width of a character as GtkLabel takes it.
        let character = max(
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics))
        if character > 0 { gtk_label_set_max_width_chars(words.opaque, max(1, room * PANGO_SCALE / character)) }
    }

    private static func naturalWidth(of widget: Widget) -> Int32 {
        var width: Int32 = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        return width
    }

    private static func set(_ button: (label: String, action: String)?, on toast: OpaquePointer) {
        adw_toast_set_button_label(toast, button?.label)
        adw_toast_set_action_name(toast, button?.action)
    }

    private func awaitArrival() {
        var start: Int64?
        shown?.arrival = FrameTick.start(on: overlay.widget) { [weak self] time in
            let begun = start ?? time
            start = begun
            guard time - begun >= Self.arrivalTime else { return true }
            self?.arrived()
            return false
        }
    }

    private func arrived() {
        shown?.arrival = nil
        if let shown, shown.isOver { adw_toast_dismiss(shown.toast.pointer.opaque) }
    }

    private func gone(_ number: Int) {
        guard let shown, shown.number == number else { return }
        shown.arrival?.remove()
        self.shown = nil
    }

    /// Makes a label with the alert role, which is read out when it appears. libadwaita 1.2 gives its own label no
    /// role.
    private static func alert(_ text: String) -> Widget {
        var role = GValue()
        g_value_init(&role, gtk_accessible_role_get_type())
        g_value_set_enum(&role, Int32(GTK_ACCESSIBLE_ROLE_ALERT.rawValue))
        defer { g_value_unset(&role) }
        let label = "accessible-role".withCString { name in
            var name: UnsafePointer<CChar>? = name
            return g_object_new_with_properties(gtk_label_get_type(), 1, &name, &role)
        }
        let widget: Widget = made(label).cast()
        gtk_label_set_text(widget.opaque, text)
        return widget
    }
}
