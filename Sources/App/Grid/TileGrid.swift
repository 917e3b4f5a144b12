// The grid as a widget: GtkGridView over a lazy list, columns pinned, one leaf tile a cell. It attaches tiles to
// positions and reports what the user does. It decides nothing about loading: GridScheduler does.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A GtkGridView of square tiles in a scrolled window.
final class TileGrid {
    /// The outermost widget, to be added to a page.
    let root: WidgetReference
    let adjustment: UnsafeMutablePointer<GtkAdjustment>
    let view: OpaquePointer
    private let list: PhotoListModel

    /// Tiles by the photo to which they are attached; GTK keeps about 32 rows of them.
    private(set) var tiles: [PhotoRef: Tile] = [:]
    private var refs: [Tile: PhotoRef] = [:]
    /// Number of cells bound since the grid was made.
    private(set) var binds = 0
    /// Geometry of the last layout.
    private(set) var metrics: GridMetrics

    /// Called when a tile was attached to a photo; it shows nothing yet.
    var onBind: (_ ref: PhotoRef, _ tile: Tile) -> Void = { _, _ in }
    /// Called for a tile that was attached to a photo, to show whether that is selected.
    var onMark: (_ ref: PhotoRef, _ tile: Tile) -> Void = { _, _ in }
    /// Called when a tile was activated by click, tap, Enter or the keypad.
    var onActivate: (_ ref: PhotoRef) -> Void = { _ in }
    /// Called when the scroll position or the geometry has changed.
    var onChange: () -> Void = {}

    /// - Parameters:
    ///   - snapshot: The photos to begin with.
    ///   - tileSize: Wanted side of a tile in logical pixels.
    ///   - fit: The fit of the pictures in their squares.
    init(_ snapshot: CollectionSnapshot, tileSize: Int, fit: Fit = .fill) {
        self.fit = fit
        metrics = GridMetrics(width: 0, tileSize: tileSize)
        list = PhotoListModel(snapshot)
        // The selection model takes ownership of the reference added here.
        let selection = made(gtk_no_selection_new(OpaquePointer(g_object_ref(list.list.object))))
        let factory = made(gtk_signal_list_item_factory_new())
        let view = made(gtk_grid_view_new(selection, factory))
        self.view = view.opaque
        let scroller = made(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, view)
        adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        let columns = ColumnChoice(tileSize: tileSize)
        choice = columns
        root = WidgetReference(
            made(tessera_grid_bin_new(
                scroller, self.view,
                { width, context in
                    guard let context else { return 1 }
                    let choice = Unmanaged<ColumnChoice>.fromOpaque(context).takeUnretainedValue()
                    return MainActor.assumeIsolated { Int32(choice.columns(width: Int(width))) }
                }, Unmanaged.passRetained(columns).toOpaque(),
                { context in
                    if let context { Unmanaged<ColumnChoice>.fromOpaque(context).release() }
                })))
        columns.willLayOut = { [weak self] in self?.willLayOut() }
        gtk_widget_add_css_class(view, "photos")
        gtk_grid_view_set_single_click_activate(self.view, 1)
        connect(factory: factory)
        Signal.onNumber(self.view, "activate") { [weak self] position in
            if let self, Int(position) < self.count { self.onActivate(self.list.snapshot.ref(at: Int(position))) }
        }
        Signal.on(adjustment, "value-changed") { [weak self] in self?.scrolled() }
        Signal.on(root.widget, "geometry-changed") { [weak self] in self?.geometryChanged() }
        Signal.onChange(of: "scale-factor", root.widget) { [weak self] in self?.geometryChanged() }
    }

    private let choice: ColumnChoice
    /// The place that layouts keep in the viewport, over any number of them, until the user scrolls.
    private var anchor: ScrollAnchor?
    private var anchorReason = AnchorReason.layout

