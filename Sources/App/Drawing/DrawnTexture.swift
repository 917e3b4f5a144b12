// Ownership of a texture that a canvas draws.
import CGTK
import Desktop
import Photos

/// One strong reference to a GdkTexture, released on the main thread. It keeps the pixels, but not the `Texture` that
/// the memory cache counts.
final class DrawnTexture {
    let pointer: OpaquePointer
    /// Size in device pixels.
    let size: PixelSize

    init(_ texture: OpaquePointer) {
        pointer = texture
        size = PixelSize(of: texture)
        g_object_ref(texture.object)
    }

    isolated deinit { g_object_unref(pointer.object) }

    /// Width ÷ height.
    var ratio: Double { size.aspectRatio }
    var isSquare: Bool { size.width == size.height }
}

extension PixelSize {
    /// The size of a GdkTexture.
    init(of texture: OpaquePointer) {
        self.init(width: Int(gdk_texture_get_width(texture)), height: Int(gdk_texture_get_height(texture)))
    }
}

extension DrawnTexture? {
    /// Replaces the texture by another one, or none.
    /// - Returns: Whether it is another one.
    @discardableResult
    mutating func set(_ texture: OpaquePointer?) -> Bool {
        guard texture != self?.pointer else { return false }
        self = texture.map(DrawnTexture.init)
        return true
    }
}
