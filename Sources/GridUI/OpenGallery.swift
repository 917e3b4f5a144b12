// What the detail page knows of the gallery that it lies over: its photos in order, and what their tiles show.
import Browse
import CDesktop
import ImagePipeline

/// A gallery one of whose photos is opened.
protocol OpenGallery: AnyObject {
    var model: GalleryModel { get }
    /// What the tile at `position` shows, borrowed for as long as the gallery shows it.
    func preview(at position: Int) -> OpaquePointer?
    /// What the loader is asked for the tile at `position`; nil where tiles have nothing to do with it.
    func request(at position: Int) -> ImageRequest?
}
