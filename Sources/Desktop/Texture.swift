// A decoded picture as the renderer draws it.
import CDesktop
import CShim
public import ImagePipeline
public import Photos
import Synchronization

/// A picture that GTK can draw: a GdkMemoryTexture over a `PixelBuffer`'s bytes, made on any thread. GTK shares the
/// bytes, so that `pixels` can be read on any thread and costs no memory of its own.
///
/// Whoever drops it last, and wherever, the GdkTexture itself is let go on the main thread: GTK 4.8 detaches a
/// renderer's data from a dying texture without a lock.
///
/// `@unchecked Sendable`: the pointer never changes and a GdkTexture is immutable; only its last unref has a thread,
/// which `tessera_texture_release` sees to.
public final class Texture: DecodedImage, @unchecked Sendable {
    /// What is drawn.
    public let pixels: PixelBuffer
    /// Device pixels.
    public var size: PixelSize { pixels.size }
    /// Size of the picture in the file that this shows the whole of, reduced perhaps; else `size`.
    public let original: PixelSize
    /// The part that is all that this shows of its picture, or nil.
    public let region: PictureRegion?
    /// The rest of the animation whose first frame this is, or nil.
    public let animation: AnimatedPicture?
    /// Stride × height, and the file of an animation.
    public var cost: Int { pixels.cost + (animation?.cost ?? 0) }
    public var averageColour: AverageColour? { pixels.averageColour }
    /// The GdkTexture, borrowed: for drawing on the main thread while this object is held.
    public let pointer: OpaquePointer

    /// Shares the bytes of `pixels`. Any thread.
    /// - Parameters:
    ///   - original: of the picture that `pixels` were made of, where they do not say it themselves.
    ///   - region: the part that they show, if not the whole.
    public init(
        _ pixels: PixelBuffer, animation: AnimatedPicture? = nil, original: PixelSize? = nil, region: PictureRegion? = nil
    ) {
        self.original = original ?? pixels.original
        self.region = region
        self.animation = animation
        self.pixels = pixels
        pointer = tessera_texture_new(Int32(pixels.size.width), Int32(pixels.size.height), pixels.storage.bytes)
        Self.live.add(1, ordering: .relaxed)
    }

    /// One opaque pixel of a colour, part 0 to 1 of its light left. Any thread.
    public convenience init(_ colour: AverageColour, light: Double) {
        let channels = [colour.blue, colour.green, colour.red].map { UInt8(Double($0) * min(1, max(0, light))) }
        self.init(PixelBuffer(size: PixelSize(square: 1), storage: SharedBytes(copying: EncodedBytes(channels + [255]))))
    }

    deinit {
        tessera_texture_release(pointer)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private static let live = Atomic<Int>(0)
    /// Textures held right now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }
}
