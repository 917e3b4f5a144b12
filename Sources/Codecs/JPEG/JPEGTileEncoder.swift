// JPEG encoding of finished tiles, at the lowest priority.
import CGLib
import CPixels
public import ImagePipeline
import Photos

/// An encoder of opaque images as JPEG with colours at half resolution; one that is not opaque, or not a `PixelImage`,
/// is not encoded, nor one of a decode process that has ended badly since.
/// It has one thread, called `tile-write-1`, at the lowest priority of the system.
public final class JPEGTileEncoder: TileEncoder {
    /// JPEG quality 1…100. At 85 a tile of 208 pixels takes about 10 KB, and its loss is not visible beside the
    /// original.
    private static let quality: Int32 = 85

    private let thread = WorkerPool(name: "tile-write", width: 1, niceness: 19)

    /// Starts the thread.
    public init() {}

    public func encode(_ image: any DecodedImage) async -> EncodedBytes? {
        guard let pixels = (image as? any PixelImage)?.pixels, pixels.credit.holds else { return nil }
        let bytes = try? await thread.run(priority: .speculative) { Self.jpeg(of: pixels) }
        return bytes ?? nil
    }

    private static func jpeg(of pixels: PixelBuffer) -> EncodedBytes? {
        let size = pixels.size
        guard let rgb = g_try_malloc(gsize(size.area) * 3)?.assumingMemoryBound(to: UInt8.self) else { return nil }
        defer { g_free(rgb) }
        var isOpaque = false
        pixels.withBytes {
            isOpaque = tessera_pixels_opaque($0.bindMemory(to: UInt8.self).baseAddress, gsize(size.area), rgb) != 0
        }
        guard isOpaque else { return nil }
        var length = 0
        let jpeg = tessera_encode(rgb, Int32(size.width), Int32(size.height), "jpeg", quality, &length)
        return jpeg.map { EncodedBytes(SharedBytes(adopting: g_bytes_new_take($0, gsize(length)))) }
    }
}
