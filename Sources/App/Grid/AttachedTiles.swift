// The tiles of the grid by the photos to which they are attached. What is released is used again for other photos.
import CGTK
import Photos

/// The tiles of one grid. A tile that is attached to another photo costs no object, no signal and no layout.
final class AttachedTiles {
    private let container: PhotoGridWidget
    /// Tiles by their photo.
    private(set) var byPhoto: [PhotoRef: Tile] = [:]
    private var photos: [Tile: PhotoRef] = [:]
    /// Tiles without a photo: hidden, and empty.
    private var spare: [Tile] = []
    /// Number of times that a tile was attached to a photo.
    private(set) var attachmentCount = 0

    private let onAttach: (PhotoRef, Tile) -> Void

    /// - Parameter onAttach: Called for a tile that was attached to a photo; it shows nothing yet.
    init(in container: PhotoGridWidget, onAttach: @escaping (PhotoRef, Tile) -> Void) {
        (self.container, self.onAttach) = (container, onAttach)
    }

    /// Number of tiles, attached or not.
    var count: Int { byPhoto.count + spare.count }

    /// Returns the photo to which a tile is attached.
    func photo(of tile: Tile) -> PhotoRef? { photos[tile] }

    /// Returns the tile of a photo, after attaching a spare one if there is none; nil if no tile is spare.
    func tile(of ref: PhotoRef) -> Tile? {
        if let tile = byPhoto[ref] { return tile }
        guard let tile = spare.popLast() else { return nil }
        tile.isHiddenFromReaders = false
        byPhoto[ref] = tile
        photos[tile] = ref
        attachmentCount += 1
        onAttach(ref, tile)
        return tile
    }

    /// Releases the tiles of all photos that are not kept.
    func release(except isKept: (PhotoRef) -> Bool) {
        for (ref, tile) in byPhoto where !isKept(ref) {
            byPhoto[ref] = nil
            photos[tile] = nil
            tile.clear()
            gtk_widget_set_child_visible(tile.widget, 0)
            spare.append(tile)
        }
    }

    /// Hides the tiles without a photo from assistive technology. Called at rest, because in a scroll most are attached
    /// again at once.
    func hideSpare() { for tile in spare { tile.isHiddenFromReaders = true } }

    /// Makes or destroys spare tiles until there are `wanted` tiles, or as many as are attached. Not during a layout.
    func provide(_ wanted: Int) {
        while count < wanted {
            let tile = Tile()
            container.addBelow(tile.widget)
            spare.append(tile)
        }
        while count > wanted, let tile = spare.popLast() { gtk_widget_unparent(tile.widget) }
    }
}
