// The backdrop of the opened photo: a dark blur of its tile, and the tile's colour until that is ready.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos

extension DetailPage {
    /// Processors that make a backdrop of a tile: few pixels, because a blur needs no more (12 KB), and dark enough for
    /// any photo to stand out.
    private static let backdrop: [Processor] = [
        .resize(PixelSize(square: 64), .fill), .blur(sigma: 4), .tint(rgb: 0x00_0000, amount: 140),
    ]
    /// Fraction of a colour's brightness that the tint above leaves.
    private static let light = 1 - 140.0 / 255

    /// Returns the request for the backdrop made of a picture.
    func backdropRequest(of picture: ImageRequest) -> ImageRequest {
        ImageRequest(picture, processors: Self.backdrop)
    }

    /// Sets the backdrop that is available at once when another photo is shown: the finished one if memory has it, else
    /// a plain colour if one is known, else none. The colour is used only for navigation: a photo that is opened from
    /// the grid has the backdrop that the zoom transition draws.
    func standInBackdrop(of gallery: any OpenGallery, for ref: PhotoRef, picture: ImageRequest) {
        let tile = gallery.request(for: ref)
        let ready = tile.flatMap { loader.memory.image(for: backdropRequest(of: $0).key) } as? Texture
        let colour = shown == nil ? nil : loader.colours?.colour(for: (tile ?? picture).key)
        let texture = ready ?? colour.map { Texture($0, light: Self.light) }
        self.picture.setBackdrop(texture?.pointer, fades: false)
    }

    /// Loads the backdrop and fades it in. Usually the tile is in memory, and this takes less than a millisecond of a
    /// worker's time. The page is usable without a backdrop, so a failure is ignored.
    func decorate(_ shown: Shown, picture: ImageRequest) {
        guard let tile = shown.gallery.request(for: shown.ref) else { return }
        // Without its tile in memory, a file would be read a second time for it.
        let isRead = tile.location == picture.location && !loader.memory.contains(tile.key)
        let request = backdropRequest(of: isRead ? picture : tile)
        decorating?.cancel()
        decorating = Task { [weak self, loader] in
            let image = try? await loader.image(for: request, priority: .visible)
            guard let self, !Task.isCancelled, let texture = image as? Texture else { return }
            self.picture.setBackdrop(texture.pointer, fades: true)
        }
    }
}
