// The backdrop of the opened photo, where the user wants one: a dark blur of its tile, and the tile's colour until that
// is ready.
import CGTK
import Desktop
import ImagePipeline
import Photos

/// The backdrop behind the photos of one view.
final class DetailBackdrop {
    private let view: PhotoView
    private let loader: PhotoLoader
    private var loading: Task<Void, Never>?
    /// Whether photos have a backdrop. Without, they lie on the page's plain ground. The owner loads the backdrop of a
    /// photo that is shown already.
    var isWanted = false {
        didSet {
            guard isWanted != oldValue else { return }
            view.fillsWithColour = isWanted
            if isWanted { return }
            loading?.cancel()
            view.setBackdrop(nil, fades: false)
        }
    }

    /// Processors that make a backdrop of a tile: few pixels, because a blur needs no more (12 KB), and dark enough for
    /// any photo to stand out.
    private static let processors: [Processor] = [
        .resize(PixelSize(square: 64), .fill), .blur(sigma: 4), .tint(rgb: 0x00_0000, amount: 140),
    ]
    /// Fraction of a colour's brightness that the tint above leaves.
    private static let light = 1 - 140.0 / 255

    init(of view: PhotoView, loader: PhotoLoader) {
        self.view = view
        self.loader = loader
    }

    isolated deinit { loading?.cancel() }

    /// Returns the request for the backdrop made of a picture.
    static func request(of picture: ImageRequest) -> ImageRequest { ImageRequest(picture, processors: processors) }

    /// Sets the backdrop that is available at once for another photo: the finished one if memory has it, else, where
    /// `hasColour`, a plain colour if one is known, else none.
    /// - Parameters:
    ///   - tile: The request for the photo's tile; nil where tiles do not use the loader.
    ///   - picture: The request for the photo in the view's size.
    ///   - fades: Whether it fades in over the one before.
    func showReady(tile: ImageRequest?, picture: ImageRequest, hasColour: Bool, fades: Bool) {
        guard isWanted else { return }
        let ready = tile.flatMap { loader.memory.image(for: Self.request(of: $0).key) }
        let colour = hasColour ? loader.colours?.colour(for: (tile ?? picture).key) : nil
        let texture = ready ?? colour.map { Texture($0, light: Self.light) }
        view.setBackdrop(texture?.pointer, fades: fades && texture != nil)
    }

    /// Loads the backdrop and fades it in. Usually the tile is in memory, and this takes less than a millisecond of a
    /// worker's time. The page is usable without a backdrop, so a failure is ignored.
    func load(tile: ImageRequest, picture: ImageRequest) {
        guard isWanted else { return }
        // Without its tile in memory, a file would be read a second time for it.
        let isRead = tile.location == picture.location && !loader.memory.contains(tile.key)
        let request = Self.request(of: isRead ? picture : tile)
        loading?.cancel()
        loading = Task { [weak self, loader] in
            let texture = try? await loader.image(for: request, priority: .visible)
            guard let self, !Task.isCancelled, let texture else { return }
            self.view.setBackdrop(texture.pointer, fades: true)
        }
    }

    /// Cancels the loading.
    func cancel() { loading?.cancel() }
}
