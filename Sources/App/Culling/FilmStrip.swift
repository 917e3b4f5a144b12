// The film strip: small pictures of the photos that are culled, in a row, the present one in the middle.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A row of pictures of which only those in view exist, as widgets that are used again. A click on one opens its photo,
/// the wheel goes to the photo beside the present one. Keys go to the page.
final class FilmStrip: PhotoGridOwner {
    let root: WidgetReference
    private let strip = PhotoGridWidget()
    private let page: any BrowsePage
    private let course: PhotoCourse
    private let loader: PhotoLoader
    private lazy var pictures = FilmStripPictures(page, loader: loader) { [weak self] in self?.showPicture(of: $0) }
    private let open: (PhotoRef) -> Void
    /// The present photo.
    private(set) var present: PhotoRef?
    /// The items in view, by their photos, and those that are free.
    private(set) var items: [PhotoRef: FilmStripItem] = [:]
    private var free: [FilmStripItem] = []
    private var layout = FilmStripLayout(
        count: 0, side: FilmStrip.side, gap: FilmStrip.gap, width: 0, isRightToLeft: false)
    private lazy var motion = WidgetAnimation(
        Tween(0, duration: FilmStrip.time, easing: .easeOut), on: strip.widget
    ) { [weak self] _ in self?.moved() }
    private var relayout: Task<Void, Never>?

    /// Side of a picture, and distance between two, in logical pixels.
    static let side = 64.0, gap = 6.0
    /// Space above the pictures.
    private static let margin = 5.0
    /// Duration of a movement in microseconds.
    private static let time: Int64 = 180_000
    /// Pictures on each side of the view that are loaded ahead.
    private static let ahead = 4

    /// - Parameters:
    ///   - page: The page of the photos' tiles, from whose pictures those of the strip are made.
    ///   - open: Called with the photo that is to be the present one.
    init(_ page: any BrowsePage, course: PhotoCourse, loader: PhotoLoader, open: @escaping (PhotoRef) -> Void) {
        (self.page, self.course, self.loader, self.open) = (page, course, loader, open)
        root = WidgetReference(strip.widget)
        strip.owner = self
        let widget = strip.widget
        gtk_widget_set_focusable(widget, 0)
        tessera_accessible_set_role(widget.object, GTK_ACCESSIBLE_ROLE_LIST)
        tessera_accessible_set_label(widget.object, CullingText.strip)
        gtk_widget_add_css_class(widget, "filmstrip")
        gtk_widget_set_size_request(widget, -1, Int32(Self.margin + FilmStripItem.height(on: widget)))
        listen()
    }

    isolated deinit { relayout?.cancel() }

    private func listen() {
        let click = made(gtk_gesture_click_new())
        Signal.onPress(click, "released") { [weak self] _, x, _ in
            guard let self, let ref = self.photo(at: x) else { return }
            self.open(ref)
        }
        let wheel = made(
            gtk_event_controller_scroll_new(
                GtkEventControllerScrollFlags(
                    rawValue: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue
                        | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE.rawValue)))
        Signal.onPointQuestion(wheel, "scroll") { [weak self] dx, dy in
            guard let self else { return false }
            self.step(by: dy != 0 ? dy : self.layout.isRightToLeft ? -dx : dx)
            return true
        }
        for controller in [click.opaque, wheel] { gtk_widget_add_controller(strip.widget, controller) }
    }

    private func photo(at x: Double) -> PhotoRef? {
        layout.index(at: x, position: motion.value).map { course.ref(at: $0, in: page.model) }
    }

    private func step(by distance: Double) {
        guard distance != 0, let present,
            let next = course.ref(distance > 0 ? PhotoStep.next : .previous, from: present, in: page.model)
        else { return }
        open(next)
    }

    // MARK: What is shown

    /// Makes a photo the present one, and moves it into the middle.
    func show(_ ref: PhotoRef) {
        let before = present
        present = ref
        for item in [before, ref].compactMap({ $0.flatMap { items[$0] } }) { item.isPresent = item.ref == ref }
        guard let position = course.position(of: ref, in: page.model) else { return }
        let isNear = before != nil && abs(Double(position) - motion.value) <= Double(layout.mostSeen)
        if isNear { motion.go(to: Double(position)) } else { jump(to: position) }
        // Those that come into view are loaded while the strip moves.
        want()
    }

