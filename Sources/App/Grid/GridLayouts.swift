// The layouts of the grid: when another one is made, and what stays in its place over it.
import Browse
import Desktop
import Library
import Photos

/// The layout of one grid, and how the next one takes its place. Each change goes the same way:
///
/// 1. A place is chosen that stays where it is in the viewport, unless one is kept already (`KeptPlace`).
/// 2. `layOut` makes the layout, or has it made off the main thread where that takes too long.
/// 3. `show` scrolls to the place that is kept, and has everything placed anew.
/// 4. `placeTiles` gives the tiles their new sizes and places. Inside a layout of the frame, only sizes.
final class GridLayouts {
    private unowned let grid: TileGrid
    private let placement: TilePlacement
    private let container: PhotoGridWidget
    /// Where the photos lie.
    private(set) var current: GridLayout { didSet { grid.onLayout() } }
    /// The layout that is being made off the main thread.
    private lazy var task = LayoutTask { [weak self] in self?.take($0) }
    private var place = KeptPlace()
    /// Whether a layout sets the scroll position.
    private(set) var isLayingOut = false

    init(of grid: TileGrid, _ placement: TilePlacement, in container: PhotoGridWidget, room: GridLayout.Room) {
        (self.grid, self.placement, self.container) = (grid, placement, container)
        current = GridLayout(grid.snapshot, in: room)
    }

    /// The layout with the part of it that is in view.
    private var shown: ScrolledLayout {
        ScrolledLayout(layout: current, scroll: grid.scrollOffset, pageHeight: grid.viewportHeight)
    }

    // MARK: Changes

    /// Chooses what stays in its place in a step of the collection, before the grid takes it.
    /// - Returns: Whether `takeStep` is to be called afterwards: photos get other places.
    func prepare(for update: CollectionUpdate) -> Bool {
        let isOutdated = current.isOutdated(by: update)
        let isReturning = place.collectionChanged(
            by: update, after: grid.snapshot, in: shown, isLaidOutAnew: isOutdated)
        return update.movesPhotos || isReturning || isOutdated
    }

    /// Lays the photos out that the grid has taken.
    func takeStep() {
        layOut(isOutdated: true)
        placement.setSizes()
    }

    /// Lays the photos out as the user has chosen.
    /// - Parameter then: Called before the tiles are placed.
    func choiceChanged(_ then: () -> Void = {}) {
        place.keepTop(of: shown)
        layOut()
        then()
        placeTiles()
    }

    /// Lays the photos out in another size.
    /// - Parameter height: That of the viewport in a layout of the frame; nil for the present one.
    func resized(height: Int? = nil) {
        place.keepTop(of: shown)
        layOut(height: height)
        placement.setSizes()
        grid.onChange()
    }

    /// Lays the photos out if a layout of the frame gives them another room.
    func allocated(height: Int) {
        // Of a layout that is being made, the room is on its way.
        if grid.room(page: Double(height)) != task.room ?? current.room || Double(height) != grid.viewportHeight {
            resized(height: height)
        }
    }

    /// Scrolls the photo at `index` to the top of the viewport, as far as the end of the list allows.
    func scroll(toTop index: Int) {
        place.keep(top: index)
        layOut()
        placement.attach()
        container.queueAllocate()
    }

    /// Takes a layout that was made off the main thread, in place of the present one.
    private func take(_ next: GridLayout) {
        guard next.count == grid.count else { return }
        // Rows that were to be laid out anew out of view have come into it meanwhile.
        if next.room == current.room, current.unsettled.overlaps(grid.visibleRange) { return }
        place.keepTop(of: shown)
        current = next
        show(page: grid.viewportHeight)
        placeTiles()
    }

    /// Lays rows out anew that are as they are because they were in view when the photos changed, now that they are
    /// not: nothing in view moves. Called at rest.
    func settle() {
        let room = grid.room(page: grid.viewportHeight)
        guard !current.unsettled.isEmpty, task.room == nil, room == current.room, current.count == grid.count,
            !current.unsettled.overlaps(grid.visibleRange)
        else { return }
        if LayoutTask.isNeeded(for: room, count: grid.count) {
            task.make(grid.snapshot, in: room)
        } else {
            layOutAnew()
        }
    }

