// The detail page's interface to the gallery below it: the photos in order, and what their tiles show.
import Browse
import CGTK
import ImagePipeline

/// A gallery of which the detail page shows one photo.
protocol OpenGallery: AnyObject {
    var model: GalleryModel { get }
    /// Returns the texture that the tile at `position` shows, borrowed for as long as the gallery shows it.
    func preview(at position: Int) -> OpaquePointer?
    /// Returns the loader's request for the tile at `position`; nil where tiles do not use the loader.
    func request(at position: Int) -> ImageRequest?
}
