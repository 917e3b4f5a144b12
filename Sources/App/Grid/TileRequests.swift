// The loader's requests and keys for tiles.
import Browse
import ImagePipeline
import Library
import Photos

/// Requests and keys of the photos of a gallery, for the tiles of one layout.
struct TileRequests {
    let model: GalleryModel
    /// The layout for whose tiles pictures are requested.
    var layout: GridLayout

    /// Whether pictures cover their tiles or lie in them whole.
    var fit: Fit { layout.room.kind == .whole ? .fit : .fill }

    /// Returns the size of a photo's picture in device pixels.
    private func size(of ref: PhotoRef) -> PixelSize {
        guard layout.room.kind == .justified, let position = model.position(of: ref) else {
            return layout.room.metrics.pictureSize
        }
        return size(at: position)
    }

    private func size(at position: Int) -> PixelSize {
        guard layout.room.kind == .justified, position < layout.count else { return layout.room.metrics.pictureSize }
        return layout.pictureSize(of: position)
    }

    /// Returns the most bytes that the picture at a position takes in memory.
    func cost(at position: Int) -> Int { size(at: position).area * 4 }

    /// Returns the key of the picture in the memory cache. Cheaper than a request, whose address is a string to be put
    /// together.
    func key(_ ref: PhotoRef) -> ImageKey {
        let photo = model.photo(ref)
        return ImageKey(
            source: model.source.identity, photo: photo.id, version: photo.version, size: size(of: ref), fit: fit)
    }

    subscript(ref: PhotoRef) -> ImageRequest {
        let photo = model.photo(ref), size = size(of: ref)
        return ImageRequest(
            source: model.source.identity, photo: photo,
            location: model.source.location(of: photo, atLeast: size, fit: fit), size: size, fit: fit)
    }
}
