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
    let prefetcher: DetailPrefetcher
    let zoom: PictureZoom
    let highResolution: HighResolutionLayer
    private let loader: PhotoLoader
    private let course: PhotoCourse
    private let backdrop: DetailBackdrop
    private let proportions: PhotoProportions
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
    /// The wait for the header of the shown photo, and what is taken for the photo's size where it ends without.
    private var awaitingHeader: (guess: PixelSize?, timer: Task<Void, Never>)?

    /// Returns whether the turn of the file at an absolute path is being written.
    var isBeingTurned: (_ path: FilePath) -> Bool = { _ in false }
    private let onState: (DetailState) -> Void
    /// Called when the picture has arrived in the view's size.
    var onPicture: (Texture, ImageRequest) -> Void = { _, _ in }

    /// Time for which the window has to keep its size before the picture is decoded for it.
    private static let resizeDebounce = Duration.milliseconds(150)

    /// Relative difference up to which a thumbnail has the ratio of its video.
    private static let thumbnailError = 0.02
    /// Time for which a photo of unknown proportions waits for its header. Then the ratio of what is there of it is
    /// taken for the photo's.
    private static let headerTime = Duration.milliseconds(60)

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
        proportions = PhotoProportions(loader: loader, reader: facts)
        prefetcher = DetailPrefetcher(loader: loader, course: course) { whole?.take($0) }
        player = AnimationPlayer(on: view.widget.opaque, pulse: pulse) { view.setPicture($0.pointer) }
        zoom = PictureZoom(
            of: view, pulse: pulse, onScale: onScale, onMove: { whole?.moved($0) }, onAim: { whole?.sharpen($0) },
            onRest: { whole?.sharpen($0) }, link: link)
        highResolution = HighResolutionLayer(for: view, loader: loader, share: share)
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
        endAwaitingHeader()
        (page, pageCount) = (0, 1)
        showPlaceholder(ref, of: gallery, step: delay == nil ? direction : 0)
        prefetcher.navigate(to: ref, of: gallery, direction: direction)
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
        endAwaitingHeader()
        proportions.cancel()
        backdrop.cancel()
        prefetcher.cancel()
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
        return prefetcher.picture(for: request)?.texture != nil || loader.memory.contains(request.key)
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
            preview = (prefetcher.picture(for: request)?.preview ?? loader.memory.nearest(to: key))?.pointer
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
            findProportions(of: ref, in: gallery, preview: preview.map { PixelSize(of: $0) })
        }
        stateChanged()
    }

    // MARK: Proportions

    /// Places a photo whose proportions are not known at once: as its header says where that is read in time, else as
    /// what is there of it.
    private func findProportions(of ref: PhotoRef, in gallery: any BrowsePage, preview: PixelSize?) {
        endAwaitingHeader()
        let guess = proportions.guess(ref, in: gallery, preview: preview)
        let isReading = proportions.read(ref, in: gallery) { [weak self] size in
            guard let self, self.shown?.ref == ref, self.shown?.state.full == .loading else { return }
            if let size { return self.zoom.know(size) }
            self.place(as: guess ?? self.view.shown.map { PhotoProportions.placeHolder(PixelSize(of: $0)) })
        }
        guard isReading else { return place(as: guess) }
        let timer = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.headerTime)) != nil else { return }
            self?.stopAwaitingHeader()
        }
        awaitingHeader = (guess, timer)
    }

    /// Places a photo whose header is still being read: it is needed in a place now.
    func stopAwaitingHeader() { if let wait = endAwaitingHeader() { place(as: wait.guess) } }

    @discardableResult
    private func endAwaitingHeader() -> (guess: PixelSize?, timer: Task<Void, Never>)? {
        awaitingHeader?.timer.cancel()
        return awaitingHeader.take()
    }

    private func place(as guess: PixelSize?) { if zoom.ratio == nil, let guess { zoom.know(guess, isGuess: true) } }

    /// Shows a preview that has arrived for the shown photo, its tile or an early decode, if it has more pixels than
    /// what is shown.
    private func showPreview(_ texture: Texture) {
        guard let shown, shown.state.takesPreviews, texture.size.area > shownPixels else { return }
        view.setPreview(texture.pointer)
        if zoom.ratio == nil || proportions.size(of: shown.ref, in: shown.gallery) == nil { know(texture) }
        shown.state.previewed()
        stateChanged()
    }

    /// Takes the ratio of a preview, which may be a crop, for the photo's, unless the photo's header is being read.
    private func know(_ preview: Texture) {
        guard let shown, zoom.ratio != nil || !proportions.read(shown.ref, in: shown.gallery) else { return }
        // A square is a crop more often than not, and no better than what was taken before.
        if zoom.ratio != nil, preview.knownOriginal == nil, preview.size.width == preview.size.height { return }
        zoom.know(PhotoProportions.placeHolder(preview.knownOriginal ?? preview.size), isGuess: true)
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
        let picture = prefetcher.load(shown.ref, request)
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
            prefetcher.loadNeighbour(ref, request)
            if proportions.size(of: ref, in: shown.gallery) == nil { proportions.read(ref, in: shown.gallery) }
            if isBlurred, let tile = shown.gallery.request(for: ref), loader.memory.contains(tile.key) {
                prefetcher.loadBackdrop(ref, DetailBackdrop.request(of: tile))
            }
        }
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
        if let size = original(of: shown.state.photo, texture) { zoom.know(size, isGuess: shown.state.photo.isVideo) }
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

    /// Returns the size of the original: the source's, if it has one, else the file's; nil where what is known of a
    /// video is as good.
    private func original(of photo: Photo, _ texture: Texture) -> PixelSize? {
        if photo.isVideo {
            // A thumbnail fills the view as the video will.
            let isKnown = zoom.ratio.map { abs($0 / texture.size.aspectRatio - 1) < Self.thumbnailError } ?? false
            return isKnown ? nil : PhotoProportions.placeHolder(texture.size)
        }
        // What a listing says is of the first page.
        guard pageCount == 1, let size = photo.size else { return texture.original }
        // A source may not know the file's orientation.
        return (size.width > size.height) == (texture.size.width > texture.size.height) ? size : size.transposed
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
    var texture: Texture? { shown?.state.request.flatMap { prefetcher.picture(for: $0)?.texture } }

    /// Whether the shown photo is animated: its frames are decoded in the fitted size only.
    private var isAnimation: Bool { texture?.animation != nil }
}
