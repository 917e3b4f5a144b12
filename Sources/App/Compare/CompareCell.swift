// One of the photos that are compared: its picture, and below it name, exposure and marks.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import Photos

/// A cell of the page. Its picture is loaded and zoomed as that of an opened photo.
final class CompareCell {
    /// What the user does in a cell.
    enum Event {
        /// A press of a button or a finger, or a turn of the wheel. What follows moves one picture alone where Ctrl is
        /// held.
        case pressed(isAlone: Bool), turned(isAlone: Bool)
        /// A swipe to another photo.
        case stepped(PhotoStep)
        /// The scale has changed.
        case scaled(ZoomState)
        /// The picture, or what is known of it, has changed.
        case changed
    }

    let root: WidgetReference
    let view = PhotoView()
    let picture: DetailPicture
    let part: CompareZoom.Part
    /// The photo; nil before the first one.
    private(set) var ref: PhotoRef?
    private let facts: any FactsReader
    private let course = PhotoCourse()
    private let name: OpaquePointer
    private let exposure: OpaquePointer
    private let marks = DetailMarks()
    private let shortMarks: OpaquePointer
    /// The colour of the photo, beside its short marks.
    private let colour = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let message: CompareMessage
    private var gallery: (any BrowsePage)?
    private var reading: Task<Void, Never>?
    private lazy var accessible = AccessibleTile(view.widget)

    /// Height of what is below the picture, in logical pixels, about.
    static let captionHeight = 46.0

    /// - Parameters:
    ///   - share: Number of cells that share the memory for sharp pictures.
    init(
        loader: PhotoLoader, facts: any FactsReader, part: CompareZoom.Part, share: Int, pulse: @escaping FramePulse,
        onEvent: @escaping (Event) -> Void
    ) {
        (self.facts, self.part) = (facts, part)
        weak var whole: CompareCell?
        picture = DetailPicture(
            in: view, loader: loader, facts: facts, course: course, pulse: pulse, link: part, share: share,
            onScale: { onEvent(.scaled($0)) },
            onState: {
                whole?.show($0)
                onEvent(.changed)
            })
        part.picture = picture
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(box)
        name = Self.label("name")
        exposure = Self.label("exposure")
        shortMarks = Self.label("short-marks")
        message = CompareMessage { whole?.picture.retry() }
        whole = self
        gtk_widget_add_css_class(box, "compared")
        gtk_widget_set_focusable(view.widget, 1)
        let stage = made(gtk_overlay_new())
        gtk_overlay_set_child(stage.opaque, view.widget)
        message.add(to: stage.opaque)
        gtk_box_append(box.cast(), stage)
        gtk_box_append(box.cast(), makeCaption())
        listen(onEvent)
    }

    isolated deinit { reading?.cancel() }

    private static func label(_ style: String) -> OpaquePointer {
        let label = made(gtk_label_new(nil))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_widget_add_css_class(label, style)
        return label.opaque
    }

    private func makeCaption() -> Widget {
        let texts = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_hexpand(texts, 1)
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        for label in [name, exposure] { gtk_box_append(texts.cast(), label.cast()) }
        gtk_label_set_ellipsize(exposure, PANGO_ELLIPSIZE_END)
        gtk_label_set_ellipsize(shortMarks, PANGO_ELLIPSIZE_NONE)
        let caption = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_widget_add_css_class(caption, "caption-row")
        gtk_box_append(caption.cast(), texts)
        for part in [colour, shortMarks.cast()] { gtk_box_append(caption.cast(), part) }
        let buttons = marks.root.widget
        gtk_widget_set_margin_start(buttons, 0)
        gtk_widget_set_margin_bottom(buttons, 0)
        gtk_widget_set_valign(buttons, GTK_ALIGN_CENTER)
        gtk_box_append(caption.cast(), buttons)
        return caption
    }

    // MARK: Input

    private func listen(_ onEvent: @escaping (Event) -> Void) {
        // Before buttons and gestures, which act on the photo that this makes the active one.
        let press = made(gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(press.opaque, GTK_PHASE_CAPTURE)
        Signal.onPress(press, "pressed") { _, _, _ in onEvent(.pressed(isAlone: Self.hasControl(press.opaque))) }
        gtk_widget_add_controller(root.widget, press.opaque)
        let wheel = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
        Signal.onPointQuestion(wheel, "scroll") { _, _ in
            onEvent(.turned(isAlone: Self.hasControl(wheel)))
            return false
        }
        gtk_widget_add_controller(root.widget, wheel)
        DetailGestures.install(on: view.widget, zoom: picture.zoom) { onEvent(.stepped($0)) }
        installPinch(onEvent)
    }

    private func installPinch(_ onEvent: @escaping (Event) -> Void) {
        let pinch = made(gtk_gesture_zoom_new()), zoom = picture.zoom
        var scaleAtStart = 0.0
        Signal.onPointer(pinch, "begin") { [weak zoom] _ in
            onEvent(.turned(isAlone: Self.hasControl(pinch.opaque)))
            zoom?.hold()
            scaleAtStart = zoom?.zoomState?.scale ?? 0
        }
        Signal.onFraction(pinch, "scale-changed") { [weak zoom] scale in
            var x = 0.0, y = 0.0
            guard scaleAtStart > 0, gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y) != 0 else { return }
            zoom?.pinch(to: scaleAtStart * scale, at: (x, y))
        }
        gtk_widget_add_controller(view.widget, pinch.opaque)
    }

