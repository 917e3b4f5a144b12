// What the window asks of a page of photos.
import Browse
import CDesktop
import Desktop
import ImagePipeline
import Photos

/// A page that shows a source's photos: the grid, or the plain implementation that it is held against.
protocol BrowsePage: GridSurface, OpenGallery {
    /// The user opens the photo at a position.
    var onOpen: (Int) -> Void { get set }
    /// Wished side of a tile in logical pixels.
    var tileSize: Int { get }
    /// Gives the tiles another size; the photo in the middle, or the one that has the focus, stays where it is.
    func setTileSize(_ size: Int)
    /// Shows whole photos in their squares, or as much of each as fills its square.
    func setFit(_ fit: Fit)
    /// Scrolls by screens, down where positive.
    func scroll(byScreens screens: Int)
    /// Where the page is, to be come back to in another run; nil where nothing is in view.
    var place: GridPlace? { get }
    /// Opens the page at a place, if it is one of its own that can be reached.
    func open(at place: GridPlace)
    /// Gives the keyboard back to the tile that had it.
    func grabFocus()
    /// Tries again whatever has failed: the listing, then the tiles.
    func retry()
    /// Leaves all work; the page is going away.
    func close()
}

extension BrowsePage {
    var isListComplete: Bool { GalleryProgress(model).isComplete }

    /// Whether a page of the list is on its way.
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
