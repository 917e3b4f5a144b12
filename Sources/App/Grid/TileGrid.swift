// The grid of photos: places tiles and headings by the layout, and scrolls. When it is laid out is decided in
// GridLayouts, what is loaded in GridScheduler.
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
    /// The layouts of the photos, one after the other.
    private(set) lazy var layouts = GridLayouts(of: self, placement, in: container, room: firstRoom)

    /// The photos and their order.
    private(set) var snapshot: CollectionSnapshot
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

    private let firstRoom: GridLayout.Room
    /// The device pixels under the grid as it is placed.
    private var pixels = PixelGrid(scale: 1)
    private var captionHeight = FontMeasure<Int>()

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
        firstRoom = GridLayout.Room(kind: kind, width: 0, scale: 1, tileSize: tileSize)
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
    /// Where the photos lie.
    var layout: GridLayout { layouts.current }
    /// The part of the layout that is in view.
    var viewport: GridViewport {
        GridViewport(
            layout: layout, scroll: scrollOffset, height: viewportHeight, isRightToLeft: isRightToLeft, pixels: pixels,
            scaling: scaling.state)
    }
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
    func collectionChanged(by update: CollectionUpdate) {
        let before = snapshot, focused = focus.photo
        if update.movesPhotos { scaling.end() }
        let moves = layouts.prepare(for: update)
        snapshot = update.snapshot
        if moves { layouts.takeStep() }
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
            layouts.choiceChanged {
                let visible = visibleRange
                for (ref, tile) in tiles {
                    tile.setFit(fit, moves: moves && snapshot.position(of: ref).map(visible.contains) == true)
                }
            }
        }
    }

    /// The fit of the pictures in their tiles.
    var fit: Fit { kind == .whole ? .fit : .fill }

    /// Whether there is room for captions under pictures that are large enough for them.
    var showsCaptions = false {
        didSet {
            if showsCaptions != oldValue { layouts.choiceChanged() }
        }
    }

    /// Whether small sections stand beside each other.
    var sharesRows = true {
        didSet {
            if sharesRows != oldValue { layouts.choiceChanged() }
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
    func cell(at position: Int) -> Rectangle { viewport.drawn(layout.cell(of: position)) }

    /// Returns width and height of the picture of a photo in logical pixels.
    func pictureSize(at position: Int) -> (width: Double, height: Double) {
        let size = layout.pictureSize(of: position), scale = layout.room.scale
        return (Double(size.width) / scale, Double(size.height) / scale)
    }

    /// Returns the position of the photo whose cell holds a point of the viewport; nil between the cells.
    func position(atX x: Double, y: Double) -> Int? { viewport.position(atX: x, y: y) }

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
    func scroll(toTop index: Int) { layouts.scroll(toTop: index) }

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
        layouts.keep(at: point)
        tileSize = size
        container.queueAllocate()
    }

    /// Ends a fling, which would go on against the pointer. GTK has no other call for it.
    func stopFling() {
        for isKinetic: gboolean in [0, 1] { gtk_scrolled_window_set_kinetic_scrolling(root.widget.opaque, isKinetic) }
    }

    /// Whether the list has been scrolled to its end.
    var isAtEnd: Bool { scrollOffset > 0 && scrollOffset + viewportHeight >= layout.height - 1 }

    // MARK: Layout

    /// Returns what the photos are to be laid out in, for a height of the viewport.
    func room(page: Double) -> GridLayout.Room {
        let sections = snapshot.arrangement.sections
        return GridLayout.Room(
            kind: kind, width: Int(gtk_widget_get_width(view)),
            scale: DeviceScale.of(view), tileSize: tileSize, margin: Self.margin,
            headingHeight: sections.isEmpty ? 0 : headings.height,
            headingWidth: sharesRows ? headings.leastWidth(for: sections) : 0,
            captionHeight: showsCaptions ? captionHeight(on: view) { TileCaption.height(on: view) } : 0,
            pageHeight: page > 0 ? page : nil)
    }

    /// Lays the photos out for another number of device pixels. All is drawn anew, since GTK does that where the next
    /// whole number is another one only.
    private func rescaled() {
        layouts.resized()
        container.redraw()
        container.queueAllocate()
    }

    /// Has the tiles placed for what the scaling needs.
    func placeTilesAnew() {
        placement.outdate()
        container.queueAllocate()
    }

    /// Shows the mosaic behind the tiles where these are too small for a widget each.
    private func placeMosaic() {
        guard layout.isMosaic else { return mosaic.hide() }
        let viewport = viewport, reach = viewport.reach
        let top = reach.top.rounded(.down), height = (reach.bottom - top).rounded(.up)
        PhotoGridWidget.place(
            mosaic.widget,
            in: pixels.aligned(Rectangle(x: 0, y: top, width: Double(layout.room.width), height: height)))
        mosaic.show(
            layout, snapshot, top: viewport.offset + top, height: height, isRightToLeft: viewport.isRightToLeft)
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
        guard !layouts.isLayingOut else { return }
        layouts.release()
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
        layouts.allocated(height: height)
        placement.attach()
        placement.place()
        placeMosaic()
        let viewport = viewport
        headings.place(
            layout, snapshot, scroll: viewport.offset, reach: viewport.reach, isRightToLeft: viewport.isRightToLeft)
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
