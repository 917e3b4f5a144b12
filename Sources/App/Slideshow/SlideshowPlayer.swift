// The playing of a slideshow: pictures loaded ahead, shown in their turn, and the time between them.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// Plays photos of one gallery on a page.
final class SlideshowPlayer {
    let page: SlideshowPage
    private let preferences: Preferences
    private(set) var model: GalleryModel?
    private(set) var show: Slideshow?
    /// Whether all photos of the gallery are shown, also those that come to it later.
    private var isWhole = false
    private let pictures: WantedPictures
    private var requests: [PhotoRef: ImageRequest] = [:]
    private var timer: Task<Void, Never>?
    private var ordering: Task<Void, Never>?
    /// What was shown last.
    private(set) var lastShown: PhotoRef? {
        didSet { if let lastShown, isRunning { onSlide(lastShown) } }
    }

    private let room: () -> PixelSize
    private let onRunning: (Bool) -> Void
    private let onSlide: (PhotoRef) -> Void
    private let onNothing: () -> Void
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Number of photos that count as one screen when the list is asked to grow (`GalleryModel.screensAhead`).
    private static let photosAhead = 8

    /// - Parameters:
    ///   - room: Returns the size of the screen in device pixels.
    ///   - onRunning: Called when the show begins, and when it ends.
    ///   - onSlide: Called when another photo is on the screen.
    ///   - onNothing: Called when none of the photos can be shown, before the end.
    ///   - sleep: Waits for the time of a slide.
    init(
        loader: PhotoLoader, preferences: Preferences, room: @escaping () -> PixelSize,
        onRunning: @escaping (Bool) -> Void, onSlide: @escaping (PhotoRef) -> Void,
        onNothing: @escaping () -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.preferences, self.room, self.sleep) = (preferences, room, sleep)
        (self.onRunning, self.onSlide, self.onNothing) = (onRunning, onSlide, onNothing)
        weak var whole: SlideshowPlayer?
        page = SlideshowPage { whole?.perform($0) }
        pictures = WantedPictures(loader: loader) { _ in whole?.update() }
        whole = self
    }

    isolated deinit { stop() }

    var isRunning: Bool { model != nil }

    /// Starts a show.
    /// - Parameters:
    ///   - photos: Photos of `model`; nil for all.
    ///   - first: The one to begin with.
    func start(_ photos: [PhotoRef]?, from first: PhotoRef?, of model: GalleryModel) {
        guard !isRunning, model.count > 0 else { return }
        self.model = model
        isWhole = photos == nil
        lastShown = nil
        page.open()
        onRunning(true)
        let seed = preferences.shufflesSlides ? UInt64.random(in: 0 ... .max) : nil
        ordering = Task { [weak self, snapshot = model.snapshot] in
            let order = await Self.order(photos, of: snapshot)
            guard let self, !Task.isCancelled else { return }
            self.show = Slideshow(order, from: first, shuffledBy: seed)
            self.update()
        }
    }

    /// Ends the show.
    /// - Returns: False where none runs.
    @discardableResult
    func end() -> Bool {
        guard isRunning else { return false }
        stop()
        page.close()
        onRunning(false)
        return true
    }

    private func stop() {
        stopTime()
        ordering?.cancel()
        pictures.want([])
        (requests, show, model) = ([:], nil, nil)
    }

    /// Returns those of the photos that are there; all where they are nil.
    @concurrent private nonisolated static func order(
        _ photos: [PhotoRef]?, of snapshot: CollectionSnapshot
    ) async -> [PhotoRef] {
        photos?.filter { snapshot.position(of: $0) != nil } ?? (0..<snapshot.count).map(snapshot.ref(at:))
    }

    /// Takes a step of the collection: photos that have come to a show of all in their order are shown in their turn,
    /// and what is gone is left out.
    func collectionChanged(by update: CollectionUpdate) {
        guard isRunning, let show else { return }
        ordering?.cancel()
        let kept = isWhole && !preferences.shufflesSlides ? nil : show.order
        ordering = Task { [weak self, snapshot = update.snapshot] in
            let order = await Self.order(kept, of: snapshot)
            guard let self, !Task.isCancelled else { return }
            if order.isEmpty { return _ = self.end() }
            self.show?.renew(order)
            if self.show?.isShown == false { self.stopTime() }
            self.update()
        }
    }

    private func perform(_ command: SlideshowPage.Command) {
        switch command {
        case .end: end()
        case .pause:
            show?.togglePause()
            page.isPaused = show?.isPaused ?? false
            stopTime()
            update()
        case .previous, .next:
            stopTime()
            show?.step(forward: command == .next)
            update()
        }
    }

    /// Loads what is wanted, shows what has arrived, leaves out what has failed, and counts the time.
    private func update() {
        guard let model, var show else { return }
        leaveOutFailures(&show, of: model)
        if let picture = picture(of: show.current)?.texture, !show.isShown {
            page.show(
                picture.pointer, title: model.photo(show.current).title,
                fades: preferences.fadesSlides && lastShown != nil)
            lastShown = show.current
            show.arrived(show.current)
        }
        self.show = show
        if show.isOver {
            onNothing()
            end()
            return
        }
        if let position = model.position(of: show.current) {
            model.loadIfNeeded(lastVisible: position, perScreen: Self.photosAhead)
        }
        if show.isTimed { startTime() } else { stopTime() }
    }

    /// Requests the pictures of the wanted photos and of no others, until none of them has failed.
    private func leaveOutFailures(_ show: inout Slideshow, of model: GalleryModel) {
        while true {
            let wanted = show.wanted
            for other in requests.keys where !wanted.contains(other) { requests[other] = nil }
            for ref in wanted where requests[ref] == nil && model.position(of: ref) != nil {
                requests[ref] = request(for: model.photo(ref), of: model.source)
            }
            pictures.want(
                wanted.enumerated().compactMap { place, ref in
                    requests[ref].map { ($0, place == 0 ? .visible : .ahead) }
                })
            // A request that is missing is that of a photo that is gone.
            let failed = wanted.first { requests[$0] == nil || picture(of: $0)?.failure != nil }
            guard let failed, !(failed == show.current && show.isShown) else { return }
            show.failed(failed)
        }
    }

    private func picture(of ref: PhotoRef) -> WantedPictures.Picture? { requests[ref].flatMap { pictures[$0.key] } }

    private func request(for photo: Photo, of source: any PhotoSource) -> ImageRequest {
        let room = room()
        return ImageRequest(
            source: source.identity, photo: photo, location: source.location(of: photo, atLeast: room, fit: .fit),
            size: room, fit: .fit)
    }

    // MARK: Time

    private func startTime() {
        guard timer == nil else { return }
        timer = Task { [weak self, sleep, seconds = preferences.slideSeconds] in
            guard (try? await sleep(.seconds(seconds))) != nil, let self, !Task.isCancelled else { return }
            self.timer = nil
            self.show?.timeIsUp()
            self.update()
        }
    }

    private func stopTime() {
        timer?.cancel()
        timer = nil
    }
}
