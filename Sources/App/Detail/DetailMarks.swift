// The marks of the opened photo, over its picture.
import CGTK
import CWidgets
import Desktop
import Photos

/// Five stars, a heart and the photo's colour in a corner of the page. They can be clicked, and fade with the other
/// controls; a change of them is seen for a moment also while those are hidden.
final class DetailMarks {
    /// A box, to be put over the picture.
    let root: WidgetReference
    private let stars: [Widget]
    private let heart: Widget
    private let rejection: Widget
    private let colour: Widget
    private var noting: Task<Void, Never>?

    /// The marks that are shown; nil for a photo that can have none.
    private(set) var marks: PhotoMarks?

    /// Distance from the edges of the picture in logical pixels, and from the lower one where a toast lies there.
    private static let margin: Int32 = 12, marginOverToast: Int32 = 74
    /// Time for which a change is seen while the controls are hidden.
    private static let time = Duration.milliseconds(1500)

    init() {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        root = WidgetReference(box)
        stars = (1...PhotoMarks.mostStars).map { number in
            Self.button(
                .rate, action: WindowCommand.rate.with(number), icon: "non-starred-symbolic",
                name: MarkText.entry(number))
        }
        heart = Self.button(.favourite, icon: "emblem-favorite-symbolic", name: MarkText.favourite)
        rejection = Self.button(.reject, icon: "action-unavailable-symbolic", name: MarkText.reject)
        colour = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_add_css_class(box, "detail-marks")
        gtk_widget_set_halign(box, GTK_ALIGN_START)
        gtk_widget_set_valign(box, GTK_ALIGN_END)
        // No margins of the style sheet: GTK (4.8) measures for less than nothing where a page is as small as those.
        gtk_widget_set_margin_start(box, Self.margin)
        gtk_widget_set_margin_bottom(box, Self.margin)
        for part in stars + [heart, rejection, colour] { gtk_box_append(box.cast(), part) }
        gtk_widget_set_visible(box, 0)
    }

    isolated deinit { noting?.cancel() }

    private static func button(
        _ command: WindowCommand, action: String? = nil, icon: String, name: String
    ) -> Widget {
        let button = CommandButton.make(command, action: action, icon: icon, name: name, tooltip: name)
        gtk_widget_add_css_class(button, "flat")
        gtk_widget_add_css_class(button, "circular")
        // Keys do what the buttons do; the picture keeps the focus, and so the arrows.
        gtk_widget_set_focusable(button, 0)
        return button
    }

    /// Shows marks; nil for a photo that can have none.
    /// - Parameter isChange: Whether they were given to the photo that is shown.
    func show(_ marks: PhotoMarks?, isChange: Bool) {
        guard marks != self.marks else { return }
        self.marks = marks
        gtk_widget_set_visible(root.widget, marks == nil ? 0 : 1)
        guard let marks else { return endNote() }
        for (number, star) in zip(1..., stars) {
            // The last star that a photo has takes it away.
            let given = number == marks.stars ? 0 : number
            gtk_button_set_icon_name(star.cast(), number <= marks.stars ? "starred-symbolic" : "non-starred-symbolic")
            gtk_actionable_set_detailed_action_name(star.opaque, WindowCommand.rate.with(given))
            IconButton.name(star, MarkText.entry(given), tooltip: MarkText.entry(given))
        }
        Self.set(heart, "given", marks.isFavourite)
        Self.set(rejection, "given", marks.isRejected)
        while let dot = gtk_widget_get_first_child(colour) { gtk_box_remove(colour.cast(), dot) }
        if marks.label != .none { gtk_box_append(colour.cast(), LabelDot.make(marks.label)) }
        if isChange { note() } else { endNote() }
    }

    /// Whether the window is so narrow that toasts take its width.
    var isNarrow = false {
        didSet { gtk_widget_set_margin_bottom(root.widget, isNarrow ? Self.marginOverToast : Self.margin) }
    }

    private static func set(_ widget: Widget, _ style: String, _ isOn: Bool) {
        if isOn { gtk_widget_add_css_class(widget, style) } else { gtk_widget_remove_css_class(widget, style) }
    }

    private static let noted = "noted"

    private func note() {
        gtk_widget_add_css_class(root.widget, Self.noted)
        noting?.cancel()
        noting = Task { [weak self] in
            if (try? await Task.sleep(for: Self.time)) != nil { self?.endNote() }
        }
    }

    private func endNote() {
        noting?.cancel()
        gtk_widget_remove_css_class(root.widget, Self.noted)
    }
}
