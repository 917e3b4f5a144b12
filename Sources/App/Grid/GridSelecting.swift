// The selection of a grid, as the grid sees it.
import Browse
import Library
import Photos

/// What clicks, keys and a rubber band mean to the selection of a grid, and what tiles show of it. A grid without one
/// only opens photos.
@MainActor
protocol GridSelecting: AnyObject {
    /// Shows on a tile that was attached to a photo whether that is selected.
    func mark(_ ref: PhotoRef, _ tile: Tile)
    /// Takes a click or tap on a photo.
    /// - Returns: False where the photo is to be opened.
    func takeClick(on ref: PhotoRef, _ keys: SelectionKeys, isOnCheck: Bool) -> Bool
    /// Takes a click or tap on the heading of a section.
    func takeClick(on section: ArrangedSection, isOnCheck: Bool)
    /// Takes in that a key has moved the focus.
    func focusMoved(from before: PhotoRef?, to ref: PhotoRef, _ keys: SelectionKeys)
    func contains(_ ref: PhotoRef) -> Bool
    /// Draws over the tiles.
    func draw(on drawing: Drawing)
    /// Whether tiles may change their size now.
    var allowsScaling: Bool { get }
}
