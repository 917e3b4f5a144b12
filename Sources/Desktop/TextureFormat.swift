// In which form a texture's bytes lie: the renderers differ in what costs them nothing.
import Synchronization

/// The form of a texture's pixels in memory.
///
/// OpenGL takes premultiplied RGBA as it is, and converts packed RGB on upload. The cairo renderer turns every texture
/// into its own format in every frame, on the main thread: packed RGB with a quick loop, premultiplied formats (its own
/// among them, at GTK 4.8) by way of floating point, which was three quarters of all main-thread work in a sweep.
public enum TextureFormat: Int, Sendable {
    /// 4 bytes a pixel, premultiplied.
    case rgba
    /// 3 bytes a pixel where the picture is opaque; `rgba` where it is not.
    case rgbWhereOpaque
}

/// The form that new textures are made in, known once a window has its renderer. Any thread may read and write it.
public final class TextureFormatChoice: Sendable {
    private let format = Atomic<Int>(TextureFormat.rgba.rawValue)

    public init() {}

    public var current: TextureFormat {
        get { TextureFormat(rawValue: format.load(ordering: .relaxed)) ?? .rgba }
        set { format.store(newValue.rawValue, ordering: .relaxed) }
    }
}
