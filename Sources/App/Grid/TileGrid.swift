// The grid of photos: places tiles and headings by the layout, and scrolls. It decides nothing about loading:
// GridScheduler does.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A scrolled photo grid. Only the photos in view and those at most half a screen beyond have tiles.
final class TileGrid {
    /// The outermost widget, to be added to a page.
    let root: WidgetReference
    let adjustment: UnsafeMutablePointer<GtkAdjustment>
    private let container = PhotoGridWidget()
    private lazy var placement = TilePlacement(of: self, in: container)
    let headings: SectionHeadings
    /// Draws the photos where there are no tiles for each.
    let mosaic: Mosaic
    private(set) lazy var focus = GridFocus(of: self)
    /// The positions of photos that are reported to assistive technology.
    private(set) lazy var places = AccessiblePlaces(of: self)
    /// What draws the tiles larger or smaller while they change their size.
    private(set) lazy var scaling = GridScaling(of: self)
    /// The layout that is being made off the main thread.
    private lazy var task = LayoutTask { [weak self] in self?.take($0) }

    /// The photos and their order.
    private(set) var snapshot: CollectionSnapshot
    /// Where the photos lie.
    private(set) var layout: GridLayout { didSet { onLayout() } }
    /// Wanted side of a tile in logical pixels.
    private(set) var tileSize: Int

    /// The selection of the photos; nil for a grid without one.
    weak var selection: (any GridSelecting)?
    /// Called when a tile was attached to a photo; it shows nothing yet.
    var onBind: (_ ref: PhotoRef, _ tile: Tile) -> Void = { _, _ in }
    var onActivate: (_ ref: PhotoRef) -> Void
    /// Called when the scroll position or the geometry has changed.
    var onChange: () -> Void = {}
    /// Called when the photos have another layout, also during a layout of the frame.
    var onLayout: () -> Void = {}

    /// Distance of pictures and titles from the edges of the grid in logical pixels: that of libadwaita's lists.
    static let margin = 12

    private var place = KeptPlace()
    /// The device pixels under the grid as it is placed.
    private var pixels = PixelGrid(scale: 1)
    private var captionHeight = FontMeasure<Int>()
    /// Whether a layout sets the scroll position.
    private(set) var isLayingOut = false

