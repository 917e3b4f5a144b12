// Drag and drop of photos from the grid to other programs.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The drag source of a grid, for the mouse: the selection, or the one photo under the pointer where that
/// is not selected.
final class SelectionDrag {
    private let grid: TileGrid
    private let gallery: GalleryModel
    private let model: SelectionModel
    /// The source, which the grid's view owns as long as that exists.
    private let source: OpaquePointer

    /// Adds the source to the grid's view, which owns it.
    init(on grid: TileGrid, of gallery: GalleryModel, _ model: SelectionModel) {
        (self.grid, self.gallery, self.model) = (grid, gallery, model)
        let source = made(gtk_drag_source_new())
        self.source = source.opaque
        Signal.onPointForObject(source, "prepare") { [weak self] x, y in
            self?.prepare(source.opaque, x: x, y: y)?.object
        }
        OwnDrag.follow(source.opaque)
        gtk_widget_add_controller(grid.view, source)
    }

    /// Whether photos are dragged. The grid's view has to exist.
    var isRunning: Bool { gtk_drag_source_get_drag(source) != nil }

    /// The photo whose picture lies at a point of the viewport, where other programs can open it. The gaps around
    /// pictures and the headings are for the rubber band.
    func photo(atX x: Double, y: Double) -> PhotoRef? {
        guard grid.heading(atX: x, y: y) == nil, let position = grid.position(atX: x, y: y),
            let tile = grid.tile(at: position)
        else { return nil }
        let cell = grid.cell(at: position), ref = grid.snapshot.ref(at: position)
        // Between very small pictures there is no room for a rubber band to begin.
        if grid.layout.isMosaic, !model.contains(ref) { return nil }
        return tile.isOnPicture(x: x - cell.x, y: y - cell.y) && canDrag(ref) ? ref : nil
    }

    private func canDrag(_ ref: PhotoRef) -> Bool {
        switch gallery.source.original(of: gallery.photo(ref)) {
        case .file: true
        case .remote(let address): ImageLocation.remote(address).webAddress != nil
        }
    }

    /// The photos that a drag from a photo takes along.
    func photos(from ref: PhotoRef) -> [PhotoRef] { model.contains(ref) ? model.refs : [ref] }

    private func prepare(_ source: OpaquePointer, x: Double, y: Double) -> UnsafeMutablePointer<GdkContentProvider>? {
        // With keys it is a rubber band, and a finger scrolls.
        guard SelectionKeys(of: source).isEmpty, !TouchInput.isFinger(source), let ref = photo(atX: x, y: y) else {
            return nil
        }
        let refs = photos(from: ref)
        let content = SelectedPhotos(refs, of: gallery.snapshot.store, from: gallery.source).content()
        guard content != nil else { return nil }
        let textures = ([ref] + refs.filter { $0 != ref }.prefix(20)).compactMap { grid.tiles[$0]?.texture }
        DragPile(textures, count: refs.count).setIcon(of: source, on: grid.view)
        return content
    }
}
