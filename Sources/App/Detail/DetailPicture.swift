// The picture of the opened photo: what memory has at once, then previews, then the final picture, faded in.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Library
import Logging
import Photos

/// The loading and the display of one photo after the other in a photo view.
final class DetailPicture {
    /// The shown photo: the page of its tile, its reference, and the state of its picture.
    struct Shown {
        let gallery: any BrowsePage
        let ref: PhotoRef
        let state: DetailState
    }

    let view: PhotoView
    let player: AnimationPlayer
    let wanted: WantedPictures
    /// What it wants at present.
    private(set) var wishes = DetailWishes()
    let zoom: PictureZoom
    let highResolution: HighResolutionLayer
    let proportions: ShownProportions
    private let loader: PhotoLoader
    private let course: PhotoCourse
    private let backdrop: DetailBackdrop
    /// Rotations of photos of the shown source.
    private var rotations = PhotoRotations()
    private let log = Logger(label: "detail")

    /// The shown photo; nil while there is none.
    private(set) var shown: Shown?
    /// The page of its file that is shown, or on its way, counted from 0, and the number of pages as far as it is
    /// known.
    private(set) var page = 0
    private(set) var pageCount = 1
    /// Waits for the first layout, for the window to keep its size, or for the end of quick navigation.
    private var pendingLoad: Task<Void, Never>?

    /// Returns whether the turn of the file at an absolute path is being written.
    var isBeingTurned: (_ path: FilePath) -> Bool = { _ in false }
    private let onState: (DetailState) -> Void
    /// Called when the picture has arrived in the view's size.
    var onPicture: (Texture, ImageRequest) -> Void = { _, _ in }

    /// Time for which the window has to keep its size before the picture is decoded for it.
    private static let resizeDebounce = Duration.milliseconds(150)

    /// - Parameters:
    ///   - facts: Reads the headers of files; nil where none is read.
    ///   - course: Says which photos are beside the shown one.
    ///   - pulse: Frame source of animations and zooms.
    ///   - onScale: Called when a gesture or a command has changed the scale.
    ///   - onState: Called when the state of the shown photo has changed.
    ///   - link: Places the picture together with others; nil for one that is alone.
    ///   - share: Number of pictures that share the memory for what is sharper than the view.
    init(
        in view: PhotoView, loader: PhotoLoader, facts: (any FactsReader)?, course: PhotoCourse,
        pulse: @escaping FramePulse, link: (any ZoomLink)? = nil, share: Int = 1,
        onScale: @escaping (ZoomState) -> Void, onState: @escaping (DetailState) -> Void
    ) {
        (self.view, self.loader, self.course, self.onState) = (view, loader, course, onState)
        weak var whole: DetailPicture?
        wanted = WantedPictures(loader: loader) { whole?.take($0) }
        player = AnimationPlayer(on: view.widget.opaque, pulse: pulse) { view.setPicture($0.pointer) }
        zoom = PictureZoom(
            of: view, pulse: pulse, onScale: onScale, onMove: { whole?.moved($0) }, onAim: { whole?.sharpen($0) },
            onRest: { whole?.sharpen($0) }, link: link)
        highResolution = HighResolutionLayer(for: view, loader: loader, share: share)
        proportions = ShownProportions(PhotoProportions(loader: loader, reader: facts), in: view, zoom)
        backdrop = DetailBackdrop(of: view, loader: loader)
        whole = self
        view.onResize = { [weak self] in self?.resized() }
    }

    /// Shows a photo of `gallery` and loads it: at once, or after `delay` where it is not ready.
    /// - Parameter direction: The direction of navigation: 1 toward the end of the list, -1 toward its start, 0 for
    ///   none. The photos slide in that direction, except in quick navigation.
    func show(_ ref: PhotoRef, in gallery: any BrowsePage, direction: Int, delay: Duration?) {
        rotations.enter(gallery.model.source.identity)
        pendingLoad?.cancel()
        backdrop.cancel()
        player.stop()
        proportions.endWait()
        (page, pageCount) = (0, 1)
        showPlaceholder(ref, of: gallery, step: delay == nil ? direction : 0)
        want { $0.pass(to: ref, of: gallery, on: course, direction: direction, isHere: loader.memory.contains) }
        if let delay, !isReady(ref, of: gallery) {
            pendingLoad = Task { [weak self] in
                guard (try? await Task.sleep(for: delay)) != nil else { return }
                self?.load()
            }
        } else {
            load()
        }
    }

