// Decoded pixels in memory.
import CGLib
import CPixels
public import ImagePipeline
public import Photos

/// Upright pixels of premultiplied BGRA, 8 bits each, row after row without gaps: the form that renderers accept
/// without conversion (tessera_pixels.h). Immutable; a reference that copies nothing.
public final class PixelBuffer: Sendable {
    /// Bytes of one pixel.
    package static let bytesPerPixel = 4

    /// Size in pixels.
    public let size: PixelSize
    /// Size of the upright image that these pixels were made from, also where they are a part of it; `size` where that
    /// is not known.
    public let original: PixelSize
    /// Bytes from one row to the next.
    public var stride: Int { size.width * Self.bytesPerPixel }
    /// Bytes of memory: stride × height.
    public var cost: Int { stride * size.height }
    package let storage: SharedBytes
    /// What of the photo is not in these pixels; nil where nothing is missing.
    public let lack: PictureLack?
    /// Whether they are a picture of which some pixels are not opaque, and which therefore needs a ground. False for
    /// what is made of pictures to be laid over others, whatever its pixels are.
    public let isTranslucent: Bool
    /// Number of pages of the file, of which these pixels are one.
    public let pages: Int
    /// That of the process that has made them.
    package let credit: Credit

    /// Creates a buffer over `storage`, which holds `size.height` rows of `size.width` pixels.
    package init(
        size: PixelSize, original: PixelSize? = nil, storage: SharedBytes, lack: PictureLack? = nil,
        isTranslucent: Bool = false, pages: Int = 1, credit: Credit = Credit()
    ) {
        self.credit = credit
        self.size = size
        self.lack = lack
        self.isTranslucent = isTranslucent
        self.pages = pages
        self.original = original ?? size
        self.storage = storage
    }

    /// Returns the same pixels, made by a process of this credit.
    func made(with credit: Credit) -> PixelBuffer {
        PixelBuffer(
            size: size, original: original, storage: storage, lack: lack, isTranslucent: isTranslucent, pages: pages,
            credit: credit)
    }

    /// Calls `body` with the rows from top to bottom; the pointer is valid only during the call.
    public func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try storage.withBytes(body) }

    /// The mean colour of up to 16 rows, each pixel weighted by its opacity; nil when less than half is opaque. Takes
    /// half a microsecond for a tile.
    public var averageColour: AverageColour? {
        var colour: (UInt8, UInt8, UInt8) = (0, 0, 0)
        var isKnown = false
        withBytes { bytes in
            isKnown = withUnsafeMutableBytes(of: &colour) {
                tessera_average(
                    bytes.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(size.height),
                    $0.bindMemory(to: UInt8.self).baseAddress) != 0
            }
        }
        return isKnown ? AverageColour(red: colour.0, green: colour.1, blue: colour.2) : nil
    }
}
