// Decoded images as GTK textures.
import CWidgets
public import Codecs
public import ImagePipeline
public import Photos
import Synchronization

/// An image that GTK can draw: a GdkMemoryTexture over the bytes of a `PixelBuffer`, made on any thread. GTK shares the
/// bytes, so that `pixels` can be read on any thread and takes no memory of its own.
///
/// The GdkTexture is released on the main thread, whichever thread drops the last reference to this object: GTK 4.8
/// detaches a renderer's data from a dying texture without a lock.
///
/// `@unchecked Sendable`: the pointer never changes and a GdkTexture is immutable; only its last unref needs a certain
/// thread, which `tessera_texture_release` ensures.
public final class Texture: PixelImage, @unchecked Sendable {
    /// The pixels that are drawn.
    public let pixels: PixelBuffer
    /// Size in device pixels.
    public var size: PixelSize { pixels.size }
    /// Size of the upright image that this was made from, also where it shows a part of it; `size` where that is not
    /// known.
    public let original: PixelSize
    /// The same where it is known to be another one than `size`.
    public var knownOriginal: PixelSize? { original == size ? nil : original }
    /// The region of the image if this shows no more than that; nil for the whole.
    public let region: PictureRegion?
    /// The rest of the animation whose first frame this is; nil for a still image.
    public let animation: TextureFrames?
    /// Whether the file holds an animation, kept here or not.
    public let isAnimated: Bool
    /// Memory in bytes: stride × height, and the file of an animation.
    public var cost: Int { pixels.cost + (animation?.cost ?? 0) }
    public var averageColour: AverageColour? { pixels.averageColour }
    /// The GdkTexture, borrowed: for drawing on the main thread while this object is held.
    public let pointer: OpaquePointer

    /// Creates a texture that shares the bytes of `pixels`. Any thread.
    /// - Parameters:
    ///   - animation: the rest of an animation that can be played.
    ///   - original: size of the image that `pixels` were made from, if they do not say so themselves.
    ///   - region: the region that they show, if not the whole.
    ///   - isAnimated: whether they are the first frame of an animation, also where that is not kept.
    public init(
        _ pixels: PixelBuffer, animation: TextureFrames? = nil, original: PixelSize? = nil,
        region: PictureRegion? = nil, isAnimated: Bool = false
    ) {
        self.isAnimated = isAnimated || animation != nil
        self.original = original ?? pixels.original
        self.region = region
        self.animation = animation
        self.pixels = pixels
        pointer = tessera_texture_new(
            Int32(pixels.size.width), Int32(pixels.size.height), pixels.storage.bytes, pixels.isTranslucent ? 1 : 0)
        Self.live.add(1, ordering: .relaxed)
    }

    /// Creates a texture that shares the bytes of a decoded picture. Any thread.
    public convenience init(_ picture: DecodedPicture) {
        self.init(
            picture.pixels, animation: picture.animation.map(TextureFrames.init), region: picture.region,
            isAnimated: picture.isAnimated)
    }

    /// Creates one opaque pixel of a colour, dimmed to the part `light`, 0 to 1, of its brightness. Any thread.
    public convenience init(_ colour: AverageColour, light: Double) {
        let channels = [colour.blue, colour.green, colour.red].map { UInt8(Double($0) * min(1, max(0, light))) }
        self.init(
            PixelBuffer(size: PixelSize(square: 1), storage: SharedBytes(copying: EncodedBytes(channels + [255]))))
    }

    deinit {
        tessera_texture_release(pointer)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private static let live = Atomic<Int>(0)
    /// Number of textures that exist now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }
}