    /// The reason for the choice of the place to keep.
    private enum AnchorReason: Equatable {
        case layout, middle
        case focus(PhotoRef)
        case point(x: Double, y: Double)
    }
    /// The scroll position that the last layout has set.
    private var held = 0.0
    private var isLayingOut = false
    /// Whether a layout has put the place that is kept where it belongs.
    private var isAnchorLaidOut = true
    /// The place that the next step which holds its photo brings back.
    private var awaited: Place?

    /// The photos and their order.
    var snapshot: CollectionSnapshot { list.snapshot }
    /// Number of photos in the list.
    var count: Int { snapshot.count }

    /// Takes a step of the collection. The photo at the top of the viewport, or the one that is kept in place already,
    /// stays there; when it is gone, the next one takes its place. At the top of the list, the top stays.
    func take(_ update: CollectionUpdate) {
        let before = list.snapshot
        let focused = focusedPhoto
        defer { if let focused { keepFocus(on: focused) } }
        let returning = awaited.flatMap { place in
            update.snapshot.position(of: place.ref).map(place.anchor.moved(to:))
        }
        guard update.movesPhotos || returning != nil else { return tell(update) }
        if let returning {
            (anchor, anchorReason, awaited) = (returning, .layout, nil)
        } else if isAtTop {
            (anchor, anchorReason) = (ScrollAnchor(top: 0), .layout)
        } else {
            keepTopInPlace()
            anchor = anchor.flatMap { anchor in
                before.successor(of: before.ref(at: min(anchor.index, before.count - 1)), in: update.snapshot)
                    .flatMap(update.snapshot.position(of:)).map(anchor.moved(to:))
            }
        }
        isAnchorLaidOut = false
        tell(update)
        tessera_grid_bin_invalidate(root.widget.opaque)
        onChange()
    }

    /// Has the list take a step, and attaches tiles whose cells have become those of other photos.
    private func tell(_ update: CollectionUpdate) {
        let moved = list.take(update).compactMap { before, now in tiles[before].map { (tile: $0, ref: now) } }
        for (tile, _) in moved { unbind(tile) }
        for (tile, ref) in moved { bind(tile, to: ref) }
    }

    /// The tile that is attached to the photo at `position`.
    func tile(at position: Int) -> Tile? { position < count ? tiles[list.snapshot.ref(at: position)] : nil }

    /// The photo whose picture a zoom transition draws; its tile shows the placeholder, also when it is attached to
    /// another cell meanwhile.
    var hiddenForTransition: PhotoRef? {
        didSet {
            if let oldValue { tiles[oldValue]?.setHiddenForTransition(false) }
            if let hiddenForTransition { tiles[hiddenForTransition]?.setHiddenForTransition(true) }
        }
    }

    /// The fit of the pictures in their squares. A change is animated in the visible tiles.
    var fit: Fit {
        didSet {
            guard fit != oldValue else { return }
            let visible = visibleRange
            for (tile, ref) in refs {
                tile.setFit(fit, moves: list.snapshot.position(of: ref).map(visible.contains) == true)
            }
            onChange()
        }
    }

    /// The top of the viewport in logical pixels from the first row. Settable; GTK clamps the value.
    var scrollOffset: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// Side of a tile's picture in logical pixels.
    var pictureSide: Double { Double(metrics.pictureSide) / metrics.scale }

    /// Height of the viewport in logical pixels.
    var viewportHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// The positions that are at least partly in the viewport.
    var visibleRange: Range<Int> {
        metrics.visible(scroll: scrollOffset, pageHeight: viewportHeight, count: count)
    }

    /// Gives the keyboard focus to the tile that had it last, or to the first one.
    func grabFocus() { gtk_widget_grab_focus(view.cast()) }

    /// Focuses the tile of a photo that is there, scrolling as little as needed.
    func focus(_ ref: PhotoRef) {
        guard let position = list.snapshot.position(of: ref) else { return }
        // GTK 4.8 has the action but not the function. The action alone does not move the keyboard focus.
        let argument = g_variant_new_uint32(UInt32(position))
        gtk_widget_activate_action_variant(view.cast(), "list.scroll-to-item", argument)
        if let cell = tiles[ref].flatMap({ gtk_widget_get_parent($0.widget) }) { gtk_widget_grab_focus(cell) }
    }

