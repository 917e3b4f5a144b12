// Finished tiles as JPEG, made by a thread that gives way to all others.
import CDesktop
import CShim
public import ImagePipeline
import Photos

/// Encodes opaque textures as JPEG with colours at half resolution; one that is not opaque is not encoded. One thread,
/// called `tile-write-1`, at the lowest priority that the system gives.
public final class JPEGTileEncoder: TileEncoder {
    /// 1…100. At 85 a tile of 208 pixels takes about 10 KB, and what it loses is not seen beside the original.
    private static let quality: Int32 = 85

    private let thread = WorkerPool(name: "tile-write", width: 1, niceness: 19)

    /// Starts the thread.
    public init() {}

    public func encode(_ image: any DecodedImage) async -> EncodedBytes? {
        guard let texture = image as? Texture else { return nil }
        let bytes = try? await thread.run(priority: .speculative) { Self.jpeg(of: texture) }
        return bytes ?? nil
    }

    private static func jpeg(of texture: Texture) -> EncodedBytes? {
        guard let rgb = opaquePixels(of: texture) else { return nil }
        var length = 0
        let bytes = tessera_encode(
            rgb, Int32(texture.size.width), Int32(texture.size.height), "jpeg", quality, &length)
        guard let bytes else { return nil }
        return EncodedBytes(SharedBytes(adopting: g_bytes_new_take(bytes, gsize(length))))
    }

    private static func opaquePixels(of texture: Texture) -> [UInt8]? {
        let count = texture.size.area
        let pixels = [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, length in
            gdk_texture_download(texture.pointer, buffer.baseAddress, gsize(texture.size.width * 4))
            length = count * 4
        }
        var opacity: UInt8 = 255
        let rgb = [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, length in
            for pixel in 0..<count {
                // Blue, green, red, alpha in memory.
                for channel in 0..<3 { buffer[pixel * 3 + channel] = pixels[pixel * 4 + 2 - channel] }
                opacity &= pixels[pixel * 4 + 3]
            }
            length = count * 3
        }
        return opacity == 255 ? rgb : nil
    }
}