    /// Follows a step of the collection: marks, names, and the places of photos.
    func collectionChanged(by update: CollectionUpdate) {
        if update.edit != nil, let present, let position = course.position(of: present, in: page.model) {
            jump(to: position)
        }
        for ref in update.changed { items[ref].map { describe(ref, on: $0) } }
        for (ref, item) in items where page.model.marks(of: ref) != item.marks { describe(ref, on: item) }
    }

    private func jump(to position: Int) {
        motion.jump(to: Double(position))
        moved()
    }

    /// Gives items to the photos in view.
    private func moved() {
        layout.count = course.count(in: page.model)
        let range = layout.width > 0 ? layout.indices(at: motion.value) : 0..<0
        let refs = range.map { course.ref(at: $0, in: page.model) }
        let seen = Set(refs)
        for (ref, item) in items where !seen.contains(ref) {
            items[ref] = nil
            item.clear()
            free.append(item)
        }
        for (index, ref) in zip(range, refs) {
            let item = items[ref] ?? bind(ref)
            item.setPlace(index, of: layout.count)
        }
        want()
        strip.queueAllocate()
    }

    private func bind(_ ref: PhotoRef) -> FilmStripItem {
        let item = free.popLast() ?? makeItem()
        items[ref] = item
        item.ref = ref
        item.isPresent = ref == present
        describe(ref, on: item)
        item.show(pictures.best(of: ref))
        return item
    }

    private func makeItem() -> FilmStripItem {
        let item = FilmStripItem()
        strip.add(item.widget)
        return item
    }

    private func describe(_ ref: PhotoRef, on item: FilmStripItem) {
        let model = page.model, marks = model.marks(of: ref)
        item.marks = marks
        item.setName(
            PhotoText.spoken(
                model.photo(ref), taken: model.facts(of: ref).taken, badge: model.badge(of: ref), marks: marks))
    }

    // MARK: Pictures

    /// Requests the pictures of the photos in view and of a few beside them, those in the middle first.
    private func want() {
        guard layout.width > 0, let present, let middle = course.position(of: present, in: page.model) else { return }
        // Photos may have gone in this turn of the loop.
        layout.count = course.count(in: page.model)
        let seen = layout.indices(at: Double(middle))
        let range = max(0, seen.lowerBound - Self.ahead)..<min(layout.count, seen.upperBound + Self.ahead)
        let size = Int((Self.side * DeviceScale.of(strip.widget)).rounded())
        pictures.want(
            range.sorted { abs($0 - middle) < abs($1 - middle) }.map { course.ref(at: $0, in: page.model) },
            size: PixelSize(square: max(1, size)))
    }

    private func showPicture(of ref: PhotoRef) { items[ref]?.show(pictures.best(of: ref)) }

    // MARK: Grid

    func allocate(width: Int, height: Int) {
        let isRightToLeft = gtk_widget_get_direction(strip.widget) == GTK_TEXT_DIR_RTL
        if layout.width != Double(width) || layout.isRightToLeft != isRightToLeft {
            layout = FilmStripLayout(
                count: layout.count, side: Self.side, gap: Self.gap, width: Double(width), isRightToLeft: isRightToLeft)
            // Nothing may be added during a layout.
            relayout = Task { [weak self] in
                guard let self, !Task.isCancelled else { return }
                if let present = self.present, let position = self.course.position(of: present, in: self.page.model) {
                    self.jump(to: position)
                }
            }
        }
        let scale = DeviceScale.of(strip.widget)
        for item in free { gtk_widget_set_child_visible(item.widget, 0) }
        for item in items.values {
            let x = (layout.x(of: item.index, at: motion.value) * scale).rounded() / scale
            PhotoGridWidget.place(
                item.widget,
                in: Rectangle(
                    x: x, y: Self.margin, width: Self.side, height: max(1, Double(height) - Self.margin)))
        }
    }

    func draw(_ drawing: Drawing) { strip.drawChildren(on: drawing) }
    func enter(_ direction: GtkDirectionType) -> Bool { false }
    func takeFocus() -> Bool { false }
}