    // MARK: Geometry

    /// Scrolls the photo at `index` to the top of the viewport, as far as the end of the list allows. Takes effect with
    /// the next layout, because the list may have only just grown to it.
    func scroll(toTop index: Int) {
        anchor = ScrollAnchor(top: index)
        anchorReason = .layout
        isAnchorLaidOut = false
        tessera_grid_bin_invalidate(root.widget.opaque)
    }

    /// Scrolls by whole screens, down where positive. Successive screens share one row.
    func scroll(byScreens screens: Int) {
        scrollOffset += Double(screens) * max(Double(metrics.cell), viewportHeight - Double(metrics.cell))
    }

    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { choice.tileSize }

    /// Sets the wanted side of the tiles. What lies at `point` of the viewport stays at its height; without a point,
    /// the focused tile if it is in view, else the middle of the viewport. Successive changes keep the same photo in
    /// place, until the point or the scroll position changes.
    func setTileSize(_ size: Int, at point: (x: Double, y: Double)? = nil) {
        guard size != choice.tileSize else { return }
        let focused = focusedPhoto
        let reason = point.map { AnchorReason.point(x: $0.x, y: $0.y) } ?? focused.map { .focus($0) } ?? .middle
        if anchor == nil || anchorReason != reason, count > 0, viewportHeight > 0 {
            let width = Double(gtk_widget_get_width(root.widget))
            var point = point ?? focused.flatMap(list.snapshot.position(of:)).map(middle(of:))
                ?? (width / 2, viewportHeight / 2)
            // In a right-to-left layout the columns are counted from the right.
            if case .point = reason, isRightToLeft { point.x = width - point.x }
            anchorReason = reason
            anchor = ScrollAnchor(x: point.x, y: point.y, scroll: scrollOffset, metrics: metrics, count: count)
        }
        choice.tileSize = size
        tessera_grid_bin_invalidate(root.widget.opaque)
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
        let top = ScrollAnchor(scroll: scrollOffset, pageHeight: viewportHeight, metrics: metrics, count: count)
        return Place(ref: list.snapshot.ref(at: top.index), anchor: top)
    }

    /// The place of the focused tile; nil where none is in view.
    var focusedPlace: Place? {
        guard let ref = focusedPhoto, let position = list.snapshot.position(of: ref) else { return nil }
        let point = middle(of: position)
        return Place(
            ref: ref,
            anchor: ScrollAnchor(x: point.x, y: point.y, scroll: scrollOffset, metrics: metrics, count: count))
    }

    /// The position of the focused tile; nil where none is in view.
    var focusedPosition: Int? { focusedPhoto.flatMap(list.snapshot.position(of:)) }

    /// Brings a place back with the next step that holds its photo, unless the user scrolls before.
    func returnTo(_ place: Place) { awaited = place }

    /// Whether the user has scrolled since the last layout that kept a place.
    var isScrolled: Bool { anchor == nil }

    /// Whether the list is shown from its first row on, and will be after the next layout.
    private var isAtTop: Bool { scrollOffset <= 0 && (isAnchorLaidOut || (anchor?.index ?? 0) < metrics.columns) }

    var isRightToLeft: Bool { gtk_widget_get_direction(view.cast()) == GTK_TEXT_DIR_RTL }

    /// The photo of the focused tile, if it is in view.
    private var focusedPhoto: PhotoRef? {
        guard let ref = tileInFocus.flatMap({ refs[$0] }), let position = list.snapshot.position(of: ref),
            visibleRange.contains(position)
        else { return nil }
        return ref
    }

    /// The tile of the focused cell, in view or not.
    private var tileInFocus: Tile? {
        guard let window = gtk_widget_get_root(root.widget), let cell = gtk_root_get_focus(window) else { return nil }
        return gtk_widget_get_first_child(cell).flatMap(Canvas.of) as? Tile
    }

