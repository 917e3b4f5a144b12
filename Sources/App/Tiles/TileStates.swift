// What the tiles of one frame show, as numbers.

/// Counts of the visible tiles of one frame, by what they show.
package struct TileStates: Equatable {
    /// Tiles at least partly in the viewport.
    package var visible = 0
    /// Those of them that show only the placeholder.
    package var blank = 0
    /// Those of them that show a preview: a picture in another size than the wanted one.
    package var preview = 0

    package init(visible: Int = 0) { self.visible = visible }
}
