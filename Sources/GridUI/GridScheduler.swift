// What the grid shows and what it asks for, decided once a frame from the scroll position.
// Bind shows what memory has; everything else happens here: plan, want, lease, deliver, give up.
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
    /// Microseconds for which a visible tile has been empty when a picture fades in; what comes sooner is just there.
    private static let lateness: Int64 = 100_000
    /// Screens a second above which nothing fades: tiles are gone before they are looked at.
    private static let fastestFade = 1.0
    /// Screens above and below the viewport whose bound tiles keep their textures.
    private static let keptScreens = 1

    private let grid: TileGrid
    private let model: GalleryModel
    private let loader: ImageLoader
    private let feed: ImageFeed
    private var tick: FrameTick?
    private var idleFrames = 0

    private var tracker = ScrollTracker()
    /// The geometry in which the tracker has seen the grid move.
    private var trackedMetrics: GridMetrics?
    private var viewport = Viewport.empty
    /// Plan again although the viewport is the same: the size, the list or the failures have changed.
    private var isStale = true
    /// The size that pictures are asked for.
    private var pictureSize: PixelSize { settlingSize.current }
    private var settlingSize = SettlingSize(PixelSize(square: 1))
    /// The fit that they are asked for.
    private var fit: Fit
    /// Photos asked for, by the key under which they are delivered: perhaps as a preview first, and perhaps again when
    /// their bytes have changed since.
    private var wantedIndices: [ImageKey: Int] = [:]
    private var leased: Set<ImageKey> = []
    /// Positions whose tile holds a texture now, with the size at which its picture was asked for: those far away give
    /// theirs up, and those of another size are stand-ins.
    private var textured: [Int: PixelSize] = [:]
    /// Visible positions whose tile is empty, with the time of the first frame in which it was.
    private var emptySince: [Int: Int64] = [:]
    private var frameTime: Int64 = 0
    private var failures: [Int: LoadFailure] = [:]
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
        fit = grid.fit
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
        guard failures.removeValue(forKey: position) != nil else { return }
        feed.retry(key(position))
        takeFailureAway(at: position)
        photosChanged()
    }

    /// Asks again for everything that has failed.
    func retryAll() {
        let positions = failures.keys
        failures = [:]
        for position in positions { takeFailureAway(at: position) }
        feed.retryAll()
        photosChanged()
    }

    /// Why the photo at `position` could not be shown, if so.
    func failure(at position: Int) -> LoadFailure? { failures[position] }

    // MARK: A frame

    private func frame(at time: Int64) -> Bool {
        frameTime = time
        // A layout that has moved everything is no scrolling.
        if grid.metrics != trackedMetrics { tracker = ScrollTracker() }
        trackedMetrics = grid.metrics
        tracker.record(frameTime: time, value: grid.scrollOffset)
        let now = tracker.viewport(grid.metrics, pageHeight: grid.viewportHeight, count: model.photos.count)
        let isNothingAskedFor = wantedIndices.isEmpty && textured.isEmpty
        if settlingSize.offer(grid.metrics.pictureSize, at: time, atOnce: isNothingAskedFor) { isStale = true }
        if fit != grid.fit { takeFit() }
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
        let keys = plan.map { key($0.index) }
        let isHere = loader.memory.plan(keys)
        for ((index, priority), (key, isHere)) in zip(plan, zip(keys, isHere)) {
            if kept.contains(index), failures[index] == nil { showBest(key, at: index) }
            // What has been delivered stays wanted, to be told when it changes.
            guard wantedIndices[key] != nil || !isHere else { continue }
            indices[key] = index
            wanted.append(WantedImage(request: request(index), priority: priority))
        }
        // The plan of a quick scroll is for where it will be, and leaves out what has nearly passed and is still seen.
        for index in viewport.visible where grid.tiles[index]?.isBlank == true {
            showBest(key(index), at: index)
        }
        noteEmpty()
        wantedIndices = indices
        feed.want(wanted)
        leaseVisible()
        giveUpFarTextures()
    }

    /// What is shown was made for the other fit, and stands in.
    private func takeFit() {
        (fit, isStale) = (grid.fit, true)
        textured = textured.mapValues { $0 == pictureSize ? standInSize : $0 }
    }

    private func noteEmpty() {
        let before = emptySince
        emptySince.removeAll(keepingCapacity: true)
        for index in viewport.visible {
            guard let tile = grid.tiles[index], tile.isBlank else { continue }
            emptySince[index] = before[index] ?? frameTime
            tile.sayBusy()
        }
    }

    private func leaseVisible() {
        let visible = Set(viewport.visible.map(key))
        let left = leased.subtracting(visible)
        let entered = visible.subtracting(leased)
        loader.memory.lease(entered)
        loader.memory.release(left)
        leased = visible
    }

    private func giveUpFarTextures() {
        let kept = kept
        for index in textured.keys where !kept.contains(index) {
            grid.tiles[index]?.clear()
            textured[index] = nil
        }
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
        case .success(let image):
            // It was tried again without being asked for.
            if delivery.kind != .preview, failures.removeValue(forKey: index) != nil { takeFailureAway(at: index) }
            guard let texture = image as? Texture, let tile = grid.tiles[index], kept.contains(index) else { return 0 }
            if delivery.kind == .preview {
                guard tile.isBlank || isBetter(texture, at: index) else { return 0 }
                textured[index] = texture.size == pictureSize ? standInSize : texture.size
            } else {
                textured[index] = delivery.request.key.size
            }
            present(texture, at: index, on: tile)
            return viewport.visible.contains(index) ? texture.cost : 0
        case .failure(let failure):
            failures[index] = failure
            log.debug("tile \(index): \(failure)")
            if let tile = grid.tiles[index] { show(failure, at: index, on: tile) }
            return 0
        }
    }

    /// Whether a preview shows more than the stand-in at `index`.
    private func isBetter(_ preview: Texture, at index: Int) -> Bool {
        guard let shown = textured[index], shown != pictureSize else { return false }
        return shown.area < preview.size.area
    }

    /// The size that `textured` knows a stand-in of the picture's own size by: the picture is still to come.
    private var standInSize: PixelSize { PixelSize(width: pictureSize.width - 1, height: pictureSize.height) }

    /// Positions whose bound tiles have textures, beyond both ends of the list perhaps.
    private var kept: Range<Int> {
        let margin = viewport.visible.count * Self.keptScreens
        return viewport.visible.lowerBound - margin..<viewport.visible.upperBound + margin
    }

    // MARK: Tiles

    private func bound(_ position: Int, _ tile: Tile) {
        guard position < model.photos.count else { return }
        textured[position] = nil
        emptySince[position] = nil
        tile.colour = nil
        if let failure = failures[position] { return show(failure, at: position, on: tile) }
        tile.setAccessibleName(name(position))
        showBest(key(position), at: position)
    }

    private func show(_ failure: LoadFailure, at position: Int, on tile: Tile) {
        tile.show(failure: FailureWords.tile(failure))
        tile.setAccessibleName("\(name(position)): \(failure.label)")
        textured[position] = nil
    }

    private func takeFailureAway(at position: Int) {
        guard let tile = grid.tiles[position] else { return }
        tile.clear()
        tile.setAccessibleName(name(position))
    }

    /// What a screen reader calls the photo: its title, and its size where the listing knows it.
    private func name(_ position: Int) -> String {
        let photo = model.photos[position]
        return photo.size.map { "\(photo.title), \($0.width) × \($0.height)" } ?? photo.title
    }

    /// Shows the picture itself if memory has it, else another size of it while the right one loads, else its colour.
    private func showBest(_ key: ImageKey, at position: Int) {
        guard textured[position] != pictureSize, let tile = grid.tiles[position] else { return }
        if let texture = loader.memory.image(for: key) as? Texture {
            present(texture, at: position, on: tile)
            textured[position] = pictureSize
        } else if tile.isBlank {
            if let texture = loader.memory.nearest(to: key) as? Texture {
                present(texture, at: position, on: tile)
                textured[position] = texture.size
            } else {
                tile.colour = loader.colours?.colour(for: key)
            }
        }
    }

    /// A picture fades in where somebody has looked at an empty tile for a while; elsewhere it is there at once.
    private func present(_ texture: Texture, at position: Int, on tile: Tile) {
        let since = emptySince.removeValue(forKey: position)
        let rowsShown = Double(viewport.visible.count) / Double(viewport.columns)
        if let since, frameTime - since > Self.lateness, abs(viewport.velocity) <= rowsShown * Self.fastestFade {
            tile.fadeIn(texture)
        } else {
            tile.show(texture)
        }
    }

    /// What memory knows the picture by. Without its address, which costs a string to put together.
    private func key(_ index: Int) -> ImageKey {
        let photo = model.photos[index]
        return ImageKey(
            source: model.source.identity, photo: photo.id, version: photo.version, size: pictureSize, fit: fit)
    }

    /// What is asked of the loader for the tile at `index`.
    func request(_ index: Int) -> ImageRequest {
        let photo = model.photos[index]
        return ImageRequest(
            source: model.source.identity, photo: photo,
            location: model.source.location(of: photo, atLeast: pictureSize, fit: fit), size: pictureSize, fit: fit)
    }
}

extension GridScheduler {
    /// What the visible tiles show right now.
    var tileStates: TileStates {
        var states = TileStates()
        for index in grid.visibleRange {
            states.visible += 1
            guard let tile = grid.tiles[index], !tile.isBlank else {
                states.blank += 1
                continue
            }
            // The size of the tiles rather than the one asked for: it may not have settled yet.
            if tile.texture != nil, textured[index] != grid.metrics.pictureSize { states.preview += 1 }
        }
        return states
    }
}
