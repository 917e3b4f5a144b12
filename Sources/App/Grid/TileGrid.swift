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
    private let attached: AttachedTiles
    let headings: SectionHeadings
    /// Draws the photos where there are no tiles for each.
    let mosaic: Mosaic
    private var cursor = GridCursor()
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

    /// Called when a tile was attached to a photo; it shows nothing yet.
    var onBind: (_ ref: PhotoRef, _ tile: Tile) -> Void = { _, _ in }
    /// Called for a tile that was attached to a photo, to show whether that is selected.
    var onMark: (_ ref: PhotoRef, _ tile: Tile) -> Void = { _, _ in }
    /// Called when a photo was activated by Enter or the keypad, or by a click or tap that is not taken.
    var onActivate: (_ ref: PhotoRef) -> Void = { _ in }
    /// Called for a click or tap on a photo; returns whether it is taken.
    var onClick: (_ ref: PhotoRef, _ keys: SelectionKeys, _ isOnCheck: Bool) -> Bool = { _, _, _ in false }
    /// Called for a click or tap on the heading of a section.
    var onHeading: (_ section: ArrangedSection, _ isOnCheck: Bool) -> Void = { _, _ in }
    /// Called when a key has moved the focus.
    var onMove: (_ from: PhotoRef?, _ to: PhotoRef, _ keys: SelectionKeys) -> Void = { _, _, _ in }
    /// Draws over the tiles.
    var onDraw: (Drawing) -> Void = { _ in }
    /// Called when the scroll position or the geometry has changed.
    var onChange: () -> Void = {}
    /// Called when the photos have another layout, also during a layout of the frame.
    var onLayout: () -> Void = {}

    /// The place that layouts keep in the viewport, over any number of them, until the user scrolls.
    private var anchor: ScrollAnchor?
    private var anchorReason = AnchorReason.layout

    /// The reason for the choice of the place to keep.
    private enum AnchorReason: Equatable {
        case layout, middle
        case focus(PhotoRef)
        case point(x: Double, y: Double)
    }
    private(set) var isLayingOut = false
    /// The place that the next step which holds its photo brings back.
    private var awaited: Place?
    /// The making of missing tiles that is to come with the next frame.
    private var provision: FrameTick?
    /// Rows and columns as assistive technology was told last.
    private var told = (rows: 0, columns: 0)
    /// The photos in view to which all tiles are attached, and the one of the focused tile; nil before they are.
    private var attachedTo: (visible: Range<Int>, focused: PhotoRef?)?

    /// - Parameters:
    ///   - snapshot: The photos to begin with.
    ///   - tileSize: Wanted side of a tile in logical pixels.
    ///   - kind: How the photos are laid out.
    init(_ snapshot: CollectionSnapshot, tileSize: Int, kind: LayoutKind = .squares) {
        (self.snapshot, self.tileSize, self.kind) = (snapshot, tileSize, kind)
        layout = GridLayout(snapshot, in: GridLayout.Room(kind: kind, width: 0, scale: 1, tileSize: tileSize))
        mosaic = Mosaic(behind: container)
        attached = AttachedTiles(in: container)
        headings = SectionHeadings(in: container)
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, container.widget)
        adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        root = WidgetReference(scroller)
        container.owner = self
        attached.onAttach = { [weak self] in self?.prepare($1, for: $0) }
        Signal.on(adjustment, "value-changed") { [weak self] in self?.scrolled() }
        Signal.onChange(of: "scale-factor", root.widget) { [weak self] in self?.resized() }
        Signal.onChange(of: "root", container.widget) { [weak self] in self?.rootChanged() }
        GridPointer.install(on: self)
        GridKeyboard.install(on: self)
        MosaicHover.install(on: self)
    }

    /// The widget that holds the tiles and takes the keys.
    var view: Widget { container.widget }
    /// Tiles by the photo to which they are attached.
    var tiles: [PhotoRef: Tile] { attached.byPhoto }
    /// Number of tiles attached since the grid was made.
    var binds: Int { attached.attachmentCount }
    /// Number of photos in the list.
    var count: Int { snapshot.count }

    /// The tile that is attached to the photo at `position`.
    func tile(at position: Int) -> Tile? { position < count ? tiles[snapshot.ref(at: position)] : nil }

    /// Takes a step of the collection. The photo at the top of the viewport, or the one that is kept in place already,
    /// stays there; when it is gone, the next one takes its place. At the top of the list, the top stays.
    func take(_ update: CollectionUpdate) {
        let before = snapshot
        let focused = photoInFocus
        if update.movesPhotos { scaling.end() }
        let returning = awaited.flatMap { place in
            update.snapshot.position(of: place.ref).map(place.anchor.moved(to:))
        }
        if let returning {
            (anchor, anchorReason, awaited) = (returning, .layout, nil)
        } else if update.movesPhotos {
            if isAtTop {
                (anchor, anchorReason) = (ScrollAnchor(top: 0), .layout)
            } else {
                keepTopInPlace()
                anchor = anchor.flatMap { anchor in
                    before.successor(of: before.ref(at: min(anchor.index, before.count - 1)), in: update.snapshot)
                        .flatMap(update.snapshot.position(of:)).map(anchor.moved(to:))
                }
            }
        }
        let isOutdated = layout.isOutdated(by: update)
        if isOutdated, kind == .justified { keepTopInPlace() }
        let moves = update.movesPhotos || returning != nil || isOutdated
        snapshot = update.snapshot
        if moves {
            relayout(isOutdated: true)
            setPictureSizes()
        }
        keepFocus(focused, from: before)
        attachTiles()
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
            if layout.isMosaic { attachedTo = nil }
        }
    }

    /// How the photos are laid out. Where tiles keep their places, the change is animated in those in view.
    var kind: LayoutKind {
        didSet {
            guard kind != oldValue else { return }
            let moves = kind != .justified && oldValue != .justified
            keepTopInPlace()
            relayout()
            let visible = visibleRange
            for (ref, tile) in tiles {
                tile.setFit(fit, moves: moves && snapshot.position(of: ref).map(visible.contains) == true)
            }
            setPictureSizes()
            attachTiles()
            container.queueAllocate()
            onChange()
        }
    }

    /// The fit of the pictures in their tiles.
    var fit: Fit { kind == .whole ? .fit : .fill }

    /// Whether there is room for captions under pictures that are large enough for them.
    var showsCaptions = false {
        didSet {
            guard showsCaptions != oldValue else { return }
            keepTopInPlace()
            relayout()
            setPictureSizes()
            attachTiles()
            container.queueAllocate()
            onChange()
        }
    }

    /// Returns the title of a section; set by the page.
    var sectionTitle: (ArrangedSection) -> String {
        get { headings.title }
        set { headings.title = newValue }
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
        (anchor, anchorReason) = (ScrollAnchor(top: index), .layout)
        relayout()
        attachTiles()
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
        let focused = focusedPhoto
        let reason = point.map { AnchorReason.point(x: $0.x, y: $0.y) } ?? focused.map { .focus($0) } ?? .middle
        guard anchor == nil || anchorReason != reason, count > 0, viewportHeight > 0 else { return }
        var point = point ?? focalPoint
        // In a right-to-left layout the columns are counted from the right.
        if isRightToLeft { point.x = Double(layout.room.width) - point.x }
        anchorReason = reason
        anchor = ScrollAnchor(x: point.x, y: point.y, scroll: scrollOffset, layout: layout)
    }

    /// The point of the viewport around which tiles change their size without a pointer: the focused tile if it is in
    /// view, else the middle.
    var focalPoint: (x: Double, y: Double) {
        let width = Double(layout.room.width)
        guard let position = focusedPosition else { return (width / 2, viewportHeight / 2) }
        let point = middle(of: position)
        return (isRightToLeft ? width - point.x : point.x, point.y)
    }

    /// Returns the position of the photo that another size of the tiles at a point keeps in place.
    func keptPosition(at point: (x: Double, y: Double)?) -> Int {
        keepInPlace(point)
        return min(anchor?.index ?? 0, count - 1)
    }

    /// Ends a fling.
    func stopFling() {
        for isKinetic: gboolean in [0, 1] { gtk_scrolled_window_set_kinetic_scrolling(root.widget.opaque, isKinetic) }
    }

    // MARK: Places

    /// A photo in the viewport, and its height there.
    struct Place {
        fileprivate let ref: PhotoRef
        fileprivate let anchor: ScrollAnchor
    }

    /// The place at the top of the viewport; nil at the top of the list.
    var topPlace: Place? {
        guard count > 0, viewportHeight > 0, !isAtTop else { return nil }
        let top = ScrollAnchor(scroll: scrollOffset, pageHeight: viewportHeight, layout: layout)
        return Place(ref: snapshot.ref(at: top.index), anchor: top)
    }

    /// The place of the focused tile; nil where none is in view.
    var focusedPlace: Place? {
        guard let ref = focusedPhoto, let position = snapshot.position(of: ref) else { return nil }
        let point = middle(of: position)
        return Place(ref: ref, anchor: ScrollAnchor(x: point.x, y: point.y, scroll: scrollOffset, layout: layout))
    }

    /// The position of the focused tile; nil where none is in view.
    var focusedPosition: Int? { focusedPhoto.flatMap(snapshot.position(of:)) }

    /// Brings a place back with the next step that holds its photo, unless the user scrolls before.
    func returnTo(_ place: Place) { awaited = place }

    /// Whether the user has scrolled since the last layout that kept a place.
    var isScrolled: Bool { anchor == nil }

    /// Whether the list is shown from its first row on, and will be after the next layout.
    private var isAtTop: Bool {
        scrollOffset <= 0 && anchor.map { $0.scroll(layout: layout, pageHeight: viewportHeight) <= 0 } != false
    }

    /// Whether the list has been scrolled to its end.
    var isAtEnd: Bool { scrollOffset > 0 && scrollOffset + viewportHeight >= layout.height - 1 }

    /// Returns the centre of a visible cell in the viewport, x from the side at which lines begin.
    private func middle(of position: Int) -> (x: Double, y: Double) {
        let cell = layout.cell(of: position)
        return (cell.midX, min(max(0, cell.midY - scrollOffset), viewportHeight))
    }

    /// Chooses the top of the viewport as the place that layouts keep, unless another one is kept already.
    private func keepTopInPlace() {
        guard anchor == nil, count > 0, viewportHeight > 0, layout.count > 0 else { return }
        anchorReason = .layout
        anchor = ScrollAnchor(scroll: scrollOffset, pageHeight: viewportHeight, layout: layout)
    }

    // MARK: Layout

    /// Lays the photos out in the present size, and scrolls to the place that is kept.
    /// - Parameter isOutdated: Whether the layout is made anew although the room is the same: the photos have changed.
    private func relayout(height: Int? = nil, isOutdated: Bool = false) {
        let page = height.map(Double.init) ?? viewportHeight
        let room = GridLayout.Room(
            kind: kind, width: Int(gtk_widget_get_width(view)),
            scale: Double(gtk_widget_get_scale_factor(view)), tileSize: tileSize,
            headingHeight: snapshot.arrangement.sections.isEmpty ? 0 : headings.height,
            captionHeight: showsCaptions ? TileCaption.height(on: view) : 0)
        if isOutdated || room != layout.room {
            guard isOutdated || !canWait(for: room) else {
                task.make(snapshot, in: room)
                return setExtent(page: page)
            }
            // What is in view stays as it is where only proportions have become known.
            layout = GridLayout(snapshot, in: room, keeping: visibleRange, of: layout)
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
        keepTopInPlace()
        layout = next
        laidOut(page: viewportHeight)
        setPictureSizes()
        attachTiles()
        container.queueAllocate()
        onChange()
    }

    /// Scrolls to the place that is kept in the present layout.
    private func setExtent(page: Double) {
        isLayingOut = true
        let value = anchor.map { count > 0 ? $0.scroll(layout: layout, pageHeight: page) : 0 } ?? scrollOffset
        container.setExtent(height: layout.height, page: page, value: value)
        isLayingOut = false
    }

    /// Shows the present layout, which is another one than before.
    private func laidOut(page: Double) {
        setExtent(page: page)
        headings.forget()
        mosaic.forget()
        attachedTo = nil
        scaling.laidOut()
    }

    /// Lays the photos out in another size, keeping the top of the viewport in its place, unless another one is kept.
    private func resized(height: Int? = nil) {
        keepTopInPlace()
        relayout(height: height)
        setPictureSizes()
        onChange()
    }

    /// Gives all tiles the sizes that their pictures have in the present layout.
    private func setPictureSizes() {
        for (ref, tile) in tiles { if let position = snapshot.position(of: ref) { setSizes(of: tile, at: position) } }
    }

    private func setSizes(of tile: Tile, at position: Int) {
        tile.pictureSize = pictureSize(at: position)
        tile.captionHeight = Double(layout.room.captionHeight)
    }

    /// Scroll position on whole device pixels.
    private var offset: Double { (scrollOffset * layout.room.scale).rounded() / layout.room.scale }

    /// Returns a rectangle of the layout as it is drawn in the viewport.
    func inViewport(_ rectangle: Rectangle) -> Rectangle {
        let rectangle = placed(rectangle)
        return scaling.state?.drawn(rectangle) ?? rectangle
    }

    /// Returns a rectangle of the layout as it lies in the viewport.
    private func placed(_ rectangle: Rectangle) -> Rectangle {
        let x = isRightToLeft ? Double(layout.room.width) - rectangle.maxX : rectangle.x
        return Rectangle(x: x, y: rectangle.y - offset, width: rectangle.width, height: rectangle.height)
    }

    /// Sets up a tile that was attached to a photo.
    private func prepare(_ tile: Tile, for ref: PhotoRef) {
        if let position = snapshot.position(of: ref) { setSizes(of: tile, at: position) }
        tellPlace(of: ref)
        tile.setHiddenForTransition(ref == hiddenForTransition)
        tile.setFit(fit, moves: false)
        onMark(ref, tile)
        onBind(ref, tile)
    }

    /// The heights of the viewport between which tiles are drawn: those of its edges, and beyond them while tiles are drawn
    /// smaller than they are laid out.
    private var reach: (top: Double, bottom: Double) {
        scaling.state?.reach(pageHeight: viewportHeight) ?? (0, viewportHeight)
    }

    /// The positions of the photos between those heights.
    private var shownRange: Range<Int> {
        let reach = reach
        return layout.visible(scroll: scrollOffset + reach.top, pageHeight: reach.bottom - reach.top)
    }

    /// Has the tiles placed for what the scaling needs.
    func placeTilesAnew() {
        attachedTo = nil
        container.queueAllocate()
    }

    /// Attaches tiles to the photos in view. Others stay attached, hidden, as long as they are within half a screen, so
    /// that a small step back attaches nothing.
    private func attachTiles() {
        let visible = shownRange
        let focused = photoInFocus
        if let attachedTo, attachedTo == (visible, focused) { return }
        if layout.isMosaic {
            // A tile is only needed for what else than the picture is shown of a photo.
            attached.release { $0 == focused || $0 == self.hiddenForTransition }
            attachedTo = (visible, focused)
            return
        }
        let margin = visible.count / 2
        let kept = visible.lowerBound - margin..<visible.upperBound + margin
        attached.release { ref in
            ref == focused || self.snapshot.position(of: ref).map(kept.contains) == true
        }
        var isShort = false
        for position in visible where attached.tile(of: snapshot.ref(at: position)) == nil { isShort = true }
        attachedTo = isShort ? nil : (visible, focused)
    }

    /// Places the tiles of the photos in view, and the one that has the focus.
    private func placeTiles() {
        let visible = shownRange, focused = photoInFocus
        let cells = layout.isMosaic ? [] : layout.cells(of: visible)
        for (ref, tile) in tiles {
            guard let position = snapshot.position(of: ref) else { continue }
            if layout.isMosaic {
                PhotoGridWidget.place(tile.widget, in: placedCell(at: position))
            } else if visible.contains(position) {
                PhotoGridWidget.place(tile.widget, in: placed(cells[position - visible.lowerBound]))
            } else if ref == focused {
                PhotoGridWidget.place(tile.widget, in: placedCell(at: position))
            } else {
                gtk_widget_set_child_visible(tile.widget, 0)
            }
        }
    }

    /// Shows the mosaic behind the tiles where these are too small for a widget each.
    private func placeMosaic() {
        guard layout.isMosaic else { return mosaic.hide() }
        let top = reach.top.rounded(.down), height = (reach.bottom - top).rounded(.up)
        PhotoGridWidget.place(
            mosaic.widget, in: Rectangle(x: 0, y: top, width: Double(layout.room.width), height: height))
        mosaic.show(layout, snapshot, top: offset + top, height: height, isRightToLeft: isRightToLeft)
    }

    /// Returns the tile of a photo wherever it lies, making one where none is spare. Not during a layout.
    private func attachNow(_ ref: PhotoRef) -> Tile? {
        if tiles[ref] == nil { attached.provide(max(attached.count, tiles.count + 1)) }
        return attached.tile(of: ref)
    }

    /// Makes tiles and headings that the layout misses, before the layout of the next frame.
    private func provideMissing() {
        guard provision == nil, attached.count < neededTiles || headings.isShort else { return }
        provision = FrameTick.start(on: view) { [weak self] _ in
            guard let self else { return false }
            self.provision = nil
            self.attached.provide(max(self.neededTiles, self.tiles.count))
            self.headings.provide()
            self.attachTiles()
            self.container.queueAllocate()
            return false
        }
    }

    /// Destroys all tiles and headings of a grid that is in no window any more.
    private func rootChanged() {
        guard gtk_widget_get_root(view) == nil else { return }
        scaling.end()
        attached.release { _ in false }
        attached.provide(0)
        headings.destroy()
        attachedTo = nil
    }

    /// Tiles for any scroll position in the present room: those in view and half as many, and one for the focus.
    private var neededTiles: Int {
        let visible = shownRange, reach = reach
        guard !visible.isEmpty, viewportHeight > 0 else { return 0 }
        if layout.isMosaic { return 1 }
        let (columns, pitch) = layout.density(of: visible)
        let rows = Int(((reach.bottom - reach.top) / pitch).rounded(.up)) + 1
        return min(max(columns * rows, visible.count) * 3 / 2 + 1, count)
    }

    /// Handles a change of the scroll position. Scrolling by the user releases the place that layouts keep.
    private func scrolled() {
        guard !isLayingOut else { return }
        (anchor, awaited) = (nil, nil)
        scaling.end()
        attachTiles()
        onChange()
    }

    // MARK: Accessibility

    /// Tells assistive technology where the photos lie, and of what there is nothing to be seen. Called at rest: in a layout
    /// that changes with every frame this would be for nobody.
    func tellPlaces() {
        for ref in tiles.keys { tellPlace(of: ref) }
        attached.hideSpare()
        headings.hideSpare()
        let (columns, _) = layout.density(of: visibleRange)
        guard told != (layout.rowCount, columns) else { return }
        told = (layout.rowCount, columns)
        tessera_accessible_set_extent(view.object, Int32(clamping: layout.rowCount), Int32(clamping: columns))
    }

    /// Tells assistive technology where one photo lies.
    private func tellPlace(of ref: PhotoRef) {
        guard let tile = tiles[ref], let position = snapshot.position(of: ref), position < layout.count else { return }
        let row = layout.row(of: position)
        tile.setAccessiblePlace(
            TilePlace(
                index: position, count: count, row: row,
                column: position - layout.indices(ofRow: row).lowerBound))
    }

    // MARK: Input

    /// Takes in that a button went down on a photo.
    func press(_ ref: PhotoRef) {
        guard let tile = layout.isMosaic ? attachNow(ref) : tiles[ref] else { return }
        gtk_widget_set_child_visible(tile.widget, 1)
        gtk_widget_set_state_flags(tile.widget, GTK_STATE_FLAG_ACTIVE, 0)
        gtk_widget_grab_focus(tile.widget)
        cursor.take(ref)
        if layout.isMosaic { container.queueAllocate() }
    }

    /// Takes in that the button is not held on a photo any more.
    func endPress(_ ref: PhotoRef) {
        if let tile = tiles[ref] { gtk_widget_unset_state_flags(tile.widget, GTK_STATE_FLAG_ACTIVE) }
    }

    /// Gives the keyboard focus to the tile that had it last, or to the first one in view.
    func grabFocus() { gtk_widget_grab_focus(view) }

    /// Focuses the tile of a photo that is there, scrolling as little as needed.
    func focus(_ ref: PhotoRef) {
        guard let position = snapshot.position(of: ref) else { return }
        reveal(position)
        giveFocus(to: ref)
        container.queueAllocate()
    }

    /// Gives the focus to the tile of a photo, without scrolling.
    private func giveFocus(to ref: PhotoRef) {
        guard let tile = attachNow(ref) else { return }
        // What is hidden cannot have the focus.
        gtk_widget_set_child_visible(tile.widget, 1)
        tellPlace(of: ref)
        gtk_widget_grab_focus(tile.widget)
        cursor.take(ref)
    }

    /// Moves the focus by a key. Where no photo has had it, it goes to the first one in view.
    func move(_ step: GridStep, _ keys: SelectionKeys = []) {
        guard count > 0 else { return }
        scaling.end()
        let before = photoInFocus ?? cursor.ref
        let start = visibleRange.lowerBound
        let to = cursor.move(
            step, from: before.flatMap(snapshot.position(of:)), or: start, in: layout, pageHeight: viewportHeight)
        let ref = snapshot.ref(at: to)
        cursor.ref = ref
        focus(ref)
        onMove(before, ref, keys)
    }

    /// Activates the focused photo, or the first one in view.
    func activateFocused() {
        guard count > 0 else { return }
        let position = focusedPosition ?? visibleRange.lowerBound
        onActivate(snapshot.ref(at: position))
    }

    /// The photo of the focused tile, if it is in view.
    private var focusedPhoto: PhotoRef? {
        guard let ref = photoInFocus, let position = snapshot.position(of: ref), visibleRange.contains(position)
        else { return nil }
        return ref
    }

    /// The photo of the focused tile, in view or not.
    private var photoInFocus: PhotoRef? {
        let focus = gtk_widget_get_root(view).flatMap { gtk_root_get_focus($0) }
        return (focus.flatMap(Canvas.of) as? Tile).flatMap(attached.photo(of:))
    }

    /// Gives the focus of a photo that has gone to the one that takes its place.
    private func keepFocus(_ focused: PhotoRef?, from before: CollectionSnapshot) {
        guard let focused, snapshot.position(of: focused) == nil,
            let next = before.successor(of: focused, in: snapshot)
        else { return }
        giveFocus(to: next)
    }
}

