// What lies behind the opened photo: a dark blur of its tile, and until that is there the tile's colour.
import Browse
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Photos

extension DetailPage {
    /// From a tile to what lies behind the photo: few pixels, because a blur needs no more (12 KB), and dark enough for
    /// any photo to stand out.
    private static let backdrop: [Processor] = [
        .resize(PixelSize(square: 64), .fill), .blur(sigma: 4), .tint(rgb: 0x00_0000, amount: 140),
    ]
    /// What that leaves of a colour's light.
    private static let light = 1 - 140.0 / 255

    /// What is asked of the loader for the backdrop made of a picture.
    func backdropRequest(of picture: ImageRequest) -> ImageRequest {
        ImageRequest(picture, processors: Self.backdrop)
    }

    /// At once, with another photo: its backdrop if memory has it, else its colour if that is known, else nothing. One that
    /// flies in brings its own.
    func standInBackdrop(of gallery: any OpenGallery, at index: Int, picture: ImageRequest) {
        let tile = gallery.request(at: index)
        let ready = tile.flatMap { loader.memory.image(for: backdropRequest(of: $0).key) } as? Texture
        let colour = shown == nil ? nil : loader.colours?.colour(for: (tile ?? picture).key)
        let texture = ready ?? colour.map { Texture($0, light: Self.light) }
        tessera_photo_view_set_backdrop(view, texture?.pointer, 0)
    }

    /// Puts the backdrop behind the photo. Its tile lies in memory as a rule, and then this is less than a millisecond of
    /// a worker's time. Without it the page is as good, so a failure is nobody's concern.
    func decorate(_ shown: Shown, picture: ImageRequest) {
        guard let tile = shown.gallery.request(at: shown.index) else { return }
        // A file would be read a second time for a tile that is not there.
        let isRead = tile.location == picture.location && !loader.memory.contains(tile.key)
        let request = backdropRequest(of: isRead ? picture : tile)
        decorating?.cancel()
        decorating = Task { [weak self, loader] in
            let image = try? await loader.image(for: request, priority: .visible)
            guard let self, !Task.isCancelled, let texture = image as? Texture else { return }
            tessera_photo_view_set_backdrop(self.view, texture.pointer, 1)
        }
    }
}
