// The picture of the opened photo: what memory has at once, then previews, then the final picture, faded in.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Logging
import Photos

extension DetailPage {
    /// Time for which the window has to keep its size before the picture is decoded for it.
    private static let settleTime = Duration.milliseconds(150)

    /// The size of the view in device pixels; nil before the first layout.
    private var room: PixelSize? {
        let widget: Widget = view.cast()
        let scale = Int(gtk_widget_get_scale_factor(widget))
        let width = Int(gtk_widget_get_width(widget)), height = Int(gtk_widget_get_height(widget))
        return width > 1 && height > 1 ? PixelSize(width: width * scale, height: height * scale) : nil
    }

    /// Returns the request for the photo at `index`. A region is one of the original, whatever size the source would be
    /// asked for otherwise.
    private func request(
        _ ref: PhotoRef, of gallery: any OpenGallery, in room: PixelSize, region: PictureRegion? = nil
    ) -> ImageRequest {
        let source = gallery.model.source, photo = gallery.model.photo(ref)
        let location =
            region == nil ? source.location(of: photo, atLeast: room, fit: .fit) : source.original(of: photo)
        return ImageRequest(
            source: source.identity, photo: photo, location: location, size: room, fit: .fit, region: region)
    }

    /// Returns whether the picture at `index` can be shown in this main-loop iteration.
    func isAtHand(_ ref: PhotoRef, of gallery: any OpenGallery) -> Bool {
        guard let room else { return false }
        let request = request(ref, of: gallery, in: room)
        if let load = around.picture(of: ref), load.request == request, load.picture != nil { return true }
        return loader.memory.contains(request.key)
    }

    // MARK: Placeholders

    /// Shows the best that is available at once: the picture in another size, what its tile shows, or its colour.
    func showStandIn(_ ref: PhotoRef, of gallery: any OpenGallery, _ photo: Photo) {
        let request = request(ref, of: gallery, in: room ?? PixelSize(square: 1))
        let key = request.key
        var preview: OpaquePointer?
        var colour: AverageColour?
        if !isAtHand(ref, of: gallery) {
            preview = (around.picture(of: ref)?.preview ?? loader.memory.nearest(to: key) as? Texture)?.pointer
            if preview == nil { preview = gallery.preview(of: ref) }
            if preview == nil { colour = loader.colours?.colour(for: key) }
        }
        sharper.drop()
        standInBackdrop(of: gallery, for: ref, picture: request)
        picture.show(preview: preview, colour: colour)
        zoom.show(photo.size ?? preview.map(Self.placeHolder), turns: rotations[photo.id, of: request.key.source])
        shown = Shown(
            gallery: gallery, ref: ref, state: DetailState(photo: photo, hasPreview: preview != nil || colour != nil))
        stateChanged()
    }

    /// Returns a size larger than any view, in the ratio of a texture, for a photo whose own size is not known yet.
    private static func placeHolder(_ texture: OpaquePointer) -> PixelSize {
        let factor = 16_384 / max(gdk_texture_get_width(texture), gdk_texture_get_height(texture), 1) + 1
        return PixelSize(
            width: Int(gdk_texture_get_width(texture) * factor), height: Int(gdk_texture_get_height(texture) * factor))
    }

    /// Shows a preview that has arrived for the photo at `index`, its tile or an early decode, if it has more pixels
    /// than what is shown.
    func standIn(_ texture: Texture, for ref: PhotoRef) {
        guard let shown, shown.ref == ref, shown.state.full == .loading, texture.size.area > shownPixels else { return }
        picture.setPreview(texture.pointer)
        if shown.state.photo.size == nil { zoom.know(Self.placeHolder(texture.pointer)) }
        shown.state.previewed()
        stateChanged()
    }

    /// Number of pixels of the shown texture, whichever part of the photo it covers.
    private var shownPixels: Int {
        guard let shown = picture.shown else { return 0 }
        return Int(gdk_texture_get_width(shown)) * Int(gdk_texture_get_height(shown))
    }

    // MARK: Loading

    func resized() {
        zoom.resized()
        guard shown != nil, let room, room != requestedSize else { return }
        settling?.cancel()
        let isFirst = requestedSize == nil
        settling = Task { [weak self] in
            // The first layout of this photo calls this from inside itself, so the load starts in the next main-loop
            // iteration.
            if !isFirst { guard (try? await Task.sleep(for: Self.settleTime)) != nil else { return } }
            guard let self, !Task.isCancelled else { return }
            self.load()
        }
    }

    func retry() {
        guard shown?.state.retry() != nil else { return }
        stateChanged()
        load()
    }

    /// Requests the shown photo in the size of the view, then its neighbours.
    func load() {
        guard let shown, let room else { return }
        requestedSize = room
        let request = request(shown.ref, of: shown.gallery, in: room)
        let load = around.load(shown.ref, request)
        let attempt = shown.state.attempt
        load.onEvent = { [weak self] in self?.take($0, of: request, for: shown, attempt: attempt) }
        if let picture = load.picture {
            take(.final(picture), of: request, for: shown, attempt: attempt)
        } else if let preview = load.preview {
            standIn(preview, for: shown.ref)
        }
        decorate(shown, picture: request)
        loadNeighbours()
    }

    /// Requests the photos beside the shown one. Does nothing before that one is requested.
    func loadNeighbours() {
        guard let shown, let room = requestedSize else { return }
        for ref in shown.gallery.neighbours(of: shown.ref) {
            let request = request(ref, of: shown.gallery, in: room)
            around.loadNeighbour(ref, request)
            if let tile = shown.gallery.request(for: ref), loader.memory.contains(tile.key) {
                around.loadBackdrop(ref, backdropRequest(of: tile))
            }
        }
    }

    private func take(_ event: ImageEvent, of request: ImageRequest, for shown: Shown, attempt: Int) {
        switch event {
        case .preview(let image):
            if let texture = image as? Texture { standIn(texture, for: shown.ref) }
            return
        case .final(let image), .refreshed(let image):
            guard let texture = image as? Texture else { return }
            zoom.know(Self.original(of: shown.state.photo, texture))
            picture.setPicture(texture.pointer)
            player.play(texture)
            onPicture(texture, request)
            log.trace("detail \(request.key.photo.text) \(texture.cost)")
            shown.state.finished(attempt: attempt)
        case .failed(let failure):
            shown.state.finished(attempt: attempt, failure: failure)
        case .progress, .cancelled:
            return
        }
        stateChanged()
    }

    /// Returns the size of the original: the source's, if it has one, else the file's.
    private static func original(of photo: Photo, _ texture: Texture) -> PixelSize {
        guard let size = photo.size else { return texture.original }
        // A source may not know the file's orientation.
        return (size.width > size.height) == (texture.size.width > texture.size.height) ? size : size.transposed
    }

    /// Requests as many pixels as the view shows of a picture that rests in `magnifier`, or is on its way there.
    func sharpen(_ magnifier: Magnifier) {
        guard let shown, shown.state.full == .shown, !isAnimation else { return sharper.drop() }
        sharper.want(magnifier, turns: zoom.turns) { size, region in
            request(shown.ref, of: shown.gallery, in: size, region: region)
        }
    }

    /// Handles a pan. A picture that is shown as a region may need the next region before it rests.
    func moved(_ magnifier: Magnifier) {
        if sharper.isPart { sharpen(magnifier) }
    }

    /// Whether the shown photo is animated: its frames are decoded in the fitted size only.
    private var isAnimation: Bool { shown.flatMap { around.picture(of: $0.ref)?.picture?.animation } != nil }
}
