// The page on which photos are compared: cells beside each other, of which one is acted on.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import Photos

/// What there is of the pictures of photos that are compared.
package struct ComparedPictures: Equatable {
    package let count: Int
    /// Those that are there in the size of their cells, or have failed.
    package let shown: Int
    /// Those with a picture that is sharper than that.
    package let sharp: Int
    /// Bytes of all of them.
    package let bytes: Int
}

/// Full-window page of two to six photos. It lies over the grid, which keeps its state underneath. Which photos it
/// shows is the router's to say; which of them is acted on, its own.
final class ComparePage: PhotoGridOwner {
    let root: WidgetReference
    let zoom = CompareZoom()
    private(set) var cells: [CompareCell] = []
    /// The photos; nil while the page is closed.
    private(set) var photos: ComparedPhotos?
    private var gallery: (any BrowsePage)?
    private let grid = PhotoGridWidget()
    private let title: OpaquePointer
    private let back, previous, next: Widget
    private let zoomLabel: ZoomLabel
    private let loader: PhotoLoader
    private let facts: any FactsReader
    private let router: Router
    private let pulse: FramePulse
    private let onActive: (PhotoRef?) -> Void
    private(set) var layout = CompareLayout(ratios: [], width: 0, height: 0, gap: 0, caption: 0)
    private var ratios: [Double?] = []
    private var relayout: Task<Void, Never>?
    private var steppedAt: ContinuousClock.Instant?

    /// Distance between two cells in logical pixels.
    private static let gap = 6.0
    /// Width of a cell from which it has buttons for the marks.
    private static let leastForButtons = 330.0
    /// Fraction of the view by which an arrow key pans.
    private static let arrowWay = 0.25
    /// Shortest time between two photos in one place for the second one to be requested at once.
    private static let quickSteps = Duration.milliseconds(150)
    /// Number of photos that count as one screen when the list is asked to grow (`GalleryModel.screensAhead`).
    private static let photosAhead = 8

    /// - Parameters:
    ///   - pulse: Frame source of animations and zooms: the frame clock, except in tests.
    ///   - onActive: Called with the photo that is acted on; with nil when the page closes.
    init(
        loader: PhotoLoader, facts: any FactsReader, router: Router, pulse: @escaping FramePulse = frameClock,
        onActive: @escaping (PhotoRef?) -> Void
    ) {
        (self.loader, self.facts, self.router) = (loader, facts, router)
        (self.pulse, self.onActive) = (pulse, onActive)
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(box)
        for style in ["detail", "compare"] { gtk_widget_add_css_class(box, style) }
        gtk_widget_set_visible(box, 0)
        let title = made(adw_window_title_new(CompareText.title, nil))
        self.title = OpaquePointer(title)
        back = made(gtk_button_new_from_icon_name("go-previous-symbolic"))
        previous = made(gtk_button_new_from_icon_name("go-up-symbolic"))
        next = made(gtk_button_new_from_icon_name("go-down-symbolic"))
        let stage = made(gtk_overlay_new())
        zoomLabel = ZoomLabel(over: stage.opaque)
        IconButton.name(back, ButtonText.back, tooltip: ButtonText.backHelp)
        IconButton.name(previous, CompareText.previous, tooltip: CompareText.previous)
        IconButton.name(next, CompareText.next, tooltip: CompareText.next)
        for button in [back, previous, next] { gtk_widget_set_focus_on_click(button, 0) }
        let bar = made(adw_header_bar_new())
        gtk_widget_add_css_class(bar, "flat")
        adw_header_bar_set_title_widget(bar.opaque, title)
        adw_header_bar_pack_start(bar.opaque, back)
        for button in [next, previous] { adw_header_bar_pack_end(bar.opaque, button) }
        gtk_box_append(box.cast(), bar)
        grid.owner = self
        tessera_accessible_set_role(grid.widget.object, GTK_ACCESSIBLE_ROLE_LIST)
        tessera_accessible_set_label(grid.widget.object, CompareText.title)
        gtk_widget_set_focusable(grid.widget, 0)
        gtk_widget_set_hexpand(grid.widget, 1)
        gtk_widget_set_vexpand(grid.widget, 1)
        gtk_overlay_set_child(stage.opaque, grid.widget)
        gtk_box_append(box.cast(), stage)
        Signal.on(back, "clicked") { [router] in router.back() }
        Signal.on(previous, "clicked") { [weak self] in self?.step(isForward: false) }
        Signal.on(next, "clicked") { [weak self] in self?.step(isForward: true) }
        CompareKeys.install(on: box) { [weak self] in self?.run($0) ?? false }
        // After those of the page, whose key for the zoom is one of these.
        CullingKeys.install(on: grid.widget) { true }
    }