    /// - Parameters:
    ///   - snapshot: The photos to begin with.
    ///   - tileSize: Wanted side of a tile in logical pixels.
    ///   - kind: How the photos are laid out.
    ///   - onActivate: Called when a photo was activated by Enter or the keypad, or by a click or tap that is not
    ///     taken.
    init(
        _ snapshot: CollectionSnapshot, tileSize: Int, kind: LayoutKind = .squares,
        onActivate: @escaping (_ ref: PhotoRef) -> Void
    ) {
        self.onActivate = onActivate
        (self.snapshot, self.tileSize, self.kind) = (snapshot, tileSize, kind)
        layout = GridLayout(snapshot, in: GridLayout.Room(kind: kind, width: 0, scale: 1, tileSize: tileSize))
        weak var whole: TileGrid?
        mosaic = Mosaic(behind: container) { whole?.selection?.contains($0) ?? false }
        headings = SectionHeadings(in: container)
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, container.widget)
        adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        root = WidgetReference(scroller)
        whole = self
        container.owner = self
        Signal.on(adjustment, "value-changed") { [weak self] in self?.scrolled() }
        DeviceScale.onChange(under: container.widget) { [weak self] in self?.rescaled() }
        Signal.onChange(of: "root", container.widget) { [weak self] in self?.rootChanged() }
        GridPointer.install(on: self)
        GridKeyboard.install(on: self)
        FocusRing.install(on: self)
        MosaicHover.install(on: self)
    }

    /// The widget that holds the tiles and takes the keys.
    var view: Widget { container.widget }
    /// Tiles by the photo to which they are attached.
    var tiles: [PhotoRef: Tile] { placement.tiles }
    /// Number of tiles attached since the grid was made.
    var binds: Int { placement.attachmentCount }
    /// Whether photos in view are about to get tiles in the next frame.
    var isShortOfTiles: Bool { placement.isShort }
    /// Number of photos in the list.
    var count: Int { snapshot.count }

    /// The tile that is attached to the photo at `position`.
    func tile(at position: Int) -> Tile? { position < count ? tiles[snapshot.ref(at: position)] : nil }

    /// Takes a step of the collection. The photo at the top of the viewport, or the one that is kept in place already,
    /// stays there; when it is gone, the next one takes its place. At the top of the list, the top stays.
    func take(_ update: CollectionUpdate) {
        let before = snapshot, focused = focus.photo
        if update.movesPhotos { scaling.end() }
        let isOutdated = layout.isOutdated(by: update)
        let isReturning = place.take(update, after: before, in: shown, isLaidOutAnew: isOutdated)
        let moves = update.movesPhotos || isReturning || isOutdated
        snapshot = update.snapshot
        if moves {
            relayout(isOutdated: true)
            placement.setSizes()
        }
        focus.pass(from: focused, in: before)
        placement.attach()
        container.queueAllocate()
        if moves { onChange() }
    }

    /// The photo whose picture a zoom transition draws; its tile shows the placeholder, also when it is attached anew
    /// meanwhile.
    var hiddenForTransition: PhotoRef? {
        didSet {
            if hiddenForTransition != nil { scaling.end() }
            if let oldValue { tiles[oldValue]?.setHiddenForTransition(false) }
            if let hiddenForTransition { tiles[hiddenForTransition]?.setHiddenForTransition(true) }
            if layout.isMosaic { placement.outdate() }
        }
    }

    /// How the photos are laid out. Where tiles keep their places, the change is animated in those in view.
    var kind: LayoutKind {
        didSet {
            guard kind != oldValue else { return }
            let moves = kind != .justified && oldValue != .justified
            place.keepTop(of: shown)
            relayout()
            let visible = visibleRange
            for (ref, tile) in tiles {
                tile.setFit(fit, moves: moves && snapshot.position(of: ref).map(visible.contains) == true)
            }
            layoutChanged()
        }
    }

    /// The fit of the pictures in their tiles.
    var fit: Fit { kind == .whole ? .fit : .fill }

    /// Whether there is room for captions under pictures that are large enough for them.
    var showsCaptions = false {
        didSet {
            guard showsCaptions != oldValue else { return }
            place.keepTop(of: shown)
            relayout()
            layoutChanged()
        }
    }

    /// Whether small sections stand beside each other.
    var sharesRows = true {
        didSet {
            guard sharesRows != oldValue else { return }
            place.keepTop(of: shown)
            relayout()
            layoutChanged()
        }
    }

    /// Returns the title of a section; set by the page.
    var sectionTitle: (ArrangedSection) -> String {
        get { headings.title }
        set {
            headings.title = newValue
            container.queueAllocate()
        }
    }

    /// The top of the viewport in logical pixels from the first row. Settable; GTK clamps the value.
    var scrollOffset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// Height of the viewport in logical pixels.
    var viewportHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// The positions that are at least partly in the viewport.
    var visibleRange: Range<Int> { layout.visible(scroll: scrollOffset, pageHeight: viewportHeight) }

    var isRightToLeft: Bool { gtk_widget_get_direction(view) == GTK_TEXT_DIR_RTL }

    /// Returns the photo to which a tile is attached.
    func photo(of tile: Tile) -> PhotoRef? { placement.photo(of: tile) }

    /// Returns the rectangle in which a photo's cell is drawn in the viewport, wherever it is scrolled to.
    func cell(at position: Int) -> Rectangle { inViewport(layout.cell(of: position)) }

    /// Returns the rectangle in which a photo's cell is laid out in the viewport, wherever it is scrolled to.
    func placedCell(at position: Int) -> Rectangle { placed(layout.cell(of: position)) }

    /// Returns width and height of the picture of a photo in logical pixels.
    func pictureSize(at position: Int) -> (width: Double, height: Double) {
        let size = layout.pictureSize(of: position), scale = layout.room.scale
        return (Double(size.width) / scale, Double(size.height) / scale)
    }

    /// Returns the position of the photo whose cell holds a point of the viewport; nil between the cells.
    func position(atX x: Double, y: Double) -> Int? {
        let point = layoutPoint(x, y)
        return layout.index(at: point.x, y: point.y)
    }

    /// Returns what is drawn at a point of the viewport, in the coordinates of the layout.
    func layoutPoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let point: (x: Double, y: Double) = scaling.state?.laidOut(x: x, y: y) ?? (x, y)
        return (isRightToLeft ? Double(layout.room.width) - point.x : point.x, offset + point.y)
    }

    /// Returns the section whose heading lies at a point of the viewport, and whether its check does.
    func heading(atX x: Double, y: Double) -> (section: ArrangedSection, isOnCheck: Bool)? {
        headings.hit(x, y).map { (snapshot.arrangement.sections[$0.section], $0.isOnCheck) }
    }

    /// Shows how many photos of each section are selected.
    func markHeadings(isOffered: Bool, state: @escaping (ArrangedSection) -> SectionSelection) {
        headings.mark(in: snapshot, isOffered: isOffered, state: state)
    }

    /// Shows in the mosaic whether photos are selected.
    func markMosaic(_ toggled: SlotSet) {
        guard mosaic.isShown else { return }
        mosaic.outdate(toggled)
        onChange()
    }

    /// Returns the photo at a point of the viewport; nil between the cells.
    func photo(atX x: Double, y: Double) -> PhotoRef? { position(atX: x, y: y).map(snapshot.ref(at:)) }

    // MARK: Scrolling

    /// Scrolls the photo at `index` to the top of the viewport, as far as the end of the list allows.
    func scroll(toTop index: Int) {
        place.keep(top: index)
        relayout()
        placement.attach()
        container.queueAllocate()
    }

    /// Scrolls by whole screens, down where positive. Successive screens share one row.
    func scroll(byScreens screens: Int) {
        let row = layout.density(of: visibleRange).pitch
        scrollOffset += Double(screens) * max(row, viewportHeight - row)
    }

    /// Scrolls as little as needed to have a photo wholly in view.
    func reveal(_ position: Int) {
        scrollOffset = layout.scroll(toReveal: position, from: scrollOffset, pageHeight: viewportHeight)
    }

    /// Returns a side of the tiles that is some steps away from the shown one, up where positive: no larger than the
    /// viewport allows.
    func tileSize(steps: Int) -> Int {
        min(GridMetrics.tileSize(min(tileSize, layout.room.largestTile), steps: steps), layout.room.largestTile)
    }

    /// Sets the wanted side of the tiles. What lies at `point` of the viewport stays at its height; without a point,
    /// the focused tile if it is in view, else the middle of the viewport. Successive changes keep the same photo in
    /// place, until the point or the scroll position changes.
    func setTileSize(_ size: Int, at point: (x: Double, y: Double)? = nil) {
        guard size != tileSize else { return }
        keepInPlace(point)
        tileSize = size
        container.queueAllocate()
    }

    /// Chooses the place that layouts of other sizes keep.
    private func keepInPlace(_ point: (x: Double, y: Double)?) {
        let reason = point.map { KeptPlace.Reason.point(x: $0.x, y: $0.y) } ?? focus.visiblePhoto.map { .focus($0) }
        var point = point ?? focalPoint
        // In a right-to-left layout the columns are counted from the right.
        if isRightToLeft { point.x = Double(layout.room.width) - point.x }
        place.keep(point, for: reason ?? .middle, in: shown)
    }

    /// The point of the viewport around which tiles change their size without a pointer: the focused tile if it is in
    /// view, else the middle.
    var focalPoint: (x: Double, y: Double) {
        let width = Double(layout.room.width)
        guard let position = focus.position else { return (width / 2, viewportHeight / 2) }
        let point = shown.middle(of: position)
        return (isRightToLeft ? width - point.x : point.x, point.y)
    }

    /// Returns the position of the photo that another size of the tiles at a point keeps in place.
    func keptPosition(at point: (x: Double, y: Double)?) -> Int {
        keepInPlace(point)
        return min(place.position ?? 0, count - 1)
    }

    /// Ends a fling, which would go on against the pointer. GTK has no other call for it.
    func stopFling() {
        for isKinetic: gboolean in [0, 1] { gtk_scrolled_window_set_kinetic_scrolling(root.widget.opaque, isKinetic) }
    }

    // MARK: Places

    /// The place at the top of the viewport; nil at the top of the list.
    var topPlace: GridPlace? { place.topPlace(of: shown, in: snapshot) }

    /// The place of the focused tile; nil where none is in view.
    var focusedPlace: GridPlace? { focus.position.flatMap { shown.place(of: $0, in: snapshot) } }

    /// Brings a place back with the next step that holds its photo, unless the user scrolls before.
    func returnTo(_ place: GridPlace) { self.place.bringBack(place) }

    /// Shows the top of the list with the next step that moves photos, unless the user scrolls before.
    func returnToTop() { place.bringBackTop() }

    /// Leaves the list where it is, if the top was to come back.
    func forgetTop() { place.forgetTop() }

    /// Whether the user has scrolled since the last layout that kept a place.
    var isScrolled: Bool { !place.isKept }

    /// Whether the list has been scrolled to its end.
    var isAtEnd: Bool { scrollOffset > 0 && scrollOffset + viewportHeight >= layout.height - 1 }

    /// The layout with the part of it that is in view.
    private var shown: ScrolledLayout {
        ScrolledLayout(layout: layout, scroll: scrollOffset, pageHeight: viewportHeight)
    }

    // MARK: Layout

    /// What the photos are to be laid out in.
    private var room: GridLayout.Room { room(page: viewportHeight) }

    private func room(page: Double) -> GridLayout.Room {
        let sections = snapshot.arrangement.sections
        return GridLayout.Room(
            kind: kind, width: Int(gtk_widget_get_width(view)),
            scale: DeviceScale.of(view), tileSize: tileSize, margin: Self.margin,
            headingHeight: sections.isEmpty ? 0 : headings.height,
            headingWidth: sharesRows ? headings.leastWidth(for: sections) : 0,
            captionHeight: showsCaptions ? captionHeight(on: view) { TileCaption.height(on: view) } : 0,
            pageHeight: page > 0 ? page : nil)
    }

    /// Lays the photos out in the present size, and scrolls to the place that is kept.
    /// - Parameter isOutdated: Whether the layout is made anew although the room is the same: the photos have changed.
    private func relayout(height: Int? = nil, isOutdated: Bool = false) {
        let page = height.map(Double.init) ?? viewportHeight
        let room = room(page: page)
        if isOutdated || room != layout.room {
            guard isOutdated || !canWait(for: room) else {
                task.make(snapshot, in: room)
                return setExtent(page: page)
            }
            // What is in view stays as it is, but for what has come, gone or changed there.
            layout = GridLayout(snapshot, in: room, keeping: visibleRange, of: layout, around: place.position)
        }
        task.cancel()
        laidOut(page: page)
    }

    /// Returns whether the present layout stays while the one for another width or size is made off the main thread.
    private func canWait(for room: GridLayout.Room) -> Bool {
        layout.room.kind == room.kind && layout.room.width > 1 && layout.count == count
            && LayoutTask.isNeeded(for: room, count: count)
    }

    /// Takes a layout that was made off the main thread, in place of the present one.
    private func take(_ next: GridLayout) {
        guard next.count == count else { return }
        // Rows that were to be laid out anew out of view have come into it meanwhile.
        if next.room == layout.room, layout.unsettled.overlaps(visibleRange) { return }
        place.keepTop(of: shown)
        layout = next
        laidOut(page: viewportHeight)
        layoutChanged()
    }

    /// Lays rows out anew that are as they are because they were in view when the photos changed, now that they are
    /// not: nothing in view moves. Called at rest.
    func settle() {
        guard !layout.unsettled.isEmpty, task.room == nil, room == layout.room, layout.count == count,
            !layout.unsettled.overlaps(visibleRange)
        else { return }
        if LayoutTask.isNeeded(for: room, count: count) { task.make(snapshot, in: room) } else { layOutAnew() }
    }

    /// Lays all rows out anew, also those in view, as a list that is opened now would have them.
    func layOutAnew() {
        guard !layout.unsettled.isEmpty, layout.count == count else { return }
        place.keepTop(of: shown)
        layout = GridLayout(snapshot, in: room)
        task.cancel()
        laidOut(page: viewportHeight)
        layoutChanged()
    }

    /// Gives the tiles their places in another layout.
    private func layoutChanged() {
        placement.setSizes()
        placement.attach()
        container.queueAllocate()
        onChange()
    }

    /// Scrolls to the place that is kept in the present layout.
    private func setExtent(page: Double) {
        isLayingOut = true
        let value = place.scroll(in: layout, pageHeight: page) ?? scrollOffset
        container.setExtent(height: layout.height, page: page, value: value)
        isLayingOut = false
    }

    /// Shows the present layout, which is another one than before.
    private func laidOut(page: Double) {
        setExtent(page: page)
        headings.forget()
        mosaic.forget()
        placement.outdate()
        scaling.laidOut()
    }

    /// Lays the photos out in another size, keeping the top of the viewport in its place, unless another one is kept.
    private func resized(height: Int? = nil) {
        place.keepTop(of: shown)
        relayout(height: height)
        placement.setSizes()
        onChange()
    }

    /// Lays the photos out for another number of device pixels. All is drawn anew, since GTK does that where the next
    /// whole number is another one only.
    private func rescaled() {
        resized()
        container.redraw()
        container.queueAllocate()
    }

    /// Scroll position on whole device pixels.
    private var offset: Double { (scrollOffset * layout.room.scale).rounded() / layout.room.scale }

    /// Returns a rectangle of the layout as it is drawn in the viewport.
    func inViewport(_ rectangle: Rectangle) -> Rectangle {
        let rectangle = placed(rectangle)
        return scaling.state?.drawn(rectangle) ?? rectangle
    }

    /// Returns a rectangle of the layout as it lies in the viewport: its upper left corner on whole device pixels.
    func placed(_ rectangle: Rectangle) -> Rectangle {
        pixels.aligned(layout.room.placed(rectangle, isRightToLeft: isRightToLeft).moved(x: 0, y: -offset))
    }

    /// The heights of the viewport between which tiles are drawn: those of its edges, and beyond them while tiles are
    /// drawn smaller than they are laid out.
    var reach: (top: Double, bottom: Double) {
        scaling.state?.reach(pageHeight: viewportHeight) ?? (0, viewportHeight)
    }

    /// The positions of the photos that are drawn: those between these heights.
    var drawnRange: Range<Int> {
        let reach = reach
        return layout.visible(scroll: scrollOffset + reach.top, pageHeight: reach.bottom - reach.top)
    }

    /// Has the tiles placed for what the scaling needs.
    func placeTilesAnew() {
        placement.outdate()
        container.queueAllocate()
    }

    /// Shows the mosaic behind the tiles where these are too small for a widget each.
    private func placeMosaic() {
        guard layout.isMosaic else { return mosaic.hide() }
        let top = reach.top.rounded(.down), height = (reach.bottom - top).rounded(.up)
        PhotoGridWidget.place(
            mosaic.widget,
            in: pixels.aligned(Rectangle(x: 0, y: top, width: Double(layout.room.width), height: height)))
        mosaic.show(layout, snapshot, top: offset + top, height: height, isRightToLeft: isRightToLeft)
    }

    /// Returns the tile of a photo wherever it lies, making one where none is spare. Not during a layout.
    func provideTile(of ref: PhotoRef) -> Tile? { placement.provideTile(of: ref) }

    /// Destroys all tiles and headings of a grid that is in no window any more.
    private func rootChanged() {
        guard gtk_widget_get_root(view) == nil else { return }
        scaling.end()
        placement.destroy()
        headings.destroy()
    }

    /// Handles a change of the scroll position. Scrolling by the user releases the place that layouts keep.
    private func scrolled() {
        guard !isLayingOut else { return }
        place.release()
        scaling.end()
        placement.attach()
        onChange()
    }

    // MARK: Accessibility

    /// Tells assistive technology where the photos lie, and of what there is nothing to be seen. Called at rest, since
    /// a place that changes with every frame cannot be said.
    func tellPlaces() {
        placement.hideSpare()
        headings.hideSpare()
        places.tell()
    }
}

