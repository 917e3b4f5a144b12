// The stored form of tiny pictures.
import CGLib
import CPixels
public import ImagePipeline
public import Photos

/// A codec of tiny pictures of a fixed size: four bytes of header and blocks of 4×4 pixels in 8 bytes each (BC1), half
/// a byte a pixel. Decoding is a table look-up a pixel and takes 4 µs, a quarter of what libjpeg takes for a JPEG of
/// this size, which is nearly as long.
///
///     0  form (`TinyForm`)    1  1 where it was made of the photo itself, 0 where of a thumbnail or nobody knows
///     2  width ÷ height of the whole photo in 256ths, little-endian; 0 for a square
///     4  the blocks
public struct TinyBlockCodec: TinyCodec {
    /// Pixels a side of a stored picture.
    static let side = Int(TESSERA_TINY_SIDE)
    private static let headerSize = 4
    static let length = headerSize + Int(TESSERA_TINY_BYTES)
    /// Pixels a side of the box in which a whole photo is asked for, so that its shorter side has no fewer pixels than
    /// are kept, up to a ratio of two.
    private static let wholeBox = 96

    public init() {}

    public func request(for form: TinyForm) -> (size: PixelSize, fit: Fit) {
        switch form {
        case .square: (PixelSize(square: Self.side), .fill)
        case .whole: (PixelSize(square: Self.wholeBox), .fit)
        }
    }

    public func encode(_ image: any DecodedImage, _ form: TinyForm, isCertain: Bool) -> [UInt8]? {
        guard let pixels = (image as? any PixelImage)?.pixels, pixels.credit.holds else { return nil }
        let (width, height) = (Double(pixels.size.width), Double(pixels.size.height))
        let side = min(width, height)
        let region =
            switch form {
            case .square: TesseraRegion(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
            case .whole: TesseraRegion(x: 0, y: 0, width: width, height: height)
            }
        let ratio = form == .square ? 0 : UInt16(min(max(1, (width / height * 256).rounded()), 65535))
        var isMade = false
        let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.side * Self.side * 4) { small in
            pixels.withBytes { source in
                isMade = reduce(source, pixels.size, region, PixelSize(square: Self.side), small)
            }
            guard isMade, let square = small.baseAddress else { return [UInt8]() }
            tessera_tiny_flatten(square, gsize(Self.side * Self.side))
            return [UInt8](unsafeUninitializedCapacity: Self.length) { bytes, count in
                (bytes[0], bytes[1]) = (form.rawValue, isCertain ? 1 : 0)
                (bytes[2], bytes[3]) = (UInt8(ratio & 255), UInt8(ratio >> 8))
                if let start = bytes.baseAddress { tessera_tiny_encode(square, start + Self.headerSize) }
                count = Self.length
            }
        }
        return isMade ? bytes : nil
    }

    public func isCertain(_ stored: EncodedBytes) -> Bool {
        guard stored.count == Self.length else { return false }
        var isCertain = false
        stored.storage.withBytes { isCertain = $0.count == Self.length && $0[1] == 1 }
        return isCertain
    }

    public func decode(_ stored: EncodedBytes, for size: PixelSize, _ fit: Fit) -> TinyPicture? {
        guard stored.count == Self.length else { return nil }
        var picture: TinyPicture?
        stored.storage.withBytes { bytes in
            guard bytes.count == Self.length, let form = TinyForm(rawValue: bytes[0]), let start = bytes.baseAddress
            else {
                return
            }
            let ratio = form == .square ? 1 : Double(UInt16(bytes[2]) | UInt16(bytes[3]) << 8) / 256
            guard ratio > 0 else { return }
            picture = Self.picture(
                start.assumingMemoryBound(to: UInt8.self) + Self.headerSize, ratio: ratio, for: size, fit)
        }
        return picture
    }

    /// - Parameter ratio: Width ÷ height of what the blocks show.
    private static func picture(
        _ blocks: UnsafePointer<UInt8>, ratio: Double, for size: PixelSize, _ fit: Fit
    ) -> TinyPicture? {
        var output = size
        var part = (width: 1.0, height: 1.0)
        if fit == .fill {
            part = ratio > size.aspectRatio ? (size.aspectRatio / ratio, 1) : (1, ratio / size.aspectRatio)
        } else {
            let box = Double(min(size.width, size.height))
            output = PixelSize(
                width: max(1, Int((box * min(1, ratio)).rounded())),
                height: max(1, Int((box / max(1, ratio)).rounded())))
        }
        let side = Double(Self.side)
        let region = TesseraRegion(
            x: side * (1 - part.width) / 2, y: side * (1 - part.height) / 2, width: side * part.width,
            height: side * part.height)
        let count = output.area
        let stored = Self.side * Self.side * 4
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stored + count * 4) { memory -> TinyPicture? in
            let whole = UnsafeMutableBufferPointer(rebasing: memory[..<stored])
            let scaled = UnsafeMutableBufferPointer(rebasing: memory[stored...])
            guard let wholeStart = whole.baseAddress, let scaledStart = scaled.baseAddress else { return nil }
            tessera_tiny_decode(blocks, wholeStart)
            let isAsItIs = output == PixelSize(square: Self.side) && part == (1, 1)
            if !isAsItIs {
                let source = UnsafeRawBufferPointer(whole)
                guard reduce(source, PixelSize(square: Self.side), region, output, scaled) else { return nil }
            }
            let pixels = ContiguousArray<UInt16>(unsafeUninitializedCapacity: count) { packed, length in
                if let start = packed.baseAddress {
                    tessera_tiny_pack(isAsItIs ? wholeStart : scaledStart, gsize(count), start)
                }
                length = count
            }
            return TinyPicture(size: output, pixels: pixels)
        }
    }
}

/// Scales a region of BGRA pixels.
/// - Returns: False when there is no memory.
private func reduce(
    _ pixels: UnsafeRawBufferPointer, _ size: PixelSize, _ region: TesseraRegion, _ output: PixelSize,
    _ out: UnsafeMutableBufferPointer<UInt8>
) -> Bool {
    var region = region
    return tessera_pixels_reduce(
        pixels.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(size.height), &region,
        Int32(output.width), Int32(output.height), out.baseAddress) != 0
}
