// The positions of photos in the grid that are reported to assistive technology.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// The rows and columns of one grid, as assistive technology knows them.
final class AccessiblePlaces {
    private unowned let grid: TileGrid
    /// Rows and columns as they were told last.
    private var told = (rows: 0, columns: 0)

    init(of grid: TileGrid) { self.grid = grid }

    /// Tells where the photos lie that have tiles, and how many rows and columns there are.
    func tell() {
        for ref in grid.tiles.keys { tell(of: ref) }
        let layout = grid.layout
        let (columns, _) = layout.density(of: grid.visibleRange)
        guard told != (layout.rowCount, columns) else { return }
        told = (layout.rowCount, columns)
        tessera_accessible_set_extent(grid.view.object, Int32(clamping: layout.rowCount), Int32(clamping: columns))
    }

    /// Tells where one photo lies.
    func tell(of ref: PhotoRef) {
        let layout = grid.layout
        guard let tile = grid.tiles[ref], let position = grid.snapshot.position(of: ref), position < layout.count else {
            return
        }
        let row = layout.row(of: position)
        tile.setAccessiblePlace(
            TilePlace(
                index: position, count: grid.count, row: row,
                column: position - layout.indices(ofRow: row).lowerBound))
    }
}
