// Which photos of the grid have tiles, and where these lie.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The tiles of one grid in the layout that it has. They are made between layouts, since GTK does not draw what is
/// marked for one meanwhile.
final class TilePlacement {
    private unowned let grid: TileGrid
    private let container: PhotoGridWidget
    private let attached: AttachedTiles
    /// The making of missing tiles that is to come with the next frame.
    private var provision: FrameTick?
    /// The drawn photos to which all tiles are attached, and the one of the focused tile; nil before they are.
    private var attachedTo: (drawn: Range<Int>, focused: PhotoRef?)?

    init(of grid: TileGrid, in container: PhotoGridWidget) {
        self.grid = grid
        self.container = container
        weak var whole: TilePlacement?
        attached = AttachedTiles(in: container) { whole?.prepare($1, for: $0) }
        whole = self
    }

    /// Tiles by the photo to which they are attached.
    var tiles: [PhotoRef: Tile] { attached.byPhoto }
    /// Number of tiles attached since the grid was made.
    var attachmentCount: Int { attached.attachmentCount }

    /// Whether photos in view are about to get tiles in the next frame.
    var isShort: Bool { provision != nil }

    /// Returns the photo to which a tile is attached.
    func photo(of tile: Tile) -> PhotoRef? { attached.photo(of: tile) }

    /// Has the next call of `attach` look at all photos in view.
    func outdate() { attachedTo = nil }

    /// Attaches tiles to the photos in view. Others stay attached, hidden, as long as they are within half a screen, so
    /// that a small step back attaches nothing.
    func attach() {
        let drawn = grid.drawnRange, focused = grid.focus.photo
        if let attachedTo, attachedTo == (drawn, focused) { return }
        if grid.layout.isMosaic {
            // A tile is only needed for what else than the picture is shown of a photo.
            attached.release { $0 == focused || $0 == self.grid.hiddenForTransition }
            attachedTo = (drawn, focused)
            return
        }
        let snapshot = grid.snapshot, margin = drawn.count / 2
        let kept = drawn.lowerBound - margin..<drawn.upperBound + margin
        attached.release { ref in ref == focused || snapshot.position(of: ref).map(kept.contains) == true }
        var isShort = false
        for position in drawn where attached.tile(of: snapshot.ref(at: position)) == nil { isShort = true }
        attachedTo = isShort ? nil : (drawn, focused)
    }

    /// Places the tiles of the photos in view, and the one that has the focus. Only during a layout.
    func place() {
        let drawn = grid.drawnRange, focused = grid.focus.photo, isMosaic = grid.layout.isMosaic
        let cells = isMosaic ? [] : grid.layout.cells(of: drawn)
        for (ref, tile) in tiles {
            guard let position = grid.snapshot.position(of: ref) else { continue }
            if !isMosaic, drawn.contains(position) {
                PhotoGridWidget.place(tile.widget, in: grid.placed(cells[position - drawn.lowerBound]))
            } else if isMosaic || ref == focused {
                PhotoGridWidget.place(tile.widget, in: grid.placedCell(at: position))
            } else {
                gtk_widget_set_child_visible(tile.widget, 0)
            }
        }
    }

    /// Returns the tile of a photo wherever it lies, making one where none is spare. Not during a layout.
    func provideTile(of ref: PhotoRef) -> Tile? {
        if tiles[ref] == nil { attached.provide(max(attached.count, tiles.count + 1)) }
        return attached.tile(of: ref)
    }

    /// Makes tiles and headings that the layout misses, before the layout of the next frame.
    func provideMissing() {
        guard provision == nil, attached.count < needed || grid.headings.isShort else { return }
        provision = FrameTick.start(on: container.widget) { [weak self] _ in
            guard let self else { return false }
            self.provision = nil
            self.attached.provide(max(self.needed, self.tiles.count))
            self.grid.headings.provide()
            self.attach()
            self.container.queueAllocate()
            return false
        }
    }

    /// Tiles for any scroll position in the present room: those in view and half as many, and one for the focus.
    private var needed: Int {
        let drawn = grid.drawnRange, reach = grid.reach
        guard !drawn.isEmpty, grid.viewportHeight > 0 else { return 0 }
        if grid.layout.isMosaic { return 1 }
        let (columns, pitch) = grid.layout.density(of: drawn)
        let rows = Int(((reach.bottom - reach.top) / pitch).rounded(.up)) + 1
        return min(max(columns * rows, drawn.count) * 3 / 2 + 1, grid.count)
    }

    /// Destroys all tiles.
    func destroy() {
        attached.release { _ in false }
        attached.provide(0)
        attachedTo = nil
    }

    /// Hides the tiles without a photo from assistive technology.
    func hideSpare() { attached.hideSpare() }

    // MARK: One tile

    /// Gives all tiles the sizes that their pictures have in the present layout.
    func setSizes() {
        for (ref, tile) in tiles { setSize(of: tile, for: ref) }
    }

    private func setSize(of tile: Tile, for ref: PhotoRef) {
        guard let position = grid.snapshot.position(of: ref) else { return }
        tile.pictureSize = grid.pictureSize(at: position)
        tile.captionHeight = Double(grid.layout.room.captionHeight)
    }

    /// Sets up a tile that was attached to a photo.
    private func prepare(_ tile: Tile, for ref: PhotoRef) {
        setSize(of: tile, for: ref)
        grid.places.tell(of: ref)
        tile.setHiddenForTransition(ref == grid.hiddenForTransition)
        tile.setFit(grid.fit, moves: false)
        grid.selection?.mark(ref, tile)
        grid.onBind(ref, tile)
    }
}