    /// Loads the shown photo anew, which has other content or another name now. What is shown stays until the new
    /// picture is there, and with it zoom, pan and rotation.
    func renew() {
        guard let shown else { return }
        let photo = shown.gallery.model.photo(shown.ref), source = shown.gallery.model.source.identity
        // The turns of the new version are not known yet: `endTurning` calls this again.
        if case .file(let path) = shown.gallery.model.source.original(of: shown.state.photo), isBeingTurned(path) {
            return
        }
        if photo.id != shown.state.photo.id {
            rotations[shown.state.photo.id, of: source] = 0
            rotations[photo.id, version: shown.state.drawnVersion, of: source] = zoom.quarterTurns
        }
        if photo.version != shown.state.photo.version { highResolution.drop() }
        renew(as: photo)
    }

    /// Loads what the shown photo shows now in place of what it has shown.
    private func renew(as photo: Photo) {
        guard let shown else { return }
        pendingLoad?.cancel()
        let state = DetailState(
            photo: photo, over: view.shown == nil ? shown.state.ground ?? .nothing : .former,
            drawnVersion: shown.state.drawnVersion)
        self.shown = Shown(gallery: shown.gallery, ref: shown.ref, state: state)
        stateChanged()
        load()
    }

    /// Shows another page of the shown photo's file. What is shown stays until that is there, and with it zoom and
    /// rotation.
    /// - Returns: False if there is none.
    @discardableResult
    func turnPage(by step: Int) -> Bool {
        guard let shown, (0..<pageCount).contains(page + step) else { return false }
        page += step
        highResolution.drop()
        renew(as: shown.state.photo)
        return true
    }

    /// Rotates the shown photo. The rotation is kept while its source is shown.
    func rotate(by quarters: Int) {
        guard let shown else { return }
        zoom.rotate(by: quarters)
        rotations[shown.state.photo.id, version: shown.state.drawnVersion, of: shown.gallery.model.source.identity] =
            zoom.quarterTurns
    }

    /// Takes in that a turn which is already drawn has been written: the new version of the photo is turned by itself.
    func wrote(_ turn: PhotoTurn, of photo: PhotoID, from source: SourceID) {
        rotations.wrote(turn.quarters, of: photo, from: turn.before, to: turn.after, of: source)
    }

    /// Takes in that the writing of a photo's turn has ended, and loads the result.
    func endTurning(of photo: PhotoID) {
        guard let shown, shown.state.photo.id == photo else { return }
        if shown.gallery.model.photo(shown.ref) != shown.state.photo { renew() }
    }

    /// Drops the rotations of photos of other sources than `source`.
    func enter(_ source: SourceID) { rotations.enter(source) }

    /// Cancels requests, animations and timers. Its owner calls it while the view exists.
    func stop() {
        pendingLoad?.cancel()
        proportions.cancel()
        backdrop.cancel()
        want { $0 = DetailWishes() }
        player.stop()
        zoom.stop()
        highResolution.drop()
    }

    /// Empties the view.
    func clear() {
        stop()
        shown = nil
        view.clear()
    }

    /// The size of the view in device pixels; nil before the first layout.
    private var room: PixelSize? { view.sizeInPixels }

    /// Returns the request for a photo. A region is one of the original, whatever size the source would be
    /// asked for otherwise.
    private func request(
        _ ref: PhotoRef, of gallery: any BrowsePage, in room: PixelSize, region: PictureRegion? = nil
    ) -> ImageRequest {
        let source = gallery.model.source, photo = gallery.model.photo(ref)
        let location =
            region == nil ? source.location(of: photo, atLeast: room, fit: .fit) : source.original(of: photo)
        return ImageRequest(
            source: source.identity, photo: photo, location: location, size: room, fit: .fit, region: region,
            page: ref == shown?.ref ? page : 0)
    }

