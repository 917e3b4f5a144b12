// The page of one source: its grid, or its status instead of one.
package import Browse
import CGTK
package import Desktop
package import ImagePipeline
package import Library
package import Photos

/// The grid of one source, with spinner, status page and notice around it.
package final class GalleryPage: BrowsePage {
    package let root: WidgetReference
    package let model: GalleryModel
    let grid: TileGrid
    let scheduler: GridScheduler
    private let tileLoader: PhotoLoader
    private let frame: GalleryFrame
    let bubble: PositionBubble
    private var binding: ModelBinding<GalleryProgress>?

    package var onOpen: (PhotoRef) -> Void = { _ in }
    package var onUpdate: (CollectionUpdate, CollectionSnapshot) -> Void = { _, _ in }

    package init(model: GalleryModel, loader: PhotoLoader, tileSize: Int, fit: Fit = .fill) {
        self.model = model
        tileLoader = loader
        grid = TileGrid(model.snapshot, tileSize: tileSize, fit: fit)
        scheduler = GridScheduler(grid: grid, model: model, loader: loader)
        TileSizing.install(on: grid)
        GridKeys.install(on: grid.root.widget)
        bubble = PositionBubble(over: grid.root.widget)
        frame = GalleryFrame(content: bubble.root.widget)
        root = frame.root
        scheduler.onFrame = { [weak self] viewport, time in self?.moved(viewport, at: time) }
        scheduler.onRest = { [weak self] in self?.bubble.hide() }
        grid.onActivate = { [weak self] in self?.activated($0) }
        model.onUpdate = { [weak self] in self?.take($0, $1) }
        binding = ModelBinding({ GalleryProgress(model) }) { [weak self] in self?.show($0) }
        model.loadMore()
    }

    /// The position at which the page is to open; nil once it is shown or the user has scrolled.
    private var awaited: ScrollPosition?

    /// Opens the page at a position, if it is in the page's source and can be reached.
    func open(at position: ScrollPosition) {
        guard position.isReachable(in: model) else { return }
        awaited = position
        goOn(GalleryProgress(model))
    }

    /// The position of the page, to which a later run can return; nil where nothing is in view.
    var scrollPosition: ScrollPosition? {
        guard let first = grid.visibleRange.first else { return nil }
        return ScrollPosition(source: model.source.identity, photo: model.photo(model.ref(at: first)).id, index: first)
    }

    /// Scrolls to the awaited position once it is listed.
    private func goOn(_ progress: GalleryProgress) {
        guard let position = awaited else { return }
        guard grid.scrollOffset == 0, !progress.isComplete || progress.count > position.index else {
            awaited = nil
            return
        }
        if progress.count > position.index {
            awaited = nil
            scroll(to: position)
        } else {
            model.loadMore()
        }
    }

    /// Scrolls to the photo of a position, or to where it was when it is not there any more.
    private func scroll(to position: ScrollPosition) {
        guard model.photo(model.ref(at: position.index)).id != position.photo else {
            return grid.scroll(toTop: position.index)
        }
        Task { [weak self, model] in
            let found = await model.ref(of: position.photo).flatMap(model.position(of:))
            guard let self, self.grid.scrollOffset == 0, model.count > 0 else { return }
            self.grid.scroll(toTop: found ?? min(position.index, model.count - 1))
        }
    }

    /// Takes a step of the collection in the iteration in which the model has taken it.
    private func take(_ update: CollectionUpdate, _ before: CollectionSnapshot) {
        grid.take(update)
        scheduler.take(update)
        onUpdate(update, before)
    }

    private func show(_ progress: GalleryProgress) {
        goOn(progress)
        frame.show(progress.phase, source: model.source.title, count: progress.count)
    }

    private func moved(_ viewport: Viewport, at time: Int64) {
        let height = max(1, grid.viewportHeight)
        let extent = grid.metrics.totalHeight(count: viewport.count) - height
        bubble.follow(
            viewport.visible, of: viewport.count, at: time,
            screensPerSecond: abs(viewport.velocity) * Double(grid.metrics.cell) / height,
            fraction: extent > 0 ? grid.scrollOffset / extent : 0)
    }

    private func activated(_ ref: PhotoRef) {
        if scheduler.failure(of: ref) != nil { scheduler.retry(ref) } else { onOpen(ref) }
    }

    package func preview(of ref: PhotoRef) -> OpaquePointer? { grid.tiles[ref]?.texture }

    package func request(for ref: PhotoRef) -> ImageRequest? { scheduler.request(ref) }

    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { grid.tileSize }

    /// Sets the wanted side of the tiles. The focused photo, or else the one in the middle, stays in its place.
    func setTileSize(_ size: Int) { grid.setTileSize(size) }

    /// Sets the fit of the photos in their square tiles.
    func setFit(_ fit: Fit) { grid.fit = fit }

    package func scroll(byScreens screens: Int) { grid.scroll(byScreens: screens) }

    package func grabFocus() { grid.grabFocus() }

    package func retry() {
        if case .failed = model.phase { model.retry() }
        model.refresh(.requested)
        scheduler.retryAll()
    }

    package func close() {
        binding = nil
        model.cancel()
        scheduler.close()
    }
}

extension GalleryPage: GridProbe {
    package var view: OpaquePointer { grid.view }
    package var tileStates: TileStates { scheduler.tileStates }
    package var counters: GridCounters {
        var counters = GridCounters(binds: grid.binds, deliveries: scheduler.deliveries)
        counters.work = scheduler.work
        counters.isAnimating = scheduler.isAwake
        return counters
    }
    package var loader: PhotoLoader? { tileLoader }
    package var isQuiet: Bool {
        let counters = tileLoader.counters
        return !isListing && !scheduler.isAwake && counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
    }
}
