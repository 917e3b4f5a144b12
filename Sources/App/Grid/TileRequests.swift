// The loader's requests and keys for tiles.
import Browse
import ImagePipeline
import Library
import Photos

/// Requests and keys of the photos of a gallery, for one tile size and fit.
struct TileRequests {
    let model: GalleryModel
    /// Size of the pictures in device pixels.
    var size: PixelSize
    /// Whether pictures cover their tiles or lie in them whole.
    var fit: Fit

    /// Returns the key of the picture in the memory cache. Cheaper than a request, whose address is a string to be put
    /// together.
    func key(_ ref: PhotoRef) -> ImageKey {
        let photo = model.photo(ref)
        return ImageKey(source: model.source.identity, photo: photo.id, version: photo.version, size: size, fit: fit)
    }

    subscript(ref: PhotoRef) -> ImageRequest {
        let photo = model.photo(ref)
        return ImageRequest(
            source: model.source.identity, photo: photo,
            location: model.source.location(of: photo, atLeast: size, fit: fit), size: size, fit: fit)
    }
}
