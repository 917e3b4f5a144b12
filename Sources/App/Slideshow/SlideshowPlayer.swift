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
    private var model: GalleryModel?
    private(set) var show: Slideshow?
    /// Whether all photos of the gallery are shown, also those that come to it later.
    private var isWhole = false
    private let pictures: WantedPictures
    private var requests: [PhotoRef: ImageRequest] = [:]
    private var timer: Task<Void, Never>?
    private var ordering: Task<Void, Never>?
    /// What was shown last.
    private(set) var lastShown: PhotoRef?

    private let room: () -> PixelSize
    private let onRunning: (Bool) -> Void
    private let onNothing: () -> Void
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Number of photos that count as one screen when the list is asked to grow (`GalleryModel.screensAhead`).
    private static let photosAhead = 8

    /// - Parameters:
    ///   - room: Returns the size of the screen in device pixels.
    ///   - onRunning: Called when the show begins, and when it ends.
    ///   - onNothing: Called when none of the photos can be shown, before the end.
    ///   - sleep: Waits for the time of a slide.
    init(
        loader: PhotoLoader, preferences: Preferences, room: @escaping () -> PixelSize,
        onRunning: @escaping (Bool) -> Void, onNothing: @escaping () -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.preferences, self.room, self.sleep) = (preferences, room, sleep)
        (self.onRunning, self.onNothing) = (onRunning, onNothing)
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
            let show = await Self.show(photos, of: snapshot, from: first, shuffledBy: seed)
            guard let self, !Task.isCancelled else { return }
            self.show = show
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

    @concurrent private nonisolated static func show(
        _ photos: [PhotoRef]?, of snapshot: CollectionSnapshot, from first: PhotoRef?, shuffledBy seed: UInt64?
    ) async -> Slideshow? {
        Slideshow(photos ?? (0..<snapshot.count).map(snapshot.ref(at:)), from: first, shuffledBy: seed)
    }

    /// Takes a step of the collection: photos that have come are shown in their turn, those that are gone are left out.
    func collectionChanged(by update: CollectionUpdate) {
        guard isRunning, isWhole, show != nil, !preferences.shufflesSlides else { return }
        ordering?.cancel()
        ordering = Task { [weak self, snapshot = update.snapshot] in
            let renewed = await Self.show(nil, of: snapshot, from: nil, shuffledBy: nil)
            guard let self, let renewed, !Task.isCancelled else { return }
            self.show?.renew(renewed.order)
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
