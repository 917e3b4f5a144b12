// The opened photo before its folder is listed.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// A gallery of the one photo that is known so far. Its source is the folder's, so that what is loaded for it serves
/// the folder's page too.
final class SinglePhotoGallery: OpenGallery {
    let model: GalleryModel
    private let tile: ImageRequest

    /// - Parameter tileSize: Side of a tile in device pixels.
    init(_ photo: Photo, of source: any PhotoSource, tileSize: Int) {
        model = GalleryModel(source: source, found: photo, collation: FileNameCollation())
        let size = PixelSize(square: tileSize)
        tile = ImageRequest(
            source: source.identity, photo: photo, location: source.location(of: photo, atLeast: size, fit: .fill),
            size: size, fit: .fill)
    }

    /// The photo.
    var ref: PhotoRef { model.ref(at: 0) }

    func request(for ref: PhotoRef) -> ImageRequest? { tile }
}