    /// Returns whether the picture of a photo can be shown in this main-loop iteration.
    private func isReady(_ ref: PhotoRef, of gallery: any BrowsePage) -> Bool {
        guard let room else { return false }
        let request = request(ref, of: gallery, in: room)
        return wanted[request.key]?.texture != nil || loader.memory.contains(request.key)
    }

    private func stateChanged() {
        if let state = shown?.state { onState(state) }
    }

    // MARK: Placeholders

    /// Shows the best that is available at once: the picture in another size, what its tile shows, or its colour.
    private func showPlaceholder(_ ref: PhotoRef, of gallery: any BrowsePage, step: Int) {
        let photo = gallery.model.photo(ref)
        let request = request(ref, of: gallery, in: room ?? PixelSize(square: 1))
        let key = request.key
        var preview: OpaquePointer?
        var colour: AverageColour?
        if !isReady(ref, of: gallery) {
            preview = (wanted[key]?.preview ?? loader.memory.nearest(to: key))?.pointer
            if preview == nil { preview = gallery.preview(of: ref) }
            colour = loader.colours?.colour(for: key)
        }
        highResolution.drop()
        // A colour only for navigation: a photo that is opened from the grid has the backdrop that the zoom transition
        // draws.
        backdrop.showReady(
            tile: gallery.request(for: ref), picture: request, hasColour: shown != nil, fades: step != 0)
        view.show(preview: preview, colour: colour, step: step)
        zoom.show(
            proportions.size(of: ref, in: gallery), isGuess: photo.isVideo,
            quarterTurns: rotations[photo.id, version: photo.version, of: request.key.source], isPaged: shown != nil)
        shown = Shown(
            gallery: gallery, ref: ref,
            state: DetailState(photo: photo, over: preview == nil && colour == nil ? .nothing : .preview))
        if zoom.ratio == nil, !isReady(ref, of: gallery) {
            proportions.find(of: ref, in: gallery, preview: preview.map { PixelSize(of: $0) }) { [weak self] in
                self?.shown?.ref == ref && self?.shown?.state.full == .loading
            }
        }
        stateChanged()
    }

    /// Shows a preview that has arrived for the shown photo, its tile or an early decode, if it has more pixels than
    /// what is shown.
    private func showPreview(_ texture: Texture) {
        guard let shown, shown.state.takesPreviews, texture.size.area > shownPixels else { return }
        view.setPreview(texture.pointer)
        proportions.take(preview: texture, of: shown.ref, in: shown.gallery)
        shown.state.previewed()
        stateChanged()
    }

    /// Number of pixels of the shown texture, whichever part of the photo it covers.
    private var shownPixels: Int { view.shown.map { PixelSize(of: $0).area } ?? 0 }

    // MARK: Loading

    private func resized() {
        zoom.resized()
        guard let shown, let room, room != shown.state.request?.key.size else { return }
        pendingLoad?.cancel()
        let isFirst = shown.state.request == nil
        pendingLoad = Task { [weak self] in
            // The first layout of this photo calls this from inside itself, so the load starts in the next main-loop
            // iteration.
            if !isFirst { guard (try? await Task.sleep(for: Self.resizeDebounce)) != nil else { return } }
            guard let self, !Task.isCancelled else { return }
            self.load()
        }
    }

    func retry() {
        guard shown?.state.retry() == true else { return }
        stateChanged()
        load()
    }

    /// Requests the shown photo in the size of the view, then its neighbours.
    private func load() {
        guard let shown, let room else { return }
        let request = request(shown.ref, of: shown.gallery, in: room)
        shown.state.requested(request)
        // One that has failed is tried again.
        wanted.retry(request.key)
        want { $0.load(shown.ref, request) }
        let picture = wanted[request.key]
        if let texture = picture?.texture {
            take(texture, of: request, for: shown)
        } else if let preview = picture?.preview {
            showPreview(preview)
        }
        loadBackdrop()
        loadNeighbours()
    }

    /// Whether a blur of the photo lies behind it, or the page's plain ground.
    var isBlurred: Bool {
        get { backdrop.isWanted }
        set {
            guard newValue != backdrop.isWanted else { return }
            backdrop.isWanted = newValue
            loadBackdrop()
            loadNeighbours()
        }
    }

