// Decoded pixels: bytes in a worker's hands, then a texture that the renderer draws.
import CDesktop
import CShim
public import ImagePipeline
public import Photos
import Synchronization

/// Premultiplied RGBA pixels, 8 bits a channel, upright. Immutable.
public final class PixelBuffer: Sendable {
    /// Pixels, not bytes.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public var stride: Int { size.width * 4 }
    let storage: SharedBytes

    /// `storage` holds `size.height` rows of 4 × `size.width` bytes.
    init(size: PixelSize, storage: SharedBytes) {
        self.size = size
        self.storage = storage
    }

    /// The rows from top to bottom; the pointer is valid only inside `body`.
    public func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try storage.withBytes(body) }
}

/// A picture that GTK can draw: a GdkMemoryTexture over a `PixelBuffer`'s bytes, made on any thread.
///
/// Whoever drops it last, and wherever, the GdkTexture itself is let go on the main thread: GTK 4.8 detaches a
/// renderer's data from a dying texture without a lock.
///
/// `@unchecked Sendable`: the pointer never changes and a GdkTexture is immutable; only its last unref has a thread,
/// which `tessera_texture_release` sees to.
public final class Texture: DecodedImage, @unchecked Sendable {
    /// Device pixels.
    public let size: PixelSize
    /// Stride × height.
    public let cost: Int
    /// The GdkTexture, borrowed: for drawing on the main thread while this object is held.
    public let pointer: OpaquePointer

    /// Shares the bytes of `pixels`. Any thread.
    /// Shares the bytes of `pixels` as `.rgba`, copies them as packed RGB.
    public init(_ pixels: PixelBuffer, format: TextureFormat = .rgba) {
        size = pixels.size
        let width = Int32(size.width), height = Int32(size.height), stride = UInt(pixels.stride)
        let bytes = pixels.storage.bytes
        if format == .rgbWhereOpaque, let packed = tessera_texture_new_packed(width, height, stride, bytes) {
            pointer = packed
            cost = size.width * 3 * size.height
        } else {
            pointer = tessera_texture_new(width, height, stride, bytes)
            cost = pixels.stride * size.height
        }
        Self.live.add(1, ordering: .relaxed)
    }

    deinit {
        tessera_texture_release(pointer)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private static let live = Atomic<Int>(0)
    /// Textures held right now; leak tests compare it.
    public static var liveCount: Int { live.load(ordering: .relaxed) }
}
