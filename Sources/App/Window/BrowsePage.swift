// The window's interface to a page of photos.
package import Browse
package import Desktop
package import ImagePipeline
package import Library
package import Photos

/// A page that shows a source's photos as tiles.
@MainActor
package protocol BrowsePage: OpenGallery {
    var root: WidgetReference { get }
    /// Called when the user opens a photo.
    var onOpen: (PhotoRef) -> Void { get set }
    /// Called for each step of the collection, with the snapshot before it.
    var onUpdate: (CollectionUpdate, CollectionSnapshot) -> Void { get set }
    /// Scrolls by screens, down where positive.
    func scroll(byScreens screens: Int)
    /// Gives the keyboard focus back to the tile that had it.
    func grabFocus()
    /// Retries all that has failed: the listing, then the tiles.
    func retry()
    /// Cancels all work: the page is closed.
    func close()
}

/// Makes a page for a gallery, with tiles of a size in logical pixels. `transport` carries HTTP requests, those for the
/// built-in gallery as well.
package typealias PageFactory = (
    _ model: GalleryModel, _ tileSize: Int, _ transport: any HTTPTransport
) -> any BrowsePage
