// The size of a JPEG XL, by which it is judged before it is loaded.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite struct JPEGXLHeaderTests {
    private let scratch = ScratchFolder()

    /// A codestream's beginning: numbers of bits, the lowest first.
    private func codestream(_ numbers: (value: Int, bits: Int)...) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 24), position = 0
        for (value, bits) in numbers {
            for bit in 0..<bits {
                if value >> bit & 1 == 1 { bytes[position / 8] |= 1 << UInt8(position % 8) }
                position += 1
            }
        }
        return [0xFF, 0x0A] + bytes
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(name.utf8) + content
    }

    private func boxed(_ codestream: [UInt8]) -> [UInt8] {
        box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + box("jxlc", codestream)
    }

    private func expect(_ size: PixelSize?, _ bytes: [UInt8]) throws {
        #expect(PictureHeader(EncodedBytes(bytes)).size == size)
        #expect(PictureHeader(EncodedBytes(bytes)).format == .jpegXL)
        #expect(try #require(FileFactsReader.read(scratch.write("a.jxl", bytes))).size == size)
    }

    @Test func theSizeIsReadBareAndInBoxes() throws {
        // A side of 300 in nine bits and one of 4000 in thirteen, then default metadata.
        let large = codestream((0, 1), (0, 2), (299, 9), (0, 3), (1, 2), (3999, 13), (1, 1))
        let small = codestream((1, 1), (5, 5), (4, 3), (1, 1))
        for (codestream, size) in [
            (large, PixelSize(width: 4000, height: 300)), (small, PixelSize(width: 72, height: 48)),
        ] {
            try expect(size, codestream)
            try expect(size, boxed(codestream))
            // The box goes on behind what is read of the file at first.
            try expect(size, boxed(codestream + [UInt8](repeating: 0, count: 100_000)))
        }
    }

    @Test func aTurnedPictureHasItsSizeAsShown() throws {
        try expect(
            PixelSize(width: 300, height: 400),
            codestream((0, 1), (0, 2), (299, 9), (3, 3), (0, 1), (1, 1), (5, 3)))
        try expect(
            PixelSize(width: 400, height: 300), codestream((0, 1), (0, 2), (299, 9), (3, 3), (0, 1), (1, 1), (2, 3)))
    }

    @Test func aSizeThatIsCutIsNone() throws {
        try expect(nil, [0xFF, 0x0A, 0])
        try expect(nil, Array(boxed(codestream((1, 1), (5, 5)))[..<40]))
    }
}
