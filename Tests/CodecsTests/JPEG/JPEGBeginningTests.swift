// How much of a file is read for its embedded thumbnail: all that is before the picture, and no more.
import Fixtures
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

struct JPEGBeginningTests {
    private static let photo = Painting(1200, 800) { x, y in Colour(r: UInt8(x % 251), g: UInt8(y % 241), b: 90) }
        .encoded("jpeg", options: ["quality": "95"])

    /// Bytes that are read, in the steps in which they are; then 0 where there is no preview.
    private func steps(_ file: [UInt8], limit: Int = 128 << 10) -> [Int] {
        let limit = min(limit, file.count)
        var steps = [min(JPEGBeginning.first, limit)]
        while let last = steps.last {
            switch file.prefix(last).withUnsafeBytes({ JPEGBeginning.answer(of: $0, limit: limit) }) {
            case .enough: return steps
            case .none: return steps + [0]
            case .needed(let next): steps.append(next)
            }
        }
        return steps
    }

    @Test func aFileWithoutAThumbnailCostsOneBlock() {
        #expect(Self.photo.count > 100_000)
        #expect(steps(Self.photo) == [4096, 0])
    }

    @Test func aThumbnailIsReadWhole() throws {
        for side in [40, 120, 200] {
            let thumbnail = Painting(side * 3 / 2, side) { x, y in Colour(r: UInt8(x % 251), g: UInt8(y % 241), b: 90) }
                .encoded("jpeg", options: ["quality": "95"])
            let file = EXIFWriter(thumbnail: thumbnail).into(Self.photo)
            let steps = steps(file)
            try file.prefix(#require(steps.last)).withUnsafeBytes { bytes in
                let found = try #require(EmbeddedThumbnail(ByteView(bytes)))
                #expect(bytes[found.range].elementsEqual(thumbnail))
            }
            #expect(steps.count <= 3 && steps.reduce(0, +) < 2 * thumbnail.count + 20_000)
        }
    }

    @Test func ofAProgressiveFileAllThatMayBeReadIs() {
        #expect(steps(ProgressivePreviewTests.file) == [4096, min(128 << 10, ProgressivePreviewTests.file.count)])
    }

    @Test func whatIsNoJPEGOrLiesCostsLittle() {
        let size = 300_000
        #expect(steps([UInt8](repeating: 7, count: size)) == [4096])
        #expect(steps([0xFF, 0xD8, 0xFF]) == [3])
        #expect(steps([]) == [0])
        // Segments without end: a handful of reads.
        var endless: [UInt8] = [0xFF, 0xD8]
        while endless.count < size { endless += [0xFF, 0xE5, 0x00, 0x04, 1, 2] }
        #expect(steps(endless).count <= 7 && steps(endless).last == 128 << 10)
        // A length that leads out of the file.
        #expect(
            steps([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 0, count: size)).last ?? 0 <= 128 << 10)
        // A length that leads nowhere.
        #expect(steps([0xFF, 0xD8, 0xFF, 0xE1, 0, 0] + [UInt8](repeating: 0, count: size)) == [4096])
        // The same without EXIF.
        #expect(steps([0xFF, 0xD8, 0xFF, 0xE2, 0, 0] + [UInt8](repeating: 0, count: size)) == [4096, 0])
    }
}
