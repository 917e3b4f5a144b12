// The keyboard focus in the grid: which photo has it, and where it goes.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The focus of one grid. It is on the tile of a photo, which stays attached also out of view.
final class GridFocus {
    private unowned let grid: TileGrid
    private var cursor = GridCursor()

    init(of grid: TileGrid) { self.grid = grid }

    /// The photo of the focused tile, in view or not.
    var photo: PhotoRef? {
        let focus = gtk_widget_get_root(grid.view).flatMap { gtk_root_get_focus($0) }
        return (focus.flatMap(Canvas.of) as? Tile).flatMap(grid.photo(of:))
    }

    /// The photo that has the focus or had it last, as before a menu or another page took it.
    var latestPhoto: PhotoRef? { cursor.ref }

    /// The photo of the focused tile, if it is in view.
    var visiblePhoto: PhotoRef? {
        guard let ref = photo, let position = grid.snapshot.position(of: ref), grid.visibleRange.contains(position)
        else { return nil }
        return ref
    }

    /// The photo of the focused tile, if it is in view and can be told from the others by its ring.
    var seenPhoto: PhotoRef? { gtk_widget_has_css_class(grid.view, FocusRing.style) != 0 ? visiblePhoto : nil }

    /// The position of the focused tile; nil where none is in view.
    var position: Int? { visiblePhoto.flatMap(grid.snapshot.position(of:)) }

    /// Gives the focus to the tile that had it last, or to the first one in view.
    func grab() { gtk_widget_grab_focus(grid.view) }

    /// Gives the focus to the photo that had it last. Where none had it, the grid takes it, and no key acts on a photo
    /// before one moves the focus there.
    func resume() {
        if cursor.ref.flatMap(grid.snapshot.position(of:)) != nil { return grab() }
        if let window = gtk_widget_get_root(grid.view) { gtk_root_set_focus(window, grid.view) }
    }

    /// Focuses the tile of a photo that is there, scrolling as little as needed.
    func move(to ref: PhotoRef) {
        guard let position = grid.snapshot.position(of: ref) else { return }
        grid.reveal(position)
        give(to: ref)
        gtk_widget_queue_allocate(grid.view)
    }

    /// Moves the focus by a key. Where no photo has had it, it goes to the first one in view.
    func move(_ step: GridStep, _ keys: SelectionKeys = []) {
        guard grid.count > 0 else { return }
        grid.scaling.end()
        let before = photo ?? cursor.ref
        let to = cursor.move(
            step, from: before.flatMap(grid.snapshot.position(of:)), or: grid.visibleRange.lowerBound, in: grid.layout,
            pageHeight: grid.viewportHeight)
        let ref = grid.snapshot.ref(at: to)
        cursor.ref = ref
        move(to: ref)
        grid.selection?.focusMoved(from: before, to: ref, keys)
    }

    /// Activates the focused photo, or the first one in view.
    func activate() {
        guard grid.count > 0 else { return }
        grid.onActivate(grid.snapshot.ref(at: position ?? grid.visibleRange.lowerBound))
    }

    /// Takes in that a button went down on a photo.
    func press(_ ref: PhotoRef) {
        guard let tile = grid.layout.isMosaic ? grid.provideTile(of: ref) : grid.tiles[ref] else { return }
        gtk_widget_set_state_flags(tile.widget, GTK_STATE_FLAG_ACTIVE, 0)
        focus(tile, of: ref)
        if grid.layout.isMosaic { gtk_widget_queue_allocate(grid.view) }
    }

    /// Takes in that the button is not held on a photo any more.
    func endPress(_ ref: PhotoRef) {
        if let tile = grid.tiles[ref] { gtk_widget_unset_state_flags(tile.widget, GTK_STATE_FLAG_ACTIVE) }
    }

    /// Gives the focus of a photo that has gone with a step of the collection to the one that takes its place.
    func pass(from gone: PhotoRef?, in before: CollectionSnapshot) {
        guard let gone, grid.snapshot.position(of: gone) == nil,
            let next = before.successor(of: gone, in: grid.snapshot)
        else { return }
        give(to: next)
    }

    /// Gives the focus to the tile that had it last, or to the first one in view. Returns whether there is one.
    func take() -> Bool {
        guard grid.count > 0 else { return false }
        let known = cursor.ref.flatMap(grid.snapshot.position(of:))
        move(to: grid.snapshot.ref(at: known ?? grid.visibleRange.first ?? 0))
        return true
    }

    /// Gives the focus to the tile of a photo, without scrolling.
    private func give(to ref: PhotoRef) {
        if let tile = grid.provideTile(of: ref) { focus(tile, of: ref) }
    }

    private func focus(_ tile: Tile, of ref: PhotoRef) {
        // What is hidden cannot have the focus.
        gtk_widget_set_child_visible(tile.widget, 1)
        grid.places.tell(of: ref)
        gtk_widget_grab_focus(tile.widget)
        cursor.take(ref)
    }
}