    private func loadBackdrop() {
        guard let shown, let picture = shown.state.request, let tile = shown.gallery.request(for: shown.ref) else {
            return
        }
        backdrop.load(tile: tile, picture: picture)
    }

    /// Requests the photos beside the shown one. Does nothing before that one is requested.
    func loadNeighbours() {
        guard let shown, let room = shown.state.request?.key.size else { return }
        for ref in course.neighbours(of: shown.ref, in: shown.gallery.model) {
            let request = request(ref, of: shown.gallery, in: room)
            want { $0.loadNeighbour(ref, request) }
            proportions.learn(ref, in: shown.gallery)
            guard isBlurred, let tile = shown.gallery.request(for: ref), loader.memory.contains(tile.key) else {
                continue
            }
            let backdrop = DetailBackdrop.request(of: tile)
            if !loader.memory.contains(backdrop.key) { want { $0.loadBackdrop(ref, backdrop) } }
        }
    }

    /// Gives up the photos that are beside the shown one no longer.
    func leaveNeighbours() {
        guard let shown else { return }
        want { $0.pass(to: shown.ref, of: shown.gallery, on: course, direction: 0, isHere: loader.memory.contains) }
    }

    private func want(_ change: (inout DetailWishes) -> Void) {
        change(&wishes)
        wanted.want(wishes.all)
    }

    /// Takes a delivery for the shown photo's picture, or for its tile, which is a preview. Neighbours are prefetched.
    private func take(_ delivery: PhotoDelivery) {
        guard let shown else { return }
        let isPicture = delivery.request == shown.state.request
        guard isPicture || delivery.request == shown.gallery.request(for: shown.ref) else { return }
        switch delivery.result {
        case .success(let texture) where isPicture && delivery.kind != .preview:
            take(texture, of: delivery.request, for: shown)
        case .success(let texture): showPreview(texture)
        case .failure(let failure) where isPicture:
            shown.state.failed(failure)
            stateChanged()
        case .failure: break
        }
    }

    private func take(_ texture: Texture, of request: ImageRequest, for shown: Shown) {
        pageCount = texture.pixels.pages
        page = min(page, pageCount - 1)
        draw(request.key.version, of: shown)
        proportions.take(texture, of: shown.state.photo, pageCount: pageCount)
        view.setPicture(texture.pointer)
        player.play(texture)
        onPicture(texture, request)
        log.trace("detail \(request.key.photo.text) \(texture.cost)")
        shown.state.arrived(lack: texture.pixels.lack)
        if let zoomState = zoom.zoomState, !zoomState.isFitted { sharpen(zoomState) }
        stateChanged()
    }

    /// Turns the view for the picture of another version of the photo, which is turned itself by what the view was.
    private func draw(_ version: String, of shown: Shown) {
        let photo = shown.state.photo.id, source = shown.gallery.model.source.identity
        let quarterTurns = rotations[photo, version: version, of: source]
        guard quarterTurns != zoom.quarterTurns else { return }
        view.dropPlaceholder()
        zoom.redraw(quarterTurns: quarterTurns)
    }

    /// Requests as many pixels as the view shows of a picture that rests in `zoomState`, or is on its way there.
    func sharpen(_ zoomState: ZoomState) {
        guard let shown, shown.state.full == .shown, !isAnimation, !shown.state.photo.isVideo else {
            return highResolution.drop()
        }
        highResolution.want(zoomState, quarterTurns: zoom.quarterTurns) { size, region in
            request(shown.ref, of: shown.gallery, in: size, region: region)
        }
    }

    /// Handles a pan. A picture that is shown as a region may need the next region before it rests.
    private func moved(_ zoomState: ZoomState) {
        if highResolution.isPart { sharpen(zoomState) }
    }

    /// The picture of the shown photo in the view's size; nil until it is there.
    var texture: Texture? { shown?.state.request.flatMap { wanted[$0.key]?.texture } }

    /// Whether the shown photo is animated: its frames are decoded in the fitted size only.
    private var isAnimation: Bool { texture?.animation != nil }
}
