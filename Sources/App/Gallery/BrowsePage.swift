// The window's and the detail page's interface to a page of photos.
package import Browse
import CGTK
package import Desktop
package import ImagePipeline
package import Library
package import Photos

/// A page that shows a source's photos as tiles.
@MainActor
package protocol BrowsePage: AnyObject {
    var model: GalleryModel { get }
    var root: WidgetReference { get }
    /// The page itself, where it is the application's own; nil, as by default, for a plain one that is measured.
    var gallery: GalleryPage? { get }
    /// Returns the texture that the tile of a photo shows, borrowed for as long as the page shows it; by default nil.
    func preview(of ref: PhotoRef) -> OpaquePointer?
    /// Returns the loader's request for the tile of a photo; nil, as by default, where tiles do not use the loader.
    func request(for ref: PhotoRef) -> ImageRequest?
    /// What the page tells its window.
    var events: PageEvents { get set }
    /// Scrolls by screens, down where positive.
    func scroll(byScreens screens: Int)
    /// Gives the keyboard focus back to the tile that had it.
    func grabFocus()
    /// Retries all that has failed: the listing, then the tiles.
    func retry()
    /// Cancels all work: the page is closed.
    func close()
}

extension BrowsePage {
    package var gallery: GalleryPage? { nil }
    package func preview(of ref: PhotoRef) -> OpaquePointer? { nil }
    package func request(for ref: PhotoRef) -> ImageRequest? { nil }
}

/// What a page calls.
package struct PageEvents {
    /// Called when the user opens a photo.
    package var open: (PhotoRef) -> Void
    /// Called for each step of the collection, with the snapshot before it.
    package var update: (CollectionUpdate, CollectionSnapshot) -> Void

    package init(
        open: @escaping (PhotoRef) -> Void, update: @escaping (CollectionUpdate, CollectionSnapshot) -> Void
    ) {
        (self.open, self.update) = (open, update)
    }
}

/// Makes a page for a gallery, with tiles of a size in logical pixels. `transport` carries HTTP requests, those for the
/// built-in gallery as well.
package typealias PageFactory = (
    _ model: GalleryModel, _ tileSize: Int, _ transport: any HTTPTransport, _ events: PageEvents
) -> any BrowsePage
