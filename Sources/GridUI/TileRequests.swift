// The loader's requests and keys for tiles.
import Browse
import ImagePipeline
import Photos

/// Requests and keys by position in the list, for one tile size and fit.
struct TileRequests {
    let model: GalleryModel
    /// Size of the pictures in device pixels.
    var size: PixelSize
    /// Whether pictures cover their tiles or lie in them whole.
    var fit: Fit

    /// Returns the key of the picture in the memory cache. Cheaper than a request, whose address is a string to be put
    /// together.
    func key(_ index: Int) -> ImageKey {
        let photo = model.photos[index]
        return ImageKey(source: model.source.identity, photo: photo.id, version: photo.version, size: size, fit: fit)
    }

    subscript(index: Int) -> ImageRequest {
        let photo = model.photos[index]
        return ImageRequest(
            source: model.source.identity, photo: photo,
            location: model.source.location(of: photo, atLeast: size, fit: fit), size: size, fit: fit)
    }
}
