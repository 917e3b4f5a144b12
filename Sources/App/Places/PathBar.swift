// The title of the window's header: what is shown, and buttons for the folders above it.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// A title and subtitle behind as many of the nearest parent folders as there is room for.
final class PathBar {
    /// An AdwSqueezer.
    let root: WidgetReference
    private let squeezer: OpaquePointer
    /// The forms of the bar, that with the most parents first, with their titles.
    private var forms: [(widget: Widget, title: OpaquePointer)] = []

    let onClimb: (FilePath) -> Void

    /// Limit of the parents in the bar.
    private static let mostParents = 3
    /// Limits of a parent's name in characters, and of the title's, beyond which they are cut.
    private static let longestName: Int32 = 18

    /// - Parameter onClimb: Called with the path of the folder to which the user climbs.
    init(onClimb: @escaping (FilePath) -> Void) {
        self.onClimb = onClimb
        let squeezer = made(adw_squeezer_new())
        root = WidgetReference(squeezer)
        self.squeezer = squeezer.opaque
        adw_squeezer_set_homogeneous(self.squeezer, 0)
        adw_squeezer_set_allow_none(self.squeezer, 0)
        // A form is taken where all of its names have room.
        adw_squeezer_set_switch_threshold_policy(self.squeezer, ADW_FOLD_THRESHOLD_POLICY_NATURAL)
        show(title: AppIdentity.name, parents: [])
    }

    /// The text of the title.
    private(set) var title = ""
    private var parents: [PathStep] = []

    /// The line under the title.
    var subtitle = "" {
        didSet { for form in forms { adw_window_title_set_subtitle(form.title, subtitle) } }
    }

    /// Shows a title behind the folders above it, the nearest one last.
    func show(title: String, parents: [PathStep]) {
        guard title != self.title || parents != self.parents else { return }
        self.title = title
        self.parents = parents
        let old = forms.map(\.widget)
        forms = []
        let nearest = parents.suffix(Self.mostParents)
        for count in stride(from: nearest.count, to: 0, by: -1) { add(form(nearest.suffix(count))) }
        add(form(nearest.suffix(1), isShort: true))
        for widget in old { adw_squeezer_remove(squeezer, widget) }
    }

    private func add(_ form: (widget: Widget, title: OpaquePointer)) {
        adw_squeezer_add(squeezer, form.widget)
        forms.append(form)
    }

    /// Makes a form of the bar. A short one has an icon in place of the parent's name.
    private func form(_ parents: ArraySlice<PathStep>, isShort: Bool = false) -> (Widget, OpaquePointer) {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_add_css_class(box, "path-bar")
        for parent in parents {
            let button = made(isShort ? gtk_button_new_from_icon_name("go-up-symbolic") : gtk_button_new())
            if !isShort { gtk_button_set_child(button.cast(), Self.label(parent.name)) }
            gtk_widget_add_css_class(button, "flat")
            gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
            IconButton.name(button, parent.name, tooltip: PlaceText.shown(path: parent.path))
            Signal.on(button, "clicked") { [weak self] in self?.onClimb(parent.path) }
            gtk_box_append(box.cast(), button)
            if isShort { continue }
            let sign = made(gtk_label_new("›"))
            gtk_widget_add_css_class(sign, "dim-label")
            gtk_box_append(box.cast(), sign)
        }
        let title = made(adw_window_title_new(title, subtitle))
        gtk_box_append(box.cast(), title.cast())
        return (box, title.opaque)
    }

    private static func label(_ name: String) -> Widget {
        let label = made(gtk_label_new(name))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(label.opaque, longestName)
        return label
    }
}
