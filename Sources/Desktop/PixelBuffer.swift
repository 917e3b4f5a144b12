// Decoded pixels in a worker's hands: rows of bytes that nobody changes any more.
import CDesktop
import CShim
public import ImagePipeline
public import Photos

/// Pixels of 8 bits a channel, upright, row after row without gaps. Immutable; a reference that copies nothing.
public final class PixelBuffer: Sendable {
    /// What one pixel is.
    public enum Layout: Int, Sendable {
        /// Opaque.
        case rgb = 3
        /// With alpha, by which the colours are multiplied.
        case rgba = 4

        /// Bytes a pixel.
        public var channels: Int { rawValue }
    }

    /// Pixels, not bytes.
    public let size: PixelSize
    public let layout: Layout
    /// Bytes from one row to the next.
    public var stride: Int { size.width * layout.channels }
    /// Bytes of memory: stride × height.
    public var cost: Int { stride * size.height }
    let storage: SharedBytes

    /// `storage` holds `size.height` rows of `size.width` pixels.
    init(size: PixelSize, layout: Layout = .rgba, storage: SharedBytes) {
        self.size = size
        self.layout = layout
        self.storage = storage
    }

    /// The rows from top to bottom; the pointer is valid only inside `body`.
    public func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try storage.withBytes(body) }

    /// The mean of up to 16 of its rows, each pixel counted as much as it is opaque; nil when less than half is opaque.
    /// Half a microsecond for a tile.
    public var averageColour: AverageColour? {
        var colour: (UInt8, UInt8, UInt8) = (0, 0, 0)
        var isKnown = false
        withBytes { bytes in
            isKnown = withUnsafeMutableBytes(of: &colour) {
                tessera_average(
                    bytes.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(size.height),
                    Int32(layout.channels), $0.bindMemory(to: UInt8.self).baseAddress) != 0
            }
        }
        return isKnown ? AverageColour(red: colour.0, green: colour.1, blue: colour.2) : nil
    }

    /// The same picture in 3 bytes a pixel: a copy, or itself if it is that; nil when some pixel is not opaque.
    func packed() -> PixelBuffer? {
        guard layout == .rgba else { return self }
        return tessera_texture_pack(storage.bytes).map {
            PixelBuffer(size: size, layout: .rgb, storage: SharedBytes(adopting: $0))
        }
    }
}
