// What is shown of the opened photo: at once what memory has, then what comes on the way, then the picture, faded in.
import Browse
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Logging
import Photos

extension DetailPage {
    /// How long the window keeps its size before the picture is decoded again for it.
    private static let settleTime = Duration.milliseconds(150)

    /// The room for the picture in device pixels; nil before the first layout.
    private var room: PixelSize? {
        let widget: Widget = view.cast()
        let scale = Int(gtk_widget_get_scale_factor(widget))
        let width = Int(gtk_widget_get_width(widget)), height = Int(gtk_widget_get_height(widget))
        return width > 1 && height > 1 ? PixelSize(width: width * scale, height: height * scale) : nil
    }

    /// What is asked of the loader for the photo at `index`. A region is one of the original, whatever the size of the
    /// picture in its place.
    private func request(
        _ index: Int, of gallery: any OpenGallery, in room: PixelSize, region: PictureRegion? = nil
    ) -> ImageRequest {
        let source = gallery.model.source, photo = gallery.model.photos[index]
        let location =
            region == nil ? source.location(of: photo, atLeast: room, fit: .fit) : source.original(of: photo)
        return ImageRequest(
            source: source.identity, photo: photo, location: location, size: room, fit: .fit, region: region)
    }

    /// Whether the picture at `index` can be shown in this turn.
    func isAtHand(_ index: Int, of gallery: any OpenGallery) -> Bool {
        guard let room else { return false }
        let request = request(index, of: gallery, in: room)
        if let load = around.picture(at: index), load.request == request, load.picture != nil { return true }
        return loader.memory.contains(request.key)
    }

    // MARK: At once

    /// Shows the best of what is there: another size of the photo, what its tile shows, its colour.
    func showStandIn(_ index: Int, of gallery: any OpenGallery, _ photo: Photo) {
        let request = request(index, of: gallery, in: room ?? PixelSize(square: 1))
        let key = request.key
        var preview: OpaquePointer?
        var colour: AverageColour?
        if !isAtHand(index, of: gallery) {
            preview = (around.picture(at: index)?.preview ?? loader.memory.nearest(to: key) as? Texture)?.pointer
            if preview == nil { preview = gallery.preview(at: index) }
            if preview == nil { colour = loader.colours?.colour(for: key) }
        }
        sharper.drop()
        standInBackdrop(of: gallery, at: index, picture: request)
        tessera_photo_view_show(
            view, preview, colour.map { Int32($0.red) << 16 | Int32($0.green) << 8 | Int32($0.blue) } ?? -1)
        zoom.show(photo.size ?? preview.map(Self.placeHolder), turns: rotations[photo.id, of: request.key.source])
        shown = Shown(
            gallery: gallery, index: index, state: DetailState(photo: photo, hasPreview: preview != nil || colour != nil))
        stateChanged()
    }

    /// As large as any view and of the ratio of what is shown, for a photo whose own size is not known yet.
    private static func placeHolder(_ texture: OpaquePointer) -> PixelSize {
        let factor = 16_384 / max(gdk_texture_get_width(texture), gdk_texture_get_height(texture), 1) + 1
        return PixelSize(
            width: Int(gdk_texture_get_width(texture) * factor), height: Int(gdk_texture_get_height(texture) * factor))
    }

    /// Something has come that stands in for the picture: its tile, or what a part of its bytes gives.
    func standIn(_ texture: Texture, for index: Int) {
        guard let shown, shown.index == index, shown.state.full == .loading, texture.size.area > shownPixels else { return }
        tessera_photo_view_set_preview(view, texture.pointer)
        if shown.state.photo.size == nil { zoom.know(Self.placeHolder(texture.pointer)) }
        shown.state.previewed()
        stateChanged()
    }

    /// Device pixels of what is shown, however much of the photo that is.
    private var shownPixels: Int {
        guard let shown = tessera_photo_view_get_shown(view) else { return 0 }
        return Int(gdk_texture_get_width(shown)) * Int(gdk_texture_get_height(shown))
    }

    // MARK: On its way

    func resized() {
        zoom.resized()
        guard shown != nil, let room, room != requestedSize else { return }
        settling?.cancel()
        let isFirst = requestedSize == nil
        settling = Task { [weak self] in
            // First layout of this photo: called inside it, so the work starts in the next turn of the loop.
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

    /// Asks for the shown photo at the size of the view, and for what may be looked at next.
    func load() {
        guard let shown, let room else { return }
        requestedSize = room
        let request = request(shown.index, of: shown.gallery, in: room)
        let load = around.load(shown.index, request)
        let attempt = shown.state.attempt
        load.onEvent = { [weak self] in self?.take($0, of: request, for: shown, attempt: attempt) }
        if let picture = load.picture {
            take(.final(picture), of: request, for: shown, attempt: attempt)
        } else if let preview = load.preview {
            standIn(preview, for: shown.index)
        }
        decorate(shown, picture: request)
        loadNeighbours()
    }

    /// Asks for the photos beside the shown one, once that is asked for.
    func loadNeighbours() {
        guard let shown, let room = requestedSize else { return }
        let photos = shown.gallery.model.photos
        for index in [shown.index + 1, shown.index - 1] where photos.indices.contains(index) {
            let request = request(index, of: shown.gallery, in: room)
            around.loadNeighbour(index, request)
            if let tile = shown.gallery.request(at: index), loader.memory.contains(tile.key) {
                around.loadBackdrop(index, backdropRequest(of: tile))
            }
        }
    }

    private func take(_ event: ImageEvent, of request: ImageRequest, for shown: Shown, attempt: Int) {
        switch event {
        case .preview(let image):
            if let texture = image as? Texture { standIn(texture, for: shown.index) }
            return
        case .final(let image), .refreshed(let image):
            guard let texture = image as? Texture else { return }
            zoom.know(Self.original(of: shown.state.photo, texture))
            tessera_photo_view_set_picture(view, texture.pointer)
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

    /// The size of the original: what the source says, if its picture is one of that, else what the file has said.
    private static func original(of photo: Photo, _ texture: Texture) -> PixelSize {
        guard let size = photo.size else { return texture.original }
        // A source may not know that a camera was held upright.
        return (size.width > size.height) == (texture.size.width > texture.size.height) ? size : size.transposed
    }

    /// The picture has come to rest, or goes to where it will: asks for as many pixels as are seen of it.
    func sharpen(_ magnifier: Magnifier) {
        guard let shown, shown.state.full == .shown, !isAnimation else { return sharper.drop() }
        sharper.want(magnifier, turns: zoom.turns) { size, region in
            request(shown.index, of: shown.gallery, in: size, region: region)
        }
    }

    /// The picture is moved: of one that is shown in parts the next one may be needed before it rests.
    func moved(_ magnifier: Magnifier) {
        if sharper.isPart { sharpen(magnifier) }
    }

    /// Whether the shown photo moves: its frames are made in the fitted size.
    private var isAnimation: Bool { shown.flatMap { around.picture(at: $0.index)?.picture?.animation } != nil }
}
