// One tile widget, as the grid's Swift side speaks to it.
import CDesktop
import CShim
import Desktop
import ImagePipeline
import Photos

/// A borrowed TesseraTile. The cell owns the widget; a value of this type is used only while the tile is bound.
struct Tile: Hashable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var widget: Widget { pointer.cast() }

    /// Side of the picture in logical pixels.
    func setSide(_ side: Double) { tessera_tile_set_side(pointer, side) }

    /// Shows the picture; a redraw and nothing else.
    func show(_ texture: Texture) { tessera_tile_set_texture(pointer, texture.pointer) }

    /// Shows a picture that comes late: it fades in, unless animations are off.
    func fadeIn(_ texture: Texture) { tessera_tile_fade_in(pointer, texture.pointer) }

    /// How the picture lies in its square. One that is shown moves there if it is to and animations are on.
    func setFit(_ fit: Fit, moves: Bool) { tessera_tile_set_fit(pointer, fit == .fit ? 1 : 0, moves ? 1 : 0) }

    /// Where the picture is drawn, in the tile's coordinates; nil without one.
    var pictureBounds: graphene_rect_t? {
        var bounds = graphene_rect_t()
        return tessera_tile_get_picture(pointer, &bounds) != 0 ? bounds : nil
    }

    /// Tiles whose picture moves from one fit to the other right now.
    static var refittingCount: Int { Int(tessera_tile_refitting_count()) }

    /// Tiles in which a picture fades in right now.
    static var fadingCount: Int { Int(tessera_tile_fading_count()) }

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

    /// Shows why there is no picture.
    func show(failure: String) { tessera_tile_set_failure(pointer, failure) }

    /// Back to the placeholder; gives texture and failure up.
    func clear() { tessera_tile_set_texture(pointer, nil) }

    /// Whether the picture is drawn elsewhere, and the placeholder here.
    func setLent(_ isLent: Bool) { tessera_tile_set_lent(pointer, isLent ? 1 : 0) }

    /// Whether the placeholder is shown rather than a picture or a failure.
    var isBlank: Bool { tessera_tile_get_texture(pointer) == nil && tessera_tile_is_failed(pointer) == 0 }

    /// Whether a failure is shown; tests ask.
    var isFailed: Bool { tessera_tile_is_failed(pointer) != 0 }

    /// The texture shown, borrowed until the tile shows something else.
    var texture: OpaquePointer? { tessera_tile_get_texture(pointer) }

    /// Says to assistive technology that the picture is still to come, until something else is shown.
    func sayBusy() { tessera_tile_set_busy(pointer, 1) }

    func setAccessibleName(_ name: String) { tessera_tile_set_accessible_name(pointer, name) }
}
