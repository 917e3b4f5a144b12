// Which photos of the grid have tiles, and where these lie. What is released is used again for other photos.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The tiles of one grid in the layout that it has. They are made between layouts, since GTK does not draw what is
/// marked for one meanwhile. A tile that is attached to another photo costs no object, no signal and no layout.
final class TilePlacement {
    private unowned let grid: TileGrid
    private let container: PhotoGridWidget
    /// Tiles by the photo to which they are attached.
    private(set) var tiles: [PhotoRef: Tile] = [:]
    private var photos: [Tile: PhotoRef] = [:]
    /// Tiles without a photo: hidden, and empty.
    private var spare: [Tile] = []
    /// Number of tiles attached since the grid was made.
    private(set) var attachmentCount = 0
    /// The making of missing tiles that is to come with the next frame.
    private var provision: FrameTick?
    /// The drawn photos to which all tiles are attached, and the one of the focused tile; nil before they are.
    private var attachedTo: (drawn: Range<Int>, focused: PhotoRef?)?

    init(of grid: TileGrid, in container: PhotoGridWidget) { (self.grid, self.container) = (grid, container) }

    /// Whether photos in view are about to get tiles in the next frame.
    var isShort: Bool { provision != nil }

    /// Returns the photo to which a tile is attached.
    func photo(of tile: Tile) -> PhotoRef? { photos[tile] }

    // MARK: Attaching

    /// Has the next call of `attach` look at all photos in view.
    func outdate() { attachedTo = nil }

    /// Attaches tiles to the photos in view. Others stay attached, hidden, as long as they are within half a screen, so
    /// that a small step back attaches nothing.
    func attach() {
        let drawn = grid.viewport.drawnRange, focused = grid.focus.photo
        if let attachedTo, attachedTo == (drawn, focused) { return }
        if grid.layout.isMosaic {
            // A tile is only needed for what else than the picture is shown of a photo.
            release { $0 == focused || $0 == self.grid.hiddenForTransition }
            attachedTo = (drawn, focused)
            return
        }
        let snapshot = grid.snapshot, margin = drawn.count / 2
        let kept = drawn.lowerBound - margin..<drawn.upperBound + margin
        release { ref in ref == focused || snapshot.position(of: ref).map(kept.contains) == true }
        var isShort = false
        for position in drawn where tile(of: snapshot.ref(at: position)) == nil { isShort = true }
        attachedTo = isShort ? nil : (drawn, focused)
    }

    /// Returns the tile of a photo, after attaching a spare one if there is none; nil if no tile is spare.
    private func tile(of ref: PhotoRef) -> Tile? {
        if let tile = tiles[ref] { return tile }
        guard let tile = spare.popLast() else { return nil }
        tile.isHiddenFromReaders = false
        tiles[ref] = tile
        photos[tile] = ref
        attachmentCount += 1
        prepare(tile, for: ref)
        return tile
    }

    /// Sets up a tile that was attached to a photo. It shows nothing before the grid's `onBind`.
    private func prepare(_ tile: Tile, for ref: PhotoRef) {
        setSize(of: tile, for: ref)
        grid.places.tell(of: ref)
        tile.setHiddenForTransition(ref == grid.hiddenForTransition)
        tile.setFit(grid.fit, moves: false)
        grid.selection?.mark(ref, tile)
        grid.onBind(ref, tile)
    }

    /// Releases the tiles of all photos that are not kept.
    private func release(except isKept: (PhotoRef) -> Bool) {
        for (ref, tile) in tiles where !isKept(ref) {
            tiles[ref] = nil
            photos[tile] = nil
            tile.clear()
            gtk_widget_set_child_visible(tile.widget, 0)
            spare.append(tile)
        }
    }

    // MARK: Placing

    /// Places the tiles of the photos in view, and the one that has the focus. Only during a layout.
    func place() {
        let viewport = grid.viewport, drawn = viewport.drawnRange, focused = grid.focus.photo
        let isMosaic = viewport.layout.isMosaic
        let cells = isMosaic ? [] : viewport.layout.cells(of: drawn)
        for (ref, tile) in tiles {
            guard let position = grid.snapshot.position(of: ref) else { continue }
            if !isMosaic, drawn.contains(position) {
                PhotoGridWidget.place(tile.widget, in: viewport.placed(cells[position - drawn.lowerBound]))
            } else if isMosaic || ref == focused {
                PhotoGridWidget.place(tile.widget, in: viewport.placedCell(at: position))
            } else {
                gtk_widget_set_child_visible(tile.widget, 0)
            }
        }
    }

    /// Gives all tiles the sizes that their pictures have in the present layout.
    func setSizes() {
        for (ref, tile) in tiles { setSize(of: tile, for: ref) }
    }

    private func setSize(of tile: Tile, for ref: PhotoRef) {
        guard let position = grid.snapshot.position(of: ref) else { return }
        tile.pictureSize = grid.pictureSize(at: position)
        tile.captionHeight = Double(grid.layout.room.captionHeight)
    }

    // MARK: Making

    /// Returns the tile of a photo wherever it lies, making one where none is spare. Not during a layout.
    func provideTile(of ref: PhotoRef) -> Tile? {
        if tiles[ref] == nil { provide(max(count, tiles.count + 1)) }
        return tile(of: ref)
    }

    /// Makes tiles and headings that the layout misses, before the layout of the next frame.
    func provideMissing() {
        guard provision == nil, count < needed || grid.headings.isShort else { return }
        provision = FrameTick.start(on: container.widget) { [weak self] _ in
            guard let self else { return false }
            self.provision = nil
            self.provide(max(self.needed, self.tiles.count))
            self.grid.headings.provide()
            self.attach()
            self.container.queueAllocate()
            return false
        }
    }

    /// Number of tiles, attached or not.
    private var count: Int { tiles.count + spare.count }

    /// Tiles for any scroll position in the present room: those in view and half as many, and one for the focus.
    private var needed: Int {
        let viewport = grid.viewport, drawn = viewport.drawnRange, reach = viewport.reach
        guard !drawn.isEmpty, grid.viewportHeight > 0 else { return 0 }
        if grid.layout.isMosaic { return 1 }
        let (columns, pitch) = grid.layout.density(of: drawn)
        let rows = Int(((reach.bottom - reach.top) / pitch).rounded(.up)) + 1
        return min(max(columns * rows, drawn.count) * 3 / 2 + 1, grid.count)
    }

    /// Makes or destroys spare tiles until there are `wanted` tiles, or as many as are attached. Not during a layout.
    private func provide(_ wanted: Int) {
        while count < wanted {
            let tile = Tile()
            container.addBelow(tile.widget)
            spare.append(tile)
        }
        while count > wanted, let tile = spare.popLast() { gtk_widget_unparent(tile.widget) }
    }

    /// Destroys all tiles.
    func destroy() {
        release { _ in false }
        provide(0)
        attachedTo = nil
    }

    /// Hides the tiles without a photo from assistive technology. Called at rest, because in a scroll most are attached
    /// again at once.
    func hideSpare() { for tile in spare { tile.isHiddenFromReaders = true } }
}
