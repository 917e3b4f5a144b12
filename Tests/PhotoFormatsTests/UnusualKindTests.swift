// Kinds of a format that loaders lack are named in its header, so that no whole file is called damaged.
import Photos
import Testing

@testable import PhotoFormats

@Suite struct UnusualKindTests {
    /// The header of a TIFF of 8 × 8 pixels with these tags, each of one or several short numbers.
    private func tiff(_ tags: [Int: [Int]]) -> PictureHeader {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16) }
        let all = [256: [8], 257: [8], 258: [8], 259: [1], 262: [1], 273: [8], 277: [1], 278: [8], 279: [64]]
            .merging(tags) { _, given in given }
        var far: [UInt8] = []
        var entries: [UInt8] = []
        for (tag, values) in all.sorted(by: { $0.key < $1.key }) {
            entries += short(tag) + short(3) + long(values.count)
            if values.count <= 2 {
                entries += values.flatMap(short) + [UInt8](repeating: 0, count: 4 - 2 * values.count)
            } else {
                entries += long(10 + 12 * all.count + 4 + far.count)
                far += values.flatMap(short)
            }
        }
        let bytes =
            [0x49, 0x49, 42, 0] + long(8) + short(all.count) + entries + long(0) + far
            + [UInt8](repeating: 9, count: 400)
        return bytes.withUnsafeBytes { PictureHeader(scanning: $0) }
    }

    @Test func aTIFFThatEveryLoaderReadsIsNotUnusual() {
        for tags in [
            [:], [258: [16, 16, 16], 277: [3], 262: [2]], [258: [1]], [259: [5]], [259: [7], 262: [6]], [339: [1]],
        ] {
            let header = tiff(tags)
            #expect(header.format == .tiff && header.unusual == nil && header.unsupported == nil, "\(tags)")
        }
    }

    @Test func aTIFFOfAnotherKindSaysWhich() {
        #expect(
            tiff([258: [32, 32, 32], 277: [3], 339: [3, 3, 3]]).unusual
                == Message("Floating-point TIFF"))
        #expect(tiff([258: [32], 339: [3]]).unusual == Message("Floating-point TIFF"))
        #expect(tiff([258: [64], 339: [6]]).unusual == Message("TIFF with complex numbers"))
        #expect(tiff([258: [12]]).unusual == Message("{count}-bit TIFF", ["count": .count(12)]))
        #expect(tiff([259: [34_712]]).unusual == Message("{name}-compressed TIFF", ["name": .text("JPEG 2000")]))
        #expect(
            tiff([262: [32_845]]).unusual == Message("TIFF with colour type {number}", ["number": .text("32845")]))
    }

    @Test func whatHoldsSizesOfItsOwnIsGivenToNoLoader() {
        #expect(tiff([259: [6]]).unsupported == Message("{name}-compressed TIFF", ["name": .text("JPEG of 1992")]))
        #expect(tiff([259: [34_661]]).unsupported == Message("{name}-compressed TIFF", ["name": .text("JBIG")]))
        for mark: [UInt8] in [[0x49, 0x49, 43, 0, 8, 0, 0, 0], [0x4D, 0x4D, 0, 43, 0, 8, 0, 0]] {
            let header = (mark + [UInt8](repeating: 0, count: 64)).withUnsafeBytes { PictureHeader(scanning: $0) }
            #expect(header.format == .tiff && header.unsupported == Message("BigTIFF"))
        }
    }

    @Test(
        arguments: [(0xC0, 8, nil), (0xC1, 8, nil), (0xC2, 8, nil), (0xC9, 8, nil)] as [(UInt8, UInt8, Message?)] + [
            (0xC1, 12, Message("{count}-bit JPEG", ["count": .count(12)])),
            (0xC3, 8, Message("lossless JPEG")), (0xC3, 16, Message("lossless JPEG")),
            (0xCB, 8, Message("lossless JPEG")),
            (0xC5, 8, Message("Hierarchical JPEG")), (0xCE, 8, Message("Hierarchical JPEG")),
        ])
    func aJPEGSaysWhatLibjpegMayLack(marker: UInt8, bits: UInt8, kind: Message?) {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, marker, 0, 11, bits, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xD9]
        #expect(bytes.withUnsafeBytes { PictureHeader(scanning: $0) }.unusual == kind)
    }

    @Test func theLargestPictureOfAnIconIsShownAlsoWhereItIsAPNG() {
        func icon(_ raw: Int, _ packed: Int) -> PictureHeader {
            func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
            func big(_ value: Int) -> [UInt8] { long(value).reversed() }
            let png =
                PictureHeader.pngMark + big(13) + Array("IHDR".utf8) + big(packed) + big(packed) + [8, 6, 0, 0, 0]
            let bitmap = long(40) + long(raw) + long(2 * raw) + [UInt8](repeating: 0, count: 28)
            let bytes =
                [0, 0, 1, 0, 2, 0]
                + [UInt8(raw & 0xFF), UInt8(raw & 0xFF), 0, 0, 1, 0, 32, 0] + long(bitmap.count) + long(38)
                + [0, 0, 0, 0, 1, 0, 32, 0] + long(png.count) + long(38 + bitmap.count) + bitmap + png
            return bytes.withUnsafeBytes { PictureHeader(scanning: ByteView($0), as: .icon) }
        }
        #expect(icon(48, 256).wrapped == 38 + 40..<38 + 40 + 29)
        #expect(icon(128, 64).wrapped == nil && icon(128, 64).largestPart == PixelSize(square: 128))
    }
}
