// The loading of the grid: what it requests and receives, decided once a frame from the scroll position. Binding a tile
// shows what memory has; plan, wanted set, leases and deliveries are handled here.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Logging
import Photos

/// The loading of one grid: turns the viewport into a wanted set, and deliveries into textures on tiles.
/// Runs on the frame clock only while something moves or arrives; an idle window draws no frames.
final class GridScheduler {
    /// Limit of the bytes of new textures that tiles may show in one frame. Uploads happen on the main thread in the
    /// frame that first draws a texture: 0.12 ms for a premultiplied 400×400 one (640 KB) under software GL, so this is
    /// about 2 ms.
    static let uploadBytesPerFrame = 10 << 20
    /// Number of frames without any change after which the frame clock is released; the scroll velocity has settled by
    /// then.
    private static let framesUntilIdle = 12

    /// Seconds that a photo has to stay in view for more than its tiny picture to be loaded: a tenth, in which the eye
    /// makes out little more.
    private static let shortestLook = 0.1

    private let grid: TileGrid
    private let model: GalleryModel
    private let loader: PhotoLoader
    private let session: PhotoSession
    private let tiles: TilePresenter
    private var pictures: MosaicPictures?
    private var requests: TileRequests
    private var tick: FrameTick?
    private var preload: TinyPreloading?
    /// The tiny pictures that are missing, made while the grid rests.
    private let backfill: TinyBackfilling?
    private var idleFrames = 0

    private var tracker = ScrollTracker()
    /// The scroll position in the last frame, and whether it was another one than in the frame before.
    private var lastOffset: Double?
    private var wasMoving = false
    /// The geometry for which the tracker's samples hold.
    private var trackedRoom: GridLayout.Room?
    /// Bytes of the pictures of one screen, as the memory knows them.
    private var screenBytes = 0
    private var viewport = Viewport.empty
    /// Whether to plan again although the viewport is the same: the size, the list or the failures have changed.
    private var isStale = true
    private var debouncedSize = DebouncedSize(PixelSize(square: 1))
    /// The requested photos by the key of their deliveries. A photo may be delivered as a preview first, and again when
    /// its bytes have changed.
    private var wanted: [ImageKey: PhotoRef] = [:]
    private var leased: Set<ImageKey> = []
    /// Whether the grid is what the user looks at. Under the page of an opened photo its tiles are loaded as if they
    /// came into view soon: they give way to that photo, which on a share would have to share the line with them.
    var isInFront = true {
        didSet { if isInFront != oldValue { photosChanged() } }
    }
    private let log = Logger(label: "grid")

    /// Number of pictures and failures delivered so far.
    private(set) var deliveries = 0
    /// Called in each frame with the viewport and the frame clock's time in microseconds.
    var onFrame: (Viewport, Int64) -> Void
    private let onRest: () -> Void
    /// Cost of planning and delivering so far.
    private(set) var work = GridWork()
    private var isClosed = false
    /// Whether the frame clock runs for the grid.
    var isAwake: Bool { tick != nil }

    /// - Parameters:
    ///   - onFrame: Called in each frame with the viewport and the frame clock's time in microseconds.
    ///   - onRest: Called when the frame clock is released: nothing moves any more.
    init(
        grid: TileGrid, model: GalleryModel, loader: PhotoLoader, onFrame: @escaping (Viewport, Int64) -> Void,
        onRest: @escaping () -> Void
    ) {
        (self.onFrame, self.onRest) = (onFrame, onRest)
        self.grid = grid
        self.model = model
        self.loader = loader
        tiles = TilePresenter(grid: grid, model: model, loader: loader)
        backfill = TinyBackfilling(loader)
        requests = TileRequests(model: model, layout: grid.layout)
        // The loader calls from any thread. The box holds the scheduler weakly.
        let wakeUp = WakeUp()
        session = loader.makeSession { Task { @MainActor in wakeUp.scheduler?.wake() } }
        wakeUp.scheduler = self
        grid.onBind = { [weak self] ref, tile in self?.bound(ref, tile) }
        grid.onChange = { [weak self] in self?.wake() }
    }

    isolated deinit {
        loader.memory.release(leased)
        loader.memory.show(0, for: self)
    }

    private final class WakeUp {
        weak var scheduler: GridScheduler?
    }

    /// Cancels all requests and releases all leases: the page is closed.
    func close() {
        isClosed = true
        session.close()
        pictures = nil
        preload = nil
        backfill?.end()
        loader.memory.release(leased)
        leased = []
        loader.memory.show(0, for: self)
        tick?.remove()
        tick = nil
    }

    /// Requests a frame: the list has grown, the geometry has changed, or pictures have arrived.
    func wake() {
        idleFrames = 0
        backfill?.end()
        guard tick == nil, !isClosed else { return }
        tick = FrameTick.start(on: grid.root.widget) { [weak self] time in self?.frame(at: time) ?? false }
    }

