// The selection of a page on its grid: what the tiles show of it, and what clicks and keys mean to it.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The selection of the photos of one grid. A change redraws the tiles of the photos that it is about, and no others.
final class GridSelection: GridSelecting {
    let model: SelectionModel
    let band: RubberBand
    let drag: SelectionDrag
    private let grid: TileGrid
    /// Whether tiles and headings offer their checks.
    private var isOffered = false

    init(of gallery: GalleryModel, in grid: TileGrid) {
        let model = SelectionModel(gallery.snapshot)
        let drag = SelectionDrag(on: grid, of: gallery, model)
        (self.model, self.grid, self.drag) = (model, grid, drag)
        band = RubberBand(on: grid, model) { [weak drag] in drag?.photo(atX: $0, y: $1) != nil }
        grid.selection = self
        model.onChange = { [weak self] in self?.changed($0) }
        installLongPress()
        markHeadings()
    }

    /// Follows a step of the collection, after the grid has.
    func collectionChanged(by update: CollectionUpdate) {
        model.collectionChanged(by: update)
        if band.isHeld { band.laidOut() }
    }

    // MARK: Input

    /// Whether the pointer draws a rubber band or drags photos.
    var isDragging: Bool { band.isHeld || drag.isRunning }

    /// Its check toggles, and all of it while the selection is active.
    func takeClick(on ref: PhotoRef, _ keys: SelectionKeys, isOnCheck: Bool) -> Bool {
        let opens = !isOnCheck && model.selection.opensOnClick(keys)
        model.apply(isOnCheck && keys.isEmpty ? .toggle(ref) : .click(ref, keys))
        return !opens
    }

    /// Its check toggles, and all of it while the selection is active.
    func takeClick(on section: ArrangedSection, isOnCheck: Bool) {
        if isOnCheck || model.isActive { model.apply(.section(section)) }
    }

    func focusMoved(from before: PhotoRef?, to ref: PhotoRef, _ keys: SelectionKeys) {
        model.apply(.move(to: ref, from: before, keys))
    }

    func draw(on drawing: Drawing) { band.draw(on: drawing) }
    func contains(_ ref: PhotoRef) -> Bool { model.contains(ref) }
    var allowsScaling: Bool { !band.isHeld }

    /// Toggles the focused photo.
    func toggleFocused() {
        guard let position = grid.focus.position else { return }
        model.apply(.toggle(grid.snapshot.ref(at: position)))
    }

    /// Toggles the section of the focused photo, or of the first one in view.
    func toggleSection() {
        guard let position = grid.focus.position ?? grid.visibleRange.first,
            let section = grid.snapshot.section(at: position)
        else { return }
        model.apply(.section(section))
    }

    /// A long press of a finger selects a photo.
    private func installLongPress() {
        let press = made(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(press.opaque, 1)
        Signal.onPoint(press, "pressed") { [weak self] x, y in
            guard let self, self.hold(atX: x, y: y) else { return }
            // The release is no click then.
            gtk_gesture_set_state(press.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(grid.view, press)
    }

    /// Selects the photo at a point of the viewport.
    /// - Returns: False if there is none.
    @discardableResult
    func hold(atX x: Double, y: Double) -> Bool {
        guard grid.heading(atX: x, y: y) == nil, let ref = grid.photo(atX: x, y: y) else { return false }
        model.apply(.hold(ref))
        return true
    }

    /// Does what a script asks for.
    func perform(_ use: ScriptedSelection) {
        guard grid.count > 0 else { return }
        switch use {
        case .range(let position):
            if model.selection.anchor == nil { model.apply(.toggle(grid.snapshot.ref(at: 0))) }
            model.apply(.click(grid.snapshot.ref(at: min(max(0, position), grid.count - 1)), .extend))
        case .beginBand:
            band.begin(atX: 1, y: 1, [])
            band.move(toX: Double(grid.layout.room.width) - 1, y: grid.viewportHeight / 2)
        case .endBand: band.end()
        case .leave: model.apply(.leave)
        }
    }

    // MARK: Marks

    func mark(_ ref: PhotoRef, _ tile: Tile) {
        tile.setSelected(model.contains(ref), moves: false)
        tile.offersCheck = isOffered
    }

    private func changed(_ toggled: SlotSet) {
        band.follow()
        let wasOffered = isOffered
        isOffered = model.isActive
        if isOffered != wasOffered {
            for tile in grid.tiles.values { tile.offersCheck = isOffered }
        }
        if isOffered != wasOffered || !toggled.isEmpty { markHeadings() }
        guard !toggled.isEmpty else { return }
        grid.markMosaic(toggled)
        for (ref, tile) in grid.tiles where toggled.contains(ref.slot) {
            tile.setSelected(model.contains(ref), moves: true)
        }
    }

    private func markHeadings() {
        grid.markHeadings(isOffered: isOffered) { [weak model] in model?.state(of: $0) ?? .none }
    }
}
