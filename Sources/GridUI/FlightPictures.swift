// The opened photo in the sizes that it flies in: the page's own, and smaller copies down to the tile's.
import Browse
import CDesktop
import Desktop
import ImagePipeline
import Photos

/// Pictures of one photo, made by the loader's workers from the one that the page shows. They take a third of its memory.
final class FlightPictures {
    private let loader: ImageLoader
    private var pictures: [Texture] = []
    private var making: Task<Void, Never>?

    init(loader: ImageLoader) { self.loader = loader }

    isolated deinit { making?.cancel() }

    /// The page shows `picture`, which came for `request`; the photo may become as narrow as `smallest` device pixels.
    func take(_ picture: Texture, of request: ImageRequest, downTo smallest: Double) {
        making?.cancel()
        pictures = [picture]
        let size = picture.size
        let copies = PictureLevel.widths(below: size.width, downTo: smallest).map { width in
            let height = (Double(width) / size.aspectRatio).rounded()
            return ImageRequest(
                request, processors: [.resize(PixelSize(width: width, height: Int(height)), .fit)])
        }
        making = Task { [weak self, loader] in
            for copy in copies {
                guard let image = try? await loader.image(for: copy, priority: .visible), !Task.isCancelled else { return }
                if let texture = image as? Texture { self?.pictures.append(texture) }
            }
        }
    }

    /// What is drawn at `width` device pixels; nil: nothing that is small enough has come.
    func best(at width: Double) -> Texture? {
        PictureLevel.best(of: pictures.map(\.size.width), drawn: width).map { pictures[$0] }
    }

    /// Lets all of them go: another photo is opened, or none.
    func clear() {
        making?.cancel()
        pictures = []
    }
}
