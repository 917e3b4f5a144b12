// One tile widget, as the grid's Swift side speaks to it.
import CDesktop
import CShim
import Desktop

/// A borrowed TesseraTile. The cell owns the widget; a value of this type is used only while the tile is bound.
struct Tile: Hashable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var widget: Widget { pointer.cast() }

    /// Side of the picture in logical pixels.
    func setSide(_ side: Double) { tessera_tile_set_side(pointer, side) }

    /// Shows the picture; a redraw and nothing else.
    func show(_ texture: Texture) { tessera_tile_set_texture(pointer, texture.pointer) }

    /// Shows why there is no picture.
    func show(failure: String) { tessera_tile_set_failure(pointer, failure) }

    /// Back to the placeholder; gives texture and failure up.
    func clear() { tessera_tile_set_texture(pointer, nil) }

    /// Whether the placeholder is shown rather than a picture or a failure.
    var isBlank: Bool { tessera_tile_get_texture(pointer) == nil && tessera_tile_is_failed(pointer) == 0 }

    /// Whether a failure is shown; tests ask.
    var isFailed: Bool { tessera_tile_is_failed(pointer) != 0 }

    /// The texture shown, borrowed until the tile shows something else.
    var texture: OpaquePointer? { tessera_tile_get_texture(pointer) }

    func setAccessibleName(_ name: String) { tessera_tile_set_accessible_name(pointer, name) }
}
