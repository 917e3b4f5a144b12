// The selection of a page on its grid: what the tiles show of it, and what clicks and keys mean to it.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The selection of the photos of one grid. A change redraws the tiles of the photos that it is about, and no others.
final class GridSelection {
    let model: SelectionModel
    private let grid: TileGrid
    /// Whether the tiles offer their checks.
    private var isOffered = false

    init(of gallery: GalleryModel, in grid: TileGrid) {
        model = SelectionModel(gallery.snapshot)
        self.grid = grid
        grid.onMark = { [weak self] in self?.mark($0, $1) }
        model.onChange = { [weak self] in self?.changed($0) }
    }

    /// Follows a step of the collection.
    func take(_ update: CollectionUpdate) { model.take(update) }

    /// Takes a click, tap or Enter without other keys: toggles the photo while the selection is active.
    /// - Returns: False where the photo is to be opened.
    func takeClick(on ref: PhotoRef) -> Bool {
        let opens = model.selection.opensOnClick([])
        model.apply(.click(ref, []))
        return !opens
    }

    /// Toggles the focused photo.
    func toggleFocused() {
        guard let position = grid.focusedPosition else { return }
        model.apply(.toggle(grid.snapshot.ref(at: position)))
    }

    private func mark(_ ref: PhotoRef, _ tile: Tile) {
        tile.setSelected(model.contains(ref), moves: false)
        tile.offersCheck = isOffered
    }

    private func changed(_ toggled: SlotSet) {
        if isOffered != model.isActive {
            isOffered = model.isActive
            for tile in grid.tiles.values { tile.offersCheck = isOffered }
        }
        guard !toggled.isEmpty else { return }
        for (ref, tile) in grid.tiles where toggled.contains(ref.slot) {
            tile.setSelected(model.contains(ref), moves: true)
        }
    }
}