    private static func hasControl(_ controller: OpaquePointer) -> Bool {
        gtk_event_controller_get_current_event_state(controller).rawValue & GDK_CONTROL_MASK.rawValue != 0
    }

    // MARK: What is shown

    /// Shows another photo.
    /// - Parameter delay: For which it has to stay before it is loaded; nil for none.
    func show(_ ref: PhotoRef, in gallery: any BrowsePage, delay: Duration? = nil) {
        (self.ref, self.gallery, part.ref) = (ref, gallery, ref)
        if course.photos != nil { course.narrow(to: [ref]) }
        setText(exposure, "")
        picture.show(ref, in: gallery, direction: 0, delay: delay)
        describe()
        readFacts()
    }

    /// Whether the photo is the one that is acted on. The photos beside it are loaded, too.
    var isActive = false {
        didSet {
            accessible.setSelected(isActive)
            set("active", isActive)
            course.narrow(to: isActive ? nil : ref.map { [$0] })
            guard isActive != oldValue, ref != nil, gallery != nil else { return }
            if isActive { picture.loadNeighbours() } else { picture.leaveNeighbours() }
        }
    }

    /// Sets the place among those that are compared.
    func setPlace(_ index: Int, of count: Int) {
        accessible.setPlace(TilePlace(index: index, count: count, row: 0, column: index))
    }

    /// Whether there is no room for buttons: marks are shown as a short text.
    var isNarrow = false {
        didSet { if isNarrow != oldValue { showMarks() } }
    }

    /// Loads the photo anew, whose content or name has changed.
    func renew() {
        picture.renew()
        readFacts()
    }

    /// Shows what is known of the photo: its name, and its marks.
    func describe() {
        guard let ref, let model = gallery?.model else { return }
        let photo = model.photo(ref)
        setText(name, DisplayText.line(photo.title))
        accessible.setName(
            PhotoText.spoken(
                photo, taken: model.facts(of: ref).taken, badge: model.badge(of: ref), marks: model.marks(of: ref)))
        showMarks()
    }

    private func showMarks() {
        guard let ref, let model = gallery?.model else { return }
        let hasMarks = model.source.indexRoot != nil && !(model.source is TrashSource), given = model.marks(of: ref)
        marks.show(hasMarks && !isNarrow ? given : nil, isChange: false)
        setText(shortMarks, MarkText.label(given.with(.label(.none))))
        while let dot = gtk_widget_get_first_child(colour) { gtk_box_remove(colour.cast(), dot) }
        if given.label != .none { gtk_box_append(colour.cast(), LabelDot.make(given.label)) }
        for part in [colour, shortMarks.cast()] { gtk_widget_set_visible(part, hasMarks && isNarrow ? 1 : 0) }
        set("rejected", given.isRejected)
    }

    /// Reads how the photo was taken.
    private func readFacts() {
        reading?.cancel()
        guard let ref, let model = gallery?.model else { return }
        let photo = model.photo(ref)
        guard case .file(let path) = model.source.original(of: photo), !photo.isVideo else { return }
        reading = Task { [weak self, facts] in
            let camera = try? await facts.facts(of: path.text)?.camera
            guard let self, !Task.isCancelled else { return }
            let line = CompareText.line(FactWords.exposure(camera ?? CameraData()))
            self.setText(self.exposure, line)
            // Where it is cut off.
            gtk_widget_set_tooltip_text(self.exposure.cast(), line)
        }
    }

    private func show(_ state: DetailState) {
        message.show(state)
        if case .failed = state.full { setText(exposure, "") }
    }

    private func setText(_ label: OpaquePointer, _ text: String) {
        if String(cString: gtk_label_get_text(label)) != text { gtk_label_set_text(label, text) }
    }

    private func set(_ style: String, _ isOn: Bool) {
        if isOn {
            gtk_widget_add_css_class(root.widget, style)
        } else {
            gtk_widget_remove_css_class(root.widget, style)
        }
    }

    /// Ends all that the cell does, while its widgets exist.
    func stop() {
        reading?.cancel()
        picture.clear()
    }

    /// Why there is no picture; nil where there is one.
    var reason: String? { message.text }
    /// The texts below the picture; tests compare them.
    var caption: (name: String, exposure: String) {
        (String(cString: gtk_label_get_text(name)), String(cString: gtk_label_get_text(exposure)))
    }
}
