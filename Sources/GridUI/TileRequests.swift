// What is asked of the loader for a tile: a photo of the list in the size and the fit of the tiles.
import Browse
import ImagePipeline
import Photos

/// Requests and keys by position in the list.
struct TileRequests {
    let model: GalleryModel
    /// Device pixels that pictures are asked for in.
    var size: PixelSize
    /// Whether they cover their tiles or lie in them whole.
    var fit: Fit

    /// What memory knows the picture by. Without its address, which costs a string to put together.
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