    /// Plans again in the next frame: the list has changed.
    func photosChanged() {
        isStale = true
        wake()
    }

    /// Takes a step of the collection that the grid has taken.
    func collectionChanged(by update: CollectionUpdate) {
        tiles.collectionChanged(by: update)
        pictures?.forget(update.changed)
        backfill?.forget(update.changed)
        takeLayout()
        // A list in which nothing is left has no frame to say so.
        if model.count == 0 { log.trace("viewport \(g_get_monotonic_time() / 1000) 0 0 \(viewport.columns) 0 0") }
        photosChanged()
    }

    /// Retries a photo.
    func retry(_ ref: PhotoRef) {
        guard tiles.forget(ref) else { return }
        session.retry(requests.key(ref))
        photosChanged()
    }

    /// Retries all photos that have failed.
    func retryAll() {
        tiles.forgetAll()
        pictures?.forgetFailures()
        session.retryAll()
        photosChanged()
    }

    /// Returns the failure of a photo, if any.
    func failure(of ref: PhotoRef) -> LoadFailure? { tiles.failures[ref] }

    /// Returns the request for the tile of a photo.
    func request(_ ref: PhotoRef) -> ImageRequest { requests[ref] }

    /// When an outlined star is shown on photos without marks.
    var emptyStar: Tile.EmptyStar {
        get { tiles.emptyStar }
        set { tiles.emptyStar = newValue }
    }
    /// Whether names and dates are shown under the pictures.
    var showsCaptions: Bool {
        get { tiles.showsCaptions }
        set { if newValue != tiles.showsCaptions { tiles.showsCaptions = newValue } }
    }

    /// The states of the visible tiles.
    var tileStates: TileStates { grid.mosaic.isShown ? grid.mosaic.states : tiles.tileStates }

    // MARK: Frames

    private func frame(at time: Int64) -> Bool {
        // A layout moves everything, but that is not scrolling.
        if grid.layout.room != trackedRoom { tracker = ScrollTracker() }
        trackedRoom = grid.layout.room
        tracker.record(frameTime: time, value: grid.scrollOffset)
        let measured = tracker.viewport(grid.layout, pageHeight: grid.viewportHeight)
        var now = measured
        // A quick scroll that stands still for a frame has ended, and one step from rest is a jump. The velocity, a
        // mean, says so some frames later, and what has come to stay would not be loaded until then.
        let isMoving = grid.scrollOffset != lastOffset
        if now.secondsInView < Self.shortestLook, !isMoving || !wasMoving { now.velocity = 0 }
        (lastOffset, wasMoving) = (grid.scrollOffset, isMoving)
        let isNothingAskedFor = wanted.isEmpty && tiles.isNothingShown
        if debouncedSize.offer(grid.layout.room.sizeToSettle, at: time, atOnce: isNothingAskedFor) { takeLayout() }
        if requests.layout.room.kind != grid.kind {
            takeLayout()
            tiles.markAllAsPreviews()
        }
        tiles.begin(now, at: time)
        noteScreen()
        let wasStale = isStale
        let changed = wasStale || now != viewport
        if changed {
            isStale = false
            viewport = now
            let start = g_get_monotonic_time()
            if grid.layout.isMosaic { planMosaic(anew: wasStale) } else { plan() }
            work.planned += Int64(g_get_monotonic_time() - start)
            // `tessera-lab`'s recorded scroll traces are made of these lines.
            log.trace(
                """
                viewport \(time / 1000) \(now.visible.lowerBound) \(now.visible.upperBound) \(now.columns) \
                \(now.count) \(now.velocity)
                """)
            model.loadIfNeeded(lastVisible: now.visible.upperBound - 1, perScreen: now.visible.count)
        }
        // What is shown of the scroll itself follows its mean velocity, also where what is loaded does not.
        onFrame(measured, time)
        // A preview is delivered once: one that came before its tile would be lost.
        let isWaiting = grid.isShortOfTiles
        let delivered = isWaiting || (grid.layout.isMosaic ? takePictures() : deliver())
        idleFrames = changed || delivered || debouncedSize.isPending ? 0 : idleFrames + 1
        guard idleFrames < Self.framesUntilIdle else {
            // Scrolling has stopped here: the user may come back to what is on the screen.
            loader.memory.stop(at: leased)
            tick = nil
            preloadTinyPictures()
            makeTinyPictures()
            onRest()
            return false
        }
        return true
    }

