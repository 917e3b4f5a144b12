// The Swift interface of one tile widget.
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos

/// A borrowed TesseraTile. The cell owns the widget; a value is used only while the tile is bound.
package struct Tile: Hashable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var widget: Widget { pointer.cast() }

    /// Sets the side of the picture in logical pixels.
    func setSide(_ side: Double) { tessera_tile_set_side(pointer, side) }

    /// Shows a picture. Costs a redraw, but no layout.
    func show(_ texture: Texture) { tessera_tile_set_texture(pointer, texture.pointer) }

    /// Fades a picture in, or shows it at once where animations are off.
    func fadeIn(_ texture: Texture) { tessera_tile_fade_in(pointer, texture.pointer) }

    /// Sets the fit of the picture in its square. Where `moves` is true and animations are on, a shown picture moves to
    /// it.
    func setFit(_ fit: Fit, moves: Bool) { tessera_tile_set_fit(pointer, fit == .fit ? 1 : 0, moves ? 1 : 0) }

    /// Bounds of the drawn picture in the tile's coordinates; nil without one.
    var pictureBounds: graphene_rect_t? {
        var bounds = graphene_rect_t()
        return tessera_tile_get_picture(pointer, &bounds) != 0 ? bounds : nil
    }

    /// Number of tiles whose picture moves from one fit to the other now.
    static var refittingCount: Int { Int(tessera_tile_refitting_count()) }

    /// Number of tiles in which a picture fades in now.
    package static var fadingCount: Int { Int(tessera_tile_fading_count()) }

    /// The placeholder's colour; nil for the neutral one.
    var colour: AverageColour? {
        get {
            let rgb = tessera_tile_get_color(pointer)
            guard rgb >= 0 else { return nil }
            return AverageColour(
                red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
        }
        nonmutating set {
            let rgb = newValue.map { Int32($0.red) << 16 | Int32($0.green) << 8 | Int32($0.blue) }
            tessera_tile_set_color(pointer, rgb ?? -1)
        }
    }

    /// Shows the reason why there is no picture.
    func show(failure: String) { tessera_tile_set_failure(pointer, failure) }

    /// Shows the placeholder; releases texture and failure.
    func clear() { tessera_tile_set_texture(pointer, nil) }

    /// Sets whether the tile draws the placeholder because a zoom transition draws its picture.
    func setHiddenForTransition(_ isHidden: Bool) { tessera_tile_set_hidden_for_transition(pointer, isHidden ? 1 : 0) }

    /// Whether the tile shows neither a picture nor a failure.
    var isBlank: Bool { tessera_tile_get_texture(pointer) == nil && tessera_tile_is_failed(pointer) == 0 }

    /// The shown texture, borrowed until the tile shows something else.
    var texture: OpaquePointer? { tessera_tile_get_texture(pointer) }

    /// Tells assistive technology that the picture is still loading, until something else is shown.
    func sayBusy() { tessera_tile_set_busy(pointer, 1) }

    func setAccessibleName(_ name: String) { tessera_tile_set_accessible_name(pointer, name) }
}