    isolated deinit { relayout?.cancel() }

    var isOpen: Bool { photos != nil }
    private var active: CompareCell? { photos.flatMap { cells.indices.contains($0.index) ? cells[$0.index] : nil } }

    // MARK: Photos

    /// Shows photos of a page of tiles, which this one keeps alive until it is closed.
    func open(_ photos: ComparedPhotos, in gallery: any BrowsePage) {
        self.gallery = gallery
        gtk_widget_set_visible(root.widget, 1)
        show(photos)
        focus()
    }

    /// Drops all that is shown. The focus has to be elsewhere.
    func close() {
        relayout?.cancel()
        zoomLabel.hide()
        gtk_widget_set_visible(root.widget, 0)
        photos = nil
        for cell in cells { drop(cell) }
        cells = []
        zoom.showsOthers()
        gallery = nil
        onActive(nil)
    }

    /// Acts on another one of the photos.
    func activate(_ ref: PhotoRef) {
        guard var photos, photos.active != ref, photos.activate(ref) else { return }
        self.photos = photos
        showActive()
        focus()
    }

    /// Shows the photo beside the active one in its place.
    /// - Returns: False at the end of the list.
    @discardableResult
    func step(isForward: Bool) -> Bool {
        guard var photos, let model = gallery?.model,
            let next = photos.neighbour(isForward: isForward, in: model.snapshot)
        else { return false }
        let moment = ContinuousClock.now
        let isQuick = steppedAt.map { moment - $0 < Self.quickSteps } ?? false
        steppedAt = moment
        photos.replaceActive(with: next)
        show(photos, delay: isQuick ? Self.quickSteps : nil)
        if let position = model.position(of: next) {
            model.loadIfNeeded(lastVisible: position, perScreen: Self.photosAhead)
        }
        return true
    }

