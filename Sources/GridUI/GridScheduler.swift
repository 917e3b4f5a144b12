// What the grid asks for and what it is given, decided once a frame from the scroll position.
// Bind shows what memory has; everything else happens here: plan, want, lease, deliver.
import Browse
import CDesktop
import Desktop
import ImagePipeline
import Logging
import Photos

/// Drives one grid: turns the viewport into a wanted set, and deliveries into textures on tiles.
///
/// Runs on the frame clock only while something moves or arrives; an idle window draws no frames.
final class GridScheduler {
    /// Bytes of new textures that tiles may show in one frame. Uploads happen on the main thread in the frame that
    /// first draws a texture: 0.12 ms for a premultiplied 400×400 one (640 KB) under software GL, so this is about 2 ms.
    static let uploadBytesPerFrame = 10 << 20
    /// Frames without any change after which the frame clock is let go; the scroll velocity has settled by then.
    private static let framesUntilIdle = 12

    private let grid: TileGrid
    private let model: GalleryModel
    private let loader: ImageLoader
    private let feed: ImageFeed
    private let tiles: TilePresenter
    private var requests: TileRequests
    private var tick: FrameTick?
    private var idleFrames = 0

    private var tracker = ScrollTracker()
    /// The geometry in which the tracker has seen the grid move.
    private var trackedMetrics: GridMetrics?
    private var viewport = Viewport.empty
    /// Plan again although the viewport is the same: the size, the list or the failures have changed.
    private var isStale = true
    private var settlingSize = SettlingSize(PixelSize(square: 1))
    /// Photos asked for, by the key under which they are delivered: perhaps as a preview first, and perhaps again when
    /// their bytes have changed since.
    private var wantedIndices: [ImageKey: Int] = [:]
    private var leased: Set<ImageKey> = []
    private let log = Logger(label: "grid")

    /// Pictures and failures handed to tiles so far.
    private(set) var deliveries = 0
    /// The viewport of a frame, and the frame clock's time in microseconds.
    var onFrame: (Viewport, Int64) -> Void = { _, _ in }
    /// The frame clock is let go: nothing moves any more.
    var onRest: () -> Void = {}
    /// What planning and delivering has cost so far.
    private(set) var work = GridWork()
    private var isClosed = false
    /// Whether the frame clock is held.
    var isAwake: Bool { tick != nil }

    init(grid: TileGrid, model: GalleryModel, loader: ImageLoader) {
        self.grid = grid
        self.model = model
        self.loader = loader
        tiles = TilePresenter(grid: grid, model: model, loader: loader)
        requests = TileRequests(model: model, size: settlingSize.current, fit: grid.fit)
        // The loader calls from any thread; the box keeps the way back without keeping the scheduler.
        let wakeUp = WakeUp()
        feed = loader.makeFeed { Task { @MainActor in wakeUp.scheduler?.wake() } }
        wakeUp.scheduler = self
        grid.onBind = { [weak self] position, tile in self?.bound(position, tile) }
        grid.onChange = { [weak self] in self?.wake() }
    }

    isolated deinit { loader.memory.release(leased) }

    private final class WakeUp {
        weak var scheduler: GridScheduler?
    }

    /// Leaves all work and all leases: the page is going away.
    func close() {
        isClosed = true
        feed.close()
        loader.memory.release(leased)
        leased = []
        tick?.remove()
        tick = nil
    }

    /// The list has grown, the geometry changed, or pictures have arrived: look at it in the next frame.
    func wake() {
        idleFrames = 0
        guard tick == nil, !isClosed else { return }
        tick = FrameTick.start(on: grid.root.widget) { [weak self] time in self?.frame(at: time) ?? false }
    }

    /// The list has changed: plan again.
    func photosChanged() {
        isStale = true
        wake()
    }

    /// Asks again for the photo at `position`.
    func retry(_ position: Int) {
        guard tiles.forget(position) else { return }
        feed.retry(requests.key(position))
        photosChanged()
    }

    /// Asks again for everything that has failed.
    func retryAll() {
        tiles.forgetAll()
        feed.retryAll()
        photosChanged()
    }

    /// Why the photo at `position` could not be shown, if so.
    func failure(at position: Int) -> LoadFailure? { tiles.failures[position] }

    /// What is asked of the loader for the tile at `index`.
    func request(_ index: Int) -> ImageRequest { requests[index] }

    /// What the visible tiles show right now.
    var tileStates: TileStates { tiles.tileStates }

    // MARK: A frame