    /// Lays all rows out anew, also those in view, as a list that is opened now would have them.
    func layOutAnew() {
        guard !current.unsettled.isEmpty, current.count == grid.count else { return }
        place.keepTop(of: shown)
        current = GridLayout(grid.snapshot, in: grid.room(page: grid.viewportHeight))
        task.cancel()
        show(page: grid.viewportHeight)
        placeTiles()
    }

    // MARK: Steps of a change

    /// Lays the photos out in the present size, and scrolls to the place that is kept.
    /// - Parameter isOutdated: Whether the layout is made anew although the room is the same: the photos have changed.
    private func layOut(height: Int? = nil, isOutdated: Bool = false) {
        let page = height.map(Double.init) ?? grid.viewportHeight
        let room = grid.room(page: page)
        if isOutdated || room != current.room {
            guard isOutdated || !canWait(for: room) else {
                task.make(grid.snapshot, in: room)
                return setExtent(page: page)
            }
            // What is in view stays as it is, but for what has come, gone or changed there.
            current = GridLayout(
                grid.snapshot, in: room, keeping: grid.visibleRange, of: current, around: place.position)
        }
        task.cancel()
        show(page: page)
    }

    /// Returns whether the present layout stays while the one for another width or size is made off the main thread.
    private func canWait(for room: GridLayout.Room) -> Bool {
        current.room.kind == room.kind && current.room.width > 1 && current.count == grid.count
            && LayoutTask.isNeeded(for: room, count: grid.count)
    }

    /// Shows the present layout, which is another one than before.
    private func show(page: Double) {
        setExtent(page: page)
        grid.headings.forget()
        grid.mosaic.forget()
        placement.outdate()
        grid.scaling.laidOut()
    }

    /// Scrolls to the place that is kept in the present layout.
    private func setExtent(page: Double) {
        isLayingOut = true
        let value = place.scroll(in: current, pageHeight: page) ?? grid.scrollOffset
        container.setExtent(height: current.height, page: page, value: value)
        isLayingOut = false
    }

    /// Gives the tiles their places in another layout.
    private func placeTiles() {
        placement.setSizes()
        placement.attach()
        container.queueAllocate()
        grid.onChange()
    }

    // MARK: The place that is kept

    /// Releases the place: the user has scrolled.
    func release() { place.release() }

    /// Chooses the place that layouts of other sizes keep: what lies at `point` of the viewport; without a point, the
    /// focused tile if it is in view, else the middle.
    func keep(at point: (x: Double, y: Double)?) {
        let reason =
            point.map { KeptPlace.Reason.point(x: $0.x, y: $0.y) }
            ?? grid.focus.visiblePhoto.map { .focus($0) }
        var point = point ?? focalPoint
        // In a right-to-left layout the columns are counted from the right.
        if grid.isRightToLeft { point.x = Double(current.room.width) - point.x }
        place.keep(point, for: reason ?? .middle, in: shown)
    }

    /// The point of the viewport around which tiles change their size without a pointer: the focused tile if it is in
    /// view, else the middle.
    var focalPoint: (x: Double, y: Double) {
        let width = Double(current.room.width)
        guard let position = grid.focus.position else { return (width / 2, grid.viewportHeight / 2) }
        let point = shown.middle(of: position)
        return (grid.isRightToLeft ? width - point.x : point.x, point.y)
    }

    /// Returns the position of the photo that another size of the tiles at a point keeps in place.
    func keptPosition(at point: (x: Double, y: Double)?) -> Int {
        keep(at: point)
        return min(place.position ?? 0, grid.count - 1)
    }

    /// The place at the top of the viewport; nil at the top of the list.
    var topPlace: GridPlace? { place.topPlace(of: shown, in: grid.snapshot) }

    /// The place of the focused tile; nil where none is in view.
    var focusedPlace: GridPlace? { grid.focus.position.flatMap { shown.place(of: $0, in: grid.snapshot) } }

    /// Brings a place back with the next step that holds its photo, unless the user scrolls before.
    func returnTo(_ place: GridPlace) { self.place.bringBack(place) }

    /// Shows the top of the list with the next step that moves photos, unless the user scrolls before.
    func returnToTop() { place.bringBackTop() }

    /// Leaves the list where it is, if the top was to come back.
    func forgetTop() { place.forgetTop() }

    /// Whether the user has scrolled since the last layout that kept a place.
    var isScrolled: Bool { !place.isKept }
}