    /// Gives a photo that was focused in view before a step the focus again, where its cell has become that of another
    /// one. The layout that follows brings back what that scrolls.
    private func keepFocus(on ref: PhotoRef) {
        guard let tile = tileInFocus, let other = refs[tile], other != ref else { return }
        if let cell = tiles[ref].flatMap({ gtk_widget_get_parent($0.widget) }) {
            gtk_widget_grab_focus(cell)
        } else {
            focus(ref)
        }
    }

    /// Returns the centre of a visible tile in the viewport.
    private func middle(of position: Int) -> (x: Double, y: Double) {
        let side = Double(metrics.cell)
        let y = metrics.offset(of: position) + side / 2 - scrollOffset
        return ((Double(position % metrics.columns) + 0.5) * side, min(max(0, y), viewportHeight))
    }

    /// Called by GTK before a layout: keeps the top of the viewport in place, unless another place is kept already.
    private func willLayOut() {
        isLayingOut = true
        keepTopInPlace()
    }

    /// Chooses the top of the viewport as the place that layouts keep, unless another one is kept already.
    private func keepTopInPlace() {
        guard anchor == nil, count > 0, viewportHeight > 0 else { return }
        anchorReason = .layout
        anchor = ScrollAnchor(scroll: scrollOffset, pageHeight: viewportHeight, metrics: metrics, count: count)
    }

    private func geometryChanged() {
        metrics = GridMetrics(
            width: Int(gtk_widget_get_width(root.widget)), scale: Double(gtk_widget_get_scale_factor(root.widget)),
            tileSize: choice.tileSize)
        for tile in refs.keys { tile.setSide(pictureSide) }
        if let anchor, count > 0 {
            held = anchor.scroll(metrics: metrics, pageHeight: viewportHeight, count: count)
            // Still within the same layout: the next frame shows the corrected position.
            scrollOffset = held
        }
        isLayingOut = false
        isAnchorLaidOut = true
        onChange()
    }

    /// Handles a change of the scroll position. Scrolling by the user releases the place that layouts keep; GTK's own
    /// corrections by a pixel do not.
    private func scrolled() {
        if !isLayingOut, abs(scrollOffset - held) > 1 { (anchor, awaited) = (nil, nil) }
        onChange()
    }

    private func connect(factory: OpaquePointer?) {
        guard let factory else { return }
        Signal.onPointer(factory, "setup") { item in
            if let item { gtk_list_item_set_child(item.opaque, Tile().widget) }
        }
        Signal.onPointer(factory, "bind") { [weak self] item in
            guard let self, let item, let tile = Self.tile(in: item), let photo = gtk_list_item_get_item(item.opaque)
            else { return }
            self.bind(tile, to: self.list.ref(of: photo))
        }
        Signal.onPointer(factory, "unbind") { [weak self] item in
            if let self, let item, let tile = Self.tile(in: item) { self.unbind(tile) }
        }
    }

    private static func tile(in item: UnsafeMutableRawPointer) -> Tile? {
        gtk_list_item_get_child(item.opaque).flatMap(Canvas.of) as? Tile
    }

    private func bind(_ tile: Tile, to ref: PhotoRef) {
        binds += 1
        if let before = refs.updateValue(ref, forKey: tile), tiles[before] == tile { tiles[before] = nil }
        tiles[ref] = tile
        tile.setSide(pictureSide)
        tile.setHiddenForTransition(ref == hiddenForTransition)
        tile.setFit(fit, moves: false)
        onMark(ref, tile)
        onBind(ref, tile)
    }

    private func unbind(_ tile: Tile) {
        guard let ref = refs.removeValue(forKey: tile) else { return }
        if tiles[ref] == tile { tiles[ref] = nil }
        tile.clear()
    }

    /// The rule for the number of columns and the tile size that it needs. Owned by the bin, which asks it.
    private final class ColumnChoice {
        var tileSize: Int
        /// Called before a layout in another width or with another tile size.
        var willLayOut: () -> Void = {}

        init(tileSize: Int) { self.tileSize = tileSize }

        func columns(width: Int) -> Int {
            willLayOut()
            return GridMetrics(width: width, tileSize: tileSize).columns
        }
    }
}