extension TileGrid: PhotoGridOwner {
    func allocate(width: Int, height: Int) {
        pixels = DeviceScale.pixels(under: view)
        // Of a layout that is being made, the room is on its way.
        if room(page: Double(height)) != task.room ?? layout.room || Double(height) != viewportHeight {
            resized(height: height)
        }
        placement.attach()
        placement.place()
        placeMosaic()
        headings.place(layout, snapshot, scroll: offset, reach: reach, isRightToLeft: isRightToLeft)
        placement.provideMissing()
    }

    func draw(_ drawing: Drawing) {
        // What lies above the grid may have moved it.
        if pixels != DeviceScale.pixels(under: view) { container.queueAllocate() }
        if let state = scaling.state {
            scaling.draw(on: drawing) { drawTiles(on: $0) }
            headings.draw(on: drawing, as: state)
        } else {
            container.drawChildren(on: drawing)
        }
        selection?.draw(on: drawing)
    }

    /// Draws the tiles where they are laid out, without what lies over them.
    func drawTiles(on drawing: Drawing) {
        container.drawChildren(on: drawing) { child in
            let canvas = Canvas.of(child)
            return canvas is Tile || canvas === mosaic
        }
    }

    func enter(_ direction: GtkDirectionType) -> Bool {
        // One stop for Tab: from inside it leads out.
        focus.photo == nil && focus.take()
    }

    func takeFocus() -> Bool { focus.take() }
}
