// What a file is, by its first bytes: every kind that is known, and those that only begin alike.
import Testing

@testable import PhotoFormats

@Suite struct PictureHeaderTests {
    private func format(_ bytes: [UInt8]) -> PictureHeader.Format? {
        (bytes + [UInt8](repeating: 0, count: 32)).withUnsafeBytes { PictureHeader(scanning: $0).format }
    }

    private func box(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp".utf8) + Array(brand.utf8) }

    @Test func everyKindIsKnownByItsFirstBytes() {
        #expect(format([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(format([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
        #expect(format(Array("GIF87a".utf8)) == .gif && format(Array("GIF89a".utf8)) == .gif)
        #expect(format(Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8)) == .webp)
        #expect(format([0x49, 0x49, 0x2A, 0]) == .tiff && format([0x4D, 0x4D, 0, 0x2A]) == .tiff)
        #expect(format(Array("BM".utf8)) == .bmp)
        #expect(format(Array("<?xml version='1.0'?><SVG ".utf8)) == .svg)
        for brand in ["heic", "heix", "mif1", "msf1", "hevc"] { #expect(format(box(brand)) == .heif) }
        for brand in ["avif", "avis"] { #expect(format(box(brand)) == .avif) }
        #expect(format([0xFF, 0x0A]) == .jpegXL)
        #expect(format([0, 0, 0, 12] + Array("JXL ".utf8)) == .jpegXL)
        #expect(format(Array("8BPS".utf8)) == .photoshop)
        #expect(format([0x76, 0x2F, 0x31, 0x01]) == .openEXR)
        #expect(format(Array("qoif".utf8)) == .qoi)
    }

    @Test func whatOnlyBeginsAlikeIsNothing() {
        #expect(format(Array("GIF".utf8)) == nil)
        #expect(format(Array("GIF7".utf8)) == nil)
        #expect(format([0xFF, 0xD8, 0x00]) == nil)
        #expect(format([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) == nil)
        #expect(format(Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WAVE".utf8)) == nil)
        #expect(format(box("isom")) == nil && format(box("mp42")) == nil)
        #expect(format([0x49, 0x49, 0, 0x2A]) == nil)
        #expect(Array("BM".utf8).withUnsafeBytes { PictureHeader(scanning: $0).format } == nil)
    }
}
