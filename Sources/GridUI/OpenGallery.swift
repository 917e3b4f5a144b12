// The detail page's interface to the gallery below it: the photos in order, and what their tiles show.
import Browse
import CGTK
import ImagePipeline
import Photos

/// A gallery of which the detail page shows one photo.
protocol OpenGallery: AnyObject {
    var model: GalleryModel { get }
    /// Returns the texture that the tile of a photo shows, borrowed for as long as the gallery shows it.
    func preview(of ref: PhotoRef) -> OpaquePointer?
    /// Returns the loader's request for the tile of a photo; nil where tiles do not use the loader.
    func request(for ref: PhotoRef) -> ImageRequest?
}

extension OpenGallery {
    /// The photos beside another one, the next one first.
    func neighbours(of ref: PhotoRef) -> [PhotoRef] { [1, -1].compactMap { model.ref($0, from: ref) } }
}
