// The detail page's interface to the gallery below it: the photos in order, and what their tiles show.
package import Browse
import CGTK
package import ImagePipeline
package import Photos

/// A gallery of which the detail page shows one photo.
@MainActor
package protocol OpenGallery: AnyObject {
    var model: GalleryModel { get }
    /// Returns the texture that the tile of a photo shows, borrowed for as long as the gallery shows it; by default
    /// nil.
    func preview(of ref: PhotoRef) -> OpaquePointer?
    /// Returns the loader's request for the tile of a photo; nil, as by default, where tiles do not use the loader.
    func request(for ref: PhotoRef) -> ImageRequest?
}

extension OpenGallery {
    package func preview(of ref: PhotoRef) -> OpaquePointer? { nil }
    package func request(for ref: PhotoRef) -> ImageRequest? { nil }

    /// The photos beside another one, the next one first.
    func neighbours(of ref: PhotoRef) -> [PhotoRef] { [1, -1].compactMap { model.ref($0, from: ref) } }
}
