// The page of one source: its grid, or its status instead of one.
import Browse
import CGTK
import Desktop
import FrameProfile
import ImagePipeline
import Photos

/// The grid of one source, with spinner, status page and notice around it.
final class GalleryPage: BrowsePage {
    let root: WidgetReference
    let model: GalleryModel
    let grid: TileGrid
    let scheduler: GridScheduler
    private let loader: ImageLoader
    private let frame: GalleryFrame
    let bubble: PositionBubble
    private var binding: ModelBinding<GalleryProgress>?

    var onOpen: (Int) -> Void = { _ in }

    init(model: GalleryModel, loader: ImageLoader, tileSize: Int, fit: Fit = .fill) {
        self.model = model
        self.loader = loader
        grid = TileGrid(tileSize: tileSize, fit: fit)
        scheduler = GridScheduler(grid: grid, model: model, loader: loader)
        TileSizing.install(on: grid)
        GridKeys.install(on: grid.root.widget)
        bubble = PositionBubble(over: grid.root.widget)
        frame = GalleryFrame(content: bubble.root.widget)
        root = frame.root
        scheduler.onFrame = { [weak self] viewport, time in self?.moved(viewport, at: time) }
        scheduler.onRest = { [weak self] in self?.bubble.hide() }
        grid.onActivate = { [weak self] position in self?.activated(position) }
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
        return GridPlace(source: model.source.identity, index: first)
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
            grid.scroll(toTop: place.index)
        } else {
            model.loadMore()
        }
    }

    private func show(_ progress: GalleryProgress) {
        grid.count = progress.count
        goOn(progress)
        frame.show(progress.phase, source: model.source.title, count: progress.count)
        scheduler.photosChanged()
    }

    private func moved(_ viewport: Viewport, at time: Int64) {
        let height = max(1, grid.viewportHeight)
        let extent = grid.metrics.totalHeight(count: viewport.count) - height
        bubble.follow(
            viewport.visible, of: viewport.count, at: time,
            screensPerSecond: abs(viewport.velocity) * Double(grid.metrics.cell) / height,
            fraction: extent > 0 ? grid.scrollOffset / extent : 0)
    }

    private func activated(_ position: Int) {
        if scheduler.failure(at: position) != nil { scheduler.retry(position) } else { onOpen(position) }
    }

    func preview(at position: Int) -> OpaquePointer? { grid.tiles[position]?.texture }

    func request(at position: Int) -> ImageRequest? { scheduler.request(position) }

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
    var photoCount: Int { model.photos.count }
}
