// Textures of the opened photo for its zoom transition: the page's own, and smaller copies down to the tile's size.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos

/// The textures of one photo. The loader's workers make the smaller ones from the page's; they take a third of its
/// memory.
final class TransitionPictures {
    private let loader: PhotoLoader
    private var pictures: [Texture] = []
    /// Whose they are.
    private var key: ImageKey?
    private var making: Task<Void, Never>?

    init(loader: PhotoLoader) { self.loader = loader }

    isolated deinit { making?.cancel() }

    /// Takes the page's `picture`, loaded for `request`, and requests the smaller copies down to a width of `smallest`
    /// device pixels.
    func take(_ picture: Texture, of request: ImageRequest, downTo smallest: Double) {
        making?.cancel()
        (pictures, key) = ([picture], request.key)
        let size = picture.size
        let copies = PictureLevel.widths(below: size.width, downTo: smallest).map { width in
            let height = (Double(width) / size.aspectRatio).rounded()
            return ImageRequest(
                request, processors: [.resize(PixelSize(width: width, height: Int(height)), .fit)])
        }
        making = Task { [weak self, loader] in
            for copy in copies {
                let texture = try? await loader.image(for: copy, priority: .visible)
                guard let texture, !Task.isCancelled else { return }
                self?.pictures.append(texture)
            }
        }
    }

    /// Returns the texture to draw at `width` device pixels. Where none is small enough yet: the smallest there is if
    /// it is needed, because a slow frame is better than one without the photo, else nil.
    /// - Parameter isNeeded: Whether the photo has no other texture, or was drawn with one of these before.
    func best(at width: Double, isNeeded: Bool) -> Texture? {
        if let index = PictureLevel.best(of: pictures.map(\.size.width), drawn: width) { return pictures[index] }
        return isNeeded ? pictures.min { $0.size.width < $1.size.width } : nil
    }

    /// Drops the textures, unless they are those of a photo: what it shows may have come before it is followed.
    func keep(of photo: PhotoID?, in source: SourceID?) {
        if key?.photo != photo || key?.source != source { clear() }
    }

    /// Drops all textures: no photo is opened.
    func clear() {
        making?.cancel()
        (pictures, key) = ([], nil)
    }
}
