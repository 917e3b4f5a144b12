// The page of one source: its grid, or its status instead of one.
import Browse
import CGTK
import Desktop
import FrameProfile
import ImagePipeline
import Library
import Photos

/// The grid of one source, with spinner, status page and notice around it.
final class GalleryPage: BrowsePage {
    let root: WidgetReference
    let model: GalleryModel
    let grid: TileGrid
    let scheduler: GridScheduler
    private let loader: PhotoLoader
    private let frame: GalleryFrame
    let bubble: PositionBubble
    private var binding: ModelBinding<GalleryProgress>?

    var onOpen: (PhotoRef) -> Void = { _ in }
    var onUpdate: (CollectionUpdate, CollectionSnapshot) -> Void = { _, _ in }

    init(model: GalleryModel, loader: PhotoLoader, tileSize: Int, fit: Fit = .fill) {
        self.model = model
        self.loader = loader
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

    /// The place at which the page is to open; nil once it is shown or the user has scrolled.
    private var awaited: GridPlace?

    func open(at place: GridPlace) {
        guard place.isReachable(in: model) else { return }
        awaited = place
        goOn(GalleryProgress(model))
    }

    var place: GridPlace? {
        guard let first = grid.visibleRange.first else { return nil }
        return GridPlace(source: model.source.identity, photo: model.photo(model.ref(at: first)).id, index: first)
    }

    /// Scrolls to the awaited place once it is listed.
    private func goOn(_ progress: GalleryProgress) {
        guard let place = awaited else { return }
        guard grid.scrollOffset == 0, !progress.isComplete || progress.count > place.index else {
            awaited = nil
            return
        }
        if progress.count > place.index {
            awaited = nil
            scroll(to: place)
        } else {
            model.loadMore()
        }
    }

    /// Scrolls to the photo of a place, or to where it was when it is not there any more.
    private func scroll(to place: GridPlace) {
        guard model.photo(model.ref(at: place.index)).id != place.photo else { return grid.scroll(toTop: place.index) }
        Task { [weak self, model] in
            let found = await model.ref(of: place.photo).flatMap(model.position(of:))
            guard let self, self.grid.scrollOffset == 0, model.count > 0 else { return }
            self.grid.scroll(toTop: found ?? min(place.index, model.count - 1))
        }
    }

    /// Takes a step of the collection in the turn in which the model has taken it.
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

    func preview(of ref: PhotoRef) -> OpaquePointer? { grid.tiles[ref]?.texture }

    func request(for ref: PhotoRef) -> ImageRequest? { scheduler.request(ref) }

    var tileSize: Int { grid.tileSize }

    func setTileSize(_ size: Int) { grid.setTileSize(size) }

    func setFit(_ fit: Fit) { grid.fit = fit }

    func scroll(byScreens screens: Int) { grid.scroll(byScreens: screens) }

    func grabFocus() { grid.grabFocus() }

    func retry() {
        if case .failed = model.phase { model.retry() }
        scheduler.retryAll()
    }

    func close() {
        binding = nil
        model.cancel()
        scheduler.close()
    }

    // MARK: GridSurface

    var adjustment: UnsafeMutablePointer<GtkAdjustment> { grid.adjustment }
    var view: OpaquePointer { grid.view }
    var tileStates: TileStates { scheduler.tileStates }
    var binds: Int { grid.binds }
    var deliveries: Int { scheduler.deliveries }
    var work: GridWork? { scheduler.work }
    var isAnimating: Bool { scheduler.isAwake }
    var isQuiet: Bool {
        let counters = loader.counters
        return !isListing && !scheduler.isAwake && counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
    }
    var loaderFigures: LoaderFigures { LoaderFigures(loader.counters) }
    var textureBytes: Int? { loader.memory.bytes }
    var memoryCache: MemoryCache? { loader.memory }
    var activity: LoaderActivity? { get async { await loader.activity } }
    var stageTimes: StageTimes? { StageTimes(loader.recentTimelines) }
    var photoCount: Int { model.count }
}