    /// Takes in a step of the collection. Photos that are gone give way to others; the page is left where too few
    /// remain.
    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) {
        guard var photos, gallery?.model.snapshot.collection == update.snapshot.collection else { return }
        let goesOn = photos.collectionChanged(to: update.snapshot, from: before)
        guard goesOn else {
            self.photos?.activate(photos.active)
            return _ = router.back()
        }
        if photos != self.photos { show(photos) }
        for cell in cells {
            if let ref = cell.ref, update.changed.contains(ref) { cell.renew() }
            cell.describe()
        }
        showSteps()
    }

    /// Shows photos: those that stay in their cells, others in the cells of those that go.
    private func show(_ photos: ComparedPhotos, delay: Duration? = nil) {
        guard let gallery else { return }
        self.photos = photos
        var free = cells.filter { cell in cell.ref.map { !photos.photos.contains($0) } ?? true }
        var new: [(cell: CompareCell, ref: PhotoRef)] = []
        cells = photos.photos.map { ref in
            if let cell = cells.first(where: { $0.ref == ref }) { return cell }
            let cell = free.isEmpty ? makeCell(of: photos.photos.count) : free.removeFirst()
            new.append((cell, ref))
            return cell
        }
        for cell in free { drop(cell) }
        // The active one is loaded first.
        for (cell, ref) in new.sorted(by: { one, _ in one.ref == photos.active }) {
            cell.show(ref, in: gallery, delay: delay)
        }
        zoom.showsOthers()
        router.replace(with: .compare(photos.photos))
        showActive()
        grid.queueAllocate()
    }

    private func makeCell(of count: Int) -> CompareCell {
        let part = zoom.add()
        weak var made: CompareCell?
        let cell = CompareCell(
            loader: loader, facts: facts, part: part, share: count, pulse: pulse,
            onEvent: { [weak self] in if let made { self?.take($0, of: made) } })
        made = cell
        grid.add(cell.root.widget)
        return cell
    }

    private func drop(_ cell: CompareCell) {
        cell.stop()
        zoom.remove(cell.part)
        gtk_widget_unparent(cell.root.widget)
    }

    private func showActive() {
        guard let photos else { return }
        for (index, cell) in cells.enumerated() {
            cell.isActive = index == photos.index
            cell.setPlace(index, of: cells.count)
        }
        adw_window_title_set_subtitle(title, GalleryTitle.position(photos.index + 1, of: cells.count))
        showSteps()
        onActive(photos.active)
    }

    /// Makes the buttons sensitive where there is a photo beside the active one.
    private func showSteps() {
        guard let photos, let list = gallery?.model.snapshot else { return }
        for (button, isForward) in [(previous, false), (next, true)] {
            gtk_widget_set_sensitive(button, photos.neighbour(isForward: isForward, in: list) == nil ? 0 : 1)
        }
    }

    /// Gives the focus to the active photo.
    private func focus() {
        guard let active else { return }
        // What is hidden cannot have the focus.
        gtk_widget_set_child_visible(active.root.widget, 1)
        gtk_widget_grab_focus(active.view.widget)
    }

    // MARK: Input

    private func take(_ event: CompareCell.Event, of cell: CompareCell) {
        switch event {
        case .pressed(let isAlone):
            zoom.begin(on: cell.part, isAlone: isAlone)
            if let ref = cell.ref { activate(ref) }
        case .turned(let isAlone): zoom.begin(on: cell.part, isAlone: isAlone)
        case .stepped(let step):
            if let ref = cell.ref { activate(ref) }
            self.step(isForward: step == .next)
        case .scaled(let zoomState): zoomLabel.show(zoomState)
        case .changed: if ratios != currentRatios { grid.queueAllocate() }
        }
    }

    /// Performs the command of a key.
    func run(_ command: CompareCommand) -> Bool {
        guard var photos, let active else { return false }
        switch command {
        case .neighbour(let isForward): step(isForward: isForward)
        case .activate(let direction):
            if let index = layout.index(beside: photos.index, direction), cells.indices.contains(index) {
                cells[index].ref.map(activate)
            }
        case .activateNext(let steps):
            photos.move(by: steps)
            activate(photos.active)
        case .pan(let x, let y, let isAlone):
            zoom.begin(on: active.part, isAlone: isAlone)
            active.picture.zoom.pan(views: x * Self.arrowWay, y * Self.arrowWay)
        case .zoom(let steps):
            zoom.begin(on: active.part, isAlone: false)
            active.picture.zoom.zoom(by: steps)
        case .toggleZoom:
            zoom.begin(on: active.part, isAlone: false)
            active.picture.zoom.toggle()
        }
        // Also where there is nothing to do: an unconsumed key would move the focus.
        return true
    }

    /// Moves all photos by logical pixels.
    func move(x: Double, y: Double) {
        guard let active else { return }
        zoom.begin(on: active.part, isAlone: false)
        active.picture.zoom.pan(x: x, y: y)
    }

    /// What there is of the photos' pictures.
    var pictures: ComparedPictures {
        let textures = cells.flatMap { [$0.view.shown, $0.view.sharper].compactMap(\.self) }
        return ComparedPictures(
            count: cells.count, shown: cells.count { $0.picture.shown?.state.full != .loading },
            sharp: cells.count { $0.view.sharper != nil },
            bytes: textures.reduce(0) { $0 + 4 * PixelSize(of: $1).area })
    }

    // MARK: Grid

    private var currentRatios: [Double?] {
        cells.map { cell in
            let size = cell.ref.flatMap { gallery?.model.pixelSize(of: $0) }
            return size?.aspectRatio ?? cell.picture.zoom.ratio
        }
    }

    func allocate(width: Int, height: Int) {
        ratios = currentRatios
        let before = layout
        layout = CompareLayout(
            ratios: ratios, width: Double(width), height: Double(height), gap: Self.gap,
            caption: CompareCell.captionHeight,
            isRightToLeft: gtk_widget_get_direction(grid.widget) == GTK_TEXT_DIR_RTL)
        // The active one first: so its picture is requested first.
        let order = cells.indices.sorted { one, _ in one == photos?.index }
        for index in order { PhotoGridWidget.place(cells[index].root.widget, in: layout.cells[index]) }
        guard layout != before else { return }
        // Nothing may be added during a layout.
        relayout = Task { [weak self] in
            guard let self, !Task.isCancelled, let cell = self.layout.cells.first else { return }
            for one in self.cells { one.isNarrow = cell.width < Self.leastForButtons }
            if let active = self.active { self.zoom.resized(by: active.part) }
        }
    }

    func draw(_ drawing: Drawing) { grid.drawChildren(on: drawing) }
    func enter(_ direction: GtkDirectionType) -> Bool { takeFocus() }

    func takeFocus() -> Bool {
        focus()
        return active != nil
    }
}