    private func plan() {
        let mark = RecorderMark("plan")
        defer { mark.end() }
        pictures = nil
        var images: [WantedImage] = []
        var next: [ImageKey: PhotoRef] = [:]
        let all = PrefetchPlanner.plan(viewport: viewport, configuration: .init(latency: loader.arrivalTime))
        let plan = PrefetchPlanner.fitting(all, visible: viewport.visible, budget: loader.memory.share(for: self)) {
            requests.cost(at: $0)
        }
        let refs = plan.map { model.ref(at: $0.index) }
        let keys = refs.map(requests.key)
        // Before anything is shown or wanted: what is evicted between, the loader would take for what is still there.
        leaseVisible()
        let isHere = loader.memory.plan(keys)
        // Of what is gone before it would have been looked at, the tiny picture is enough.
        let isPassing = viewport.secondsInView < Self.shortestLook
        var passing: [Int] = []
        for (((index, priority), ref), (key, isHere)) in zip(zip(plan, refs), zip(keys, isHere)) {
            if tiles.kept.contains(index) { tiles.showBest(key, of: ref) }
            // A delivered photo stays wanted, so that a change of it is reported.
            guard wanted[key] != nil || !isHere else { continue }
            let request = requests[ref]
            if isPassing, loader.tinyPictures?.contains(key) == true { continue }
            if isPassing, let backfill, backfill.makes(request) {
                if priority == .visible { passing.append(index) }
                continue
            }
            next[key] = ref
            images.append(WantedImage(request: request, priority: isInFront ? priority : min(priority, .ahead)))
        }
        backfill?.pass(passing, of: MosaicListing(model.snapshot, grid.layout, of: model.source))
        // The plan of a quick scroll is for where it will be, and leaves out photos that are still visible.
        for ref in viewport.visible.lazy.map(model.ref(at:)) where grid.tiles[ref]?.isBlank == true {
            tiles.showBest(requests.key(ref), of: ref)
        }
        tiles.noteEmpty()
        wanted = next
        session.want(images)
        tiles.giveUpFarTextures()
    }

    /// Wants tiny pictures of what is in view and around it, and nothing else.
    /// - Parameter anew: Whether more than the viewport has changed.
    private func planMosaic(anew: Bool) {
        let mark = RecorderMark("plan")
        defer { mark.end() }
        if pictures == nil { pictures = MosaicPictures(of: grid, model, loader) { [weak self] in self?.wake() } }
        pictures?.want(viewport, anew: anew)
        guard !wanted.isEmpty || !leased.isEmpty else { return }
        wanted = [:]
        session.want([])
        loader.memory.release(leased)
        leased = []
    }

    /// Has what has become known of photos drawn.
    private func takePictures() -> Bool {
        let start = g_get_monotonic_time()
        defer { work.handedOver += Int64(g_get_monotonic_time() - start) }
        return pictures?.take() ?? false
    }

    /// Tells the memory how much this grid shows at once. A mosaic shows none of its pictures.
    private func noteScreen() {
        let bytes = grid.layout.isMosaic ? 0 : grid.layout.room.pictureBytes(ofScreen: grid.viewportHeight)
        guard bytes != screenBytes else { return }
        (screenBytes, isStale) = (bytes, true)
        loader.memory.show(bytes, for: self)
    }

    /// Has the tiny pictures around the screen read, where that has not been done from here.
    private func preloadTinyPictures() {
        guard !grid.layout.isMosaic, model.count > 0 else { return }
        if preload?.covers(viewport.visible, of: model.snapshot) == true { return }
        preload = TinyPreloading(
            around: viewport.visible, of: MosaicListing(model.snapshot, grid.layout, of: model.source), model.snapshot,
            loader
        ) { [weak self] in
            self?.isStale = true
            self?.wake()
        }
    }

    /// Has the tiny pictures made that are not stored, until the grid wakes; not where each takes a transfer.
    private func makeTinyPictures() {
        guard model.count > 0, model.source.readsFactsUnasked else { return }
        backfill?.begin(
            around: viewport.visible, of: MosaicListing(model.snapshot, grid.layout, of: model.source), model.snapshot,
            after: preload)
    }

    /// Requests pictures for the grid's present layout from now on.
    private func takeLayout() { (requests.layout, isStale) = (grid.layout, true) }

    private func leaseVisible() {
        let visible = Set(viewport.visible.map { requests.key(model.ref(at: $0)) })
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
            let deliveries = session.takeDeliveries(limit: 8)
            guard !deliveries.isEmpty else { break }
            any = true
            for delivery in deliveries { bytes += accept(delivery) }
        }
        let end = g_get_monotonic_time()
        work.handedOver += Int64(end - start)
        if any { RecorderMark.record("deliver", from: Int64(start), to: Int64(end)) }
        return any
    }

    /// Shows one delivery on its tile.
    /// - Returns: The bytes that the next frame will upload for it.
    private func accept(_ delivery: PhotoDelivery) -> Int {
        guard let ref = wanted[delivery.request.key] else { return 0 }
        if delivery.kind != .preview { deliveries += 1 }
        switch delivery.result {
        case .success(let texture): return tiles.take(texture, delivery, for: ref)
        case .failure(let failure):
            tiles.fail(failure, of: ref)
            return 0
        }
    }

    private func bound(_ ref: PhotoRef, _ tile: Tile) {
        tiles.bound(ref, tile, requests.key(ref))
        // What is empty in view is noted with the next plan.
        isStale = true
        wake()
    }
}