    private func frame(at time: Int64) -> Bool {
        // A layout that has moved everything is no scrolling.
        if grid.metrics != trackedMetrics { tracker = ScrollTracker() }
        trackedMetrics = grid.metrics
        tracker.record(frameTime: time, value: grid.scrollOffset)
        let now = tracker.viewport(grid.metrics, pageHeight: grid.viewportHeight, count: model.photos.count)
        let isNothingAskedFor = wantedIndices.isEmpty && tiles.isNothingShown
        if settlingSize.offer(grid.metrics.pictureSize, at: time, atOnce: isNothingAskedFor) { isStale = true }
        requests.size = settlingSize.current
        if requests.fit != grid.fit { takeFit() }
        tiles.begin(now, at: time)
        let changed = isStale || now != viewport
        if changed {
            isStale = false
            viewport = now
            let start = g_get_monotonic_time()
            plan()
            work.planned += Int64(g_get_monotonic_time() - start)
            // What `tessera-lab`'s recorded scroll traces are made of.
            log.trace(
                "viewport \(time / 1000) \(now.visible.lowerBound) \(now.visible.upperBound) \(now.columns) \(now.count) \(now.velocity)")
            model.loadIfNeeded(lastVisible: now.visible.upperBound - 1, perScreen: now.visible.count)
        }
        onFrame(now, time)
        let delivered = deliver()
        idleFrames = changed || delivered || settlingSize.isPending ? 0 : idleFrames + 1
        guard idleFrames < Self.framesUntilIdle else {
            // The user has stopped here: what is on the screen may be come back to.
            loader.memory.stop(at: leased)
            tick = nil
            onRest()
            return false
        }
        return true
    }

    private func plan() {
        let mark = RecorderMark("plan")
        defer { mark.end() }
        var wanted: [WantedImage] = []
        var indices: [ImageKey: Int] = [:]
        let plan = PrefetchPlanner.plan(viewport: viewport, configuration: .init(latency: loader.arrivalTime))
        let keys = plan.map { requests.key($0.index) }
        let isHere = loader.memory.plan(keys)
        for ((index, priority), (key, isHere)) in zip(plan, zip(keys, isHere)) {
            if tiles.kept.contains(index) { tiles.showBest(key, at: index) }
            // What has been delivered stays wanted, to be told when it changes.
            guard wantedIndices[key] != nil || !isHere else { continue }
            indices[key] = index
            wanted.append(WantedImage(request: requests[index], priority: priority))
        }
        // The plan of a quick scroll is for where it will be, and leaves out what has nearly passed and is still seen.
        for index in viewport.visible where grid.tiles[index]?.isBlank == true {
            tiles.showBest(requests.key(index), at: index)
        }
        tiles.noteEmpty()
        wantedIndices = indices
        feed.want(wanted)
        leaseVisible()
        tiles.giveUpFarTextures()
    }

    /// What is shown was made for the other fit, and stands in.
    private func takeFit() {
        (requests.fit, isStale) = (grid.fit, true)
        tiles.becomeStandIns(requests.size)
    }

    private func leaseVisible() {
        let visible = Set(viewport.visible.map(requests.key))
        let left = leased.subtracting(visible)
        let entered = visible.subtracting(leased)
        loader.memory.lease(entered)
        loader.memory.release(left)
        leased = visible
    }

    private func deliver() -> Bool {
        let start = g_get_monotonic_time()
        var bytes = 0
        var any = false
        while bytes < Self.uploadBytesPerFrame {
            let deliveries = feed.takeDeliveries(limit: 8)
            guard !deliveries.isEmpty else { break }
            any = true
            for delivery in deliveries { bytes += accept(delivery) }
        }
        let end = g_get_monotonic_time()
        work.handedOver += Int64(end - start)
        if any { RecorderMark.record("deliver", from: Int64(start), to: Int64(end)) }
        return any
    }

    /// Shows one delivery where it belongs and answers with the bytes that the next frame will upload for it.
    private func accept(_ delivery: Delivery) -> Int {
        guard let index = wantedIndices[delivery.request.key] else { return 0 }
        if delivery.kind != .preview { deliveries += 1 }
        switch delivery.result {
        case .success(let image): return (image as? Texture).map { tiles.take($0, delivery, at: index) } ?? 0
        case .failure(let failure):
            tiles.fail(failure, at: index)
            return 0
        }
    }

    private func bound(_ position: Int, _ tile: Tile) {
        guard position < model.photos.count else { return }
        tiles.bound(position, tile, requests.key(position))
    }
}