extension TileGrid: PhotoGridOwner {
    func allocate(width: Int, height: Int) {
        let scale = Double(gtk_widget_get_scale_factor(view))
        // Of a layout that is being made, the room is on its way.
        let room = task.room ?? layout.room
        let isResized = room.width != max(1, width) || room.scale != scale || room.tileSize != tileSize
        if isResized || Double(height) != viewportHeight {
            resized(height: height)
        }
        attachTiles()
        placeTiles()
        placeMosaic()
        headings.place(layout, snapshot, scroll: offset, reach: reach)
        provideMissing()
    }

    func draw(_ drawing: Drawing) {
        if let state = scaling.state {
            scaling.draw(on: drawing) { drawTiles(on: $0) }
            headings.draw(on: drawing, as: state)
        } else {
            container.drawChildren(on: drawing)
        }
        onDraw(drawing)
    }

    /// Draws the tiles where they are laid out, without what lies over them.
    func drawTiles(on drawing: Drawing) {
        container.drawChildren(on: drawing) { child in
            let canvas = Canvas.of(child)
            return canvas is Tile || canvas === mosaic
        }
    }

    func focus(_ direction: GtkDirectionType) -> Bool {
        // One stop for Tab: from inside it leads out.
        if photoInFocus != nil { return false }
        return takeFocus()
    }

    func takeFocus() -> Bool {
        guard count > 0 else { return false }
        let known = cursor.ref.flatMap(snapshot.position(of:))
        focus(snapshot.ref(at: known ?? visibleRange.first ?? 0))
        return true
    }
}
