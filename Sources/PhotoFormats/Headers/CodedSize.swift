// The size in a video codec's own headers. The decoder allocates for it, whatever the file says.
// Sources: AV1 specification, 5.3 to 5.5; ITU-T H.265, 7.3.1 and 7.3.2.2.
import Photos

package enum CodedSize {
    /// Most units read in one item: hostile files have millions without content.
    private static let mostUnits = 4096

    /// Returns the largest size in the sequence headers among the OBUs; nil if there is none.
    static func av1(_ bytes: ByteView, _ range: Range<Int>) -> PixelSize? {
        var (offset, largest) = (range.lowerBound, PixelSize?.none)
        for _ in 0..<mostUnits {
            guard offset < range.upperBound, let head = bytes[offset] else { break }
            offset += head & 4 != 0 ? 2 : 1
            var length = range.upperBound - offset
            if head & 2 != 0 {
                guard let (value, count) = leb128(bytes, offset) else { break }
                offset += count
                length = min(value, range.upperBound - offset)
            }
            guard length >= 0 else { break }
            if head >> 3 & 15 == 1, let content = bytes.copy(offset..<offset + min(length, 128)) {
                largest = PixelSize.larger(largest, sequenceHeader(content))
            }
            offset += length
        }
        return largest
    }

    private static func leb128(_ bytes: ByteView, _ offset: Int) -> (value: Int, count: Int)? {
        var value = 0
        for index in 0..<8 {
            guard let byte = bytes[offset + index] else { return nil }
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return (value, index + 1) }
        }
        return nil
    }

    private static func sequenceHeader(_ content: [UInt8]) -> PixelSize? {
        var bits = BitReader(content, .highestFirst)
        bits.skip(4)
        if bits.bit() {  // reduced_still_picture_header
            bits.skip(5)
        } else {
            skipOperatingPoints(&bits)
        }
        let (widthBits, heightBits) = (bits.number(4) + 1, bits.number(4) + 1)
        let size = PixelSize(width: bits.number(widthBits) + 1, height: bits.number(heightBits) + 1)
        return bits.isPastEnd ? nil : size
    }

    private static func skipOperatingPoints(_ bits: inout BitReader) {
        var (hasModel, delayBits) = (false, 0)
        if bits.bit() {  // timing_info_present_flag
            bits.skip(64)
            if bits.bit() { _ = bits.golomb() }
            hasModel = bits.bit()
            if hasModel {
                delayBits = bits.number(5) + 1
                bits.skip(42)
            }
        }
        let hasDelays = bits.bit()
        for _ in 0...bits.number(5) {
            bits.skip(12)
            if bits.number(5) > 7 { bits.skip(1) }
            if hasModel, bits.bit() { bits.skip(2 * delayBits + 1) }
            if hasDelays, bits.bit() { bits.skip(4) }
        }
    }

    /// Returns the largest size in the sequence parameter sets among the NAL units, each of which follows its length;
    /// nil if there is none.
    static func hevc(_ bytes: ByteView, _ range: Range<Int>) -> PixelSize? {
        var (offset, largest) = (range.lowerBound, PixelSize?.none)
        for _ in 0..<mostUnits {
            guard let length = bytes.big32(offset), offset + 4 < range.upperBound else { break }
            offset += 4
            largest = PixelSize.larger(largest, parameterSet(bytes, offset..<offset + length))
            offset += length
        }
        return largest
    }

    /// Returns the size in the NAL unit in `range` if that is a sequence parameter set.
    static func parameterSet(_ bytes: ByteView, _ range: Range<Int>) -> PixelSize? {
        // After its two header bytes; all that is needed lies in the first hundred bytes.
        let start = range.lowerBound + 2, end = min(range.upperBound, start + 256, bytes.count)
        guard let head = bytes[range.lowerBound], head >> 1 & 63 == 33, start < end, let coded = bytes.copy(start..<end)
        else { return nil }
        var bits = BitReader(withoutEscapes(coded), .highestFirst)
        bits.skip(4)
        let layers = bits.number(3)
        bits.skip(1 + 96)
        if layers > 0 {
            let flags = (0..<8).map { _ in bits.number(2) }
            for flag in flags.prefix(layers) { bits.skip((flag & 2) * 44 + (flag & 1) * 8) }
        }
        _ = bits.golomb()
        if bits.golomb() == 3 { bits.skip(1) }
        let (width, height) = (bits.golomb(), bits.golomb())
        return bits.isPastEnd ? nil : PixelSize(width: width, height: height)
    }

    /// Removes each 3 that follows two zeros.
    private static func withoutEscapes(_ coded: [UInt8]) -> [UInt8] {
        var (plain, zeros) = ([UInt8](), 0)
        for byte in coded {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }
}

extension PixelSize {
    /// Returns the size with more pixels.
    static func larger(_ one: PixelSize?, _ other: PixelSize?) -> PixelSize? {
        guard let one, let other else { return one ?? other }
        return one.area >= other.area ? one : other
    }
}
