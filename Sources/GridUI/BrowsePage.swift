// The window's interface to a page of photos.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos

/// A page that shows a source's photos: the grid, or one of the plain grids for comparison.
protocol BrowsePage: GridSurface, OpenGallery {
    /// Called when the user opens the photo at a position.
    var onOpen: (PhotoRef) -> Void { get set }
    /// Called for each step of the collection, with the snapshot before it.
    var onUpdate: (CollectionUpdate, CollectionSnapshot) -> Void { get set }
    /// Wanted side of a tile in logical pixels.
    var tileSize: Int { get }
    /// Sets the wanted side of the tiles. The focused photo, or else the one in the middle, stays in its place.
    func setTileSize(_ size: Int)
    /// Sets the fit of the photos in their square tiles.
    func setFit(_ fit: Fit)
    /// Scrolls by screens, down where positive.
    func scroll(byScreens screens: Int)
    /// The place of the page, to which a later run can return; nil where nothing is in view.
    var place: GridPlace? { get }
    /// Opens the page at a place, if it is in the page's source and can be reached.
    func open(at place: GridPlace)
    /// Gives the keyboard focus back to the tile that had it.
    func grabFocus()
    /// Retries all that has failed: the listing, then the tiles.
    func retry()
    /// Cancels all work: the page is closed.
    func close()
}

extension BrowsePage {
    var isListComplete: Bool { GalleryProgress(model).isComplete }

    /// Whether a page of the list is loading.
    var isListing: Bool { model.phase == .loadingFirst || model.phase == .loadingMore }

    var isViewportComplete: Bool {
        switch model.phase {
        case .empty, .failed(_, atStart: true): return true
        case .idle, .loadingFirst: return false
        case .loadingMore, .loaded, .failed: break
        }
        let states = tileStates
        return states.visible > 0 && states.blank == 0 && states.preview == 0
    }
}
