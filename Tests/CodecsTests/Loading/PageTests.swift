// The pages of a TIFF: each is decoded as it lies, by its own size and orientation, and the first is the photo.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct PageTests {
    private struct Page {
        var size: PixelSize
        var colour: (UInt8, UInt8, UInt8)
        var orientation = 1
        /// NewSubfileType.
        var kind = 0
    }

    /// A TIFF of pages of one colour each, whose first row is black.
    private static func file(_ pages: [Page]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { place -> UInt8 in UInt8(truncatingIfNeeded: value >> (8 * place)) }
        }
        var bytes = Array("II".utf8) + little(42, 2) + little(8, 4)
        for (index, page) in pages.enumerated() {
            let count = page.size.area * 3
            let entries = [
                (254, page.kind), (256, page.size.width), (257, page.size.height), (258, 8), (259, 1), (262, 2),
                (273, 0),
                (274, page.orientation), (277, 3), (278, page.size.height), (279, count),
            ]
            let pixels = bytes.count + 2 + 12 * entries.count + 4
            bytes += little(entries.count, 2)
            for (tag, value) in entries {
                bytes +=
                    little(tag, 2) + little(tag == 274 ? 3 : 4, 2) + little(1, 4)
                    + little(tag == 273 ? pixels : value, 4)
            }
            bytes += little(index + 1 < pages.count ? pixels + count + count % 2 : 0, 4)
            for place in 0..<page.size.area {
                let isBlack = place < page.size.width
                bytes += isBlack ? [0, 0, 0] : [page.colour.0, page.colour.1, page.colour.2]
            }
            if count % 2 == 1 { bytes.append(0) }
        }
        return bytes
    }

    private static let document = file([
        Page(size: PixelSize(width: 40, height: 20), colour: (255, 0, 0)),
        Page(size: PixelSize(width: 10, height: 5), colour: (9, 9, 9), kind: 1),
        Page(size: PixelSize(width: 30, height: 10), colour: (0, 255, 0), orientation: 6),
        Page(size: PixelSize(width: 8, height: 60), colour: (0, 0, 255)),
    ])

    private func page(_ page: Int, of file: [UInt8], turned: Int = 0, fit: Fit = .fit) throws -> PixelBuffer {
        let job = DecodeJob(
            box: PixelSize(square: 100), fit: fit, quarterTurns: turned, page: page,
            resources: DecodeResources(limits: .init(), budget: ByteBudget(limit: 1 << 30)))
        return try job.run(EncodedBytes(file))
    }

    @Test func eachPageHasItsOwnSizeAndOrientation() throws {
        let first = try page(0, of: Self.document)
        #expect(first.size == PixelSize(width: 40, height: 20) && first.pages == 3)
        #expect(first.colour(20, 15).isNear(.red) && first.colour(20, 0).isNear(.black))
        let second = try page(1, of: Self.document)
        #expect(second.size == PixelSize(width: 10, height: 30) && second.pages == 3)
        // Its first row is at the right.
        #expect(second.colour(4, 15).isNear(.green) && second.colour(9, 15).isNear(.black))
        let third = try page(2, of: Self.document)
        #expect(third.size == PixelSize(width: 8, height: 60) && third.original == third.size)
        #expect(third.colour(4, 30).isNear(.blue))
        #expect(try page(7, of: Self.document).withSameBytes(as: third))
    }

    @Test func aTurnIsOfAllPages() throws {
        #expect(try page(0, of: Self.document, turned: 1).size == PixelSize(width: 20, height: 40))
        let second = try page(1, of: Self.document, turned: 1)
        #expect(second.size == PixelSize(width: 30, height: 10) && second.colour(15, 9).isNear(.black))
        #expect(try page(2, of: Self.document, turned: 3).size == PixelSize(width: 60, height: 8))
    }

    @Test func aPageThatIsDamagedIsNoHarmToTheOthers() throws {
        var file = Self.document
        // The second page's directory announces compression that nobody has.
        let place = try #require(
            file.withUnsafeBytes { buffer -> Int? in
                let view = ByteView(buffer)
                return TIFFPages(view)?.directory(of: 1, in: view)?.entryRange.lowerBound
            })
        file[place + 12 * 4 + 8] = 99
        #expect(try page(0, of: file).pages == 3)
        #expect(try page(2, of: file).size.height == 60)
        #expect(throws: DecodeFailure.self) { try page(1, of: file) }
    }

    @Test func anyOtherFileIsOfOnePage() async throws {
        for file in [
            Painting.quarters(8, 8).encoded("png"), Painting.quarters(8, 8).encoded("tiff"), TestPictures.animatedGIF,
        ] {
            #expect(try page(0, of: file).pages == 1)
            #expect(try page(3, of: file).withSameBytes(as: page(0, of: file)))
        }
    }

    @Test func aRequestNamesItsPage() async throws {
        let decoder = PixbufDecoder(width: 1)
        func key(_ page: Int) -> ImageRequest {
            ImageRequest(
                source: SourceID("test"), photo: Photo(id: PhotoID("a"), title: "a"), location: .remote("a"),
                size: PixelSize(square: 100), fit: .fit, page: page)
        }
        #expect(key(0) != key(1) && key(0).key != key(1).key)
        for (page, width) in [(0, 40), (1, 10), (2, 8)] {
            let picture = try await decoder.decode(EncodedBytes(Self.document), for: key(page), priority: .visible)
            #expect(picture.size.width == width && picture.pixels.pages == 3)
        }
    }

    @Test func theFactsCountPagesWhereTheyAreAskedFor() {
        let folder = ScratchFolder()
        let path = folder.write("a.tif", Self.document)
        #expect(FileFactsReader.read(path, withDetails: true)?.pages == 3)
        #expect(FileFactsReader.read(path)?.pages == nil)
        let single = folder.write("b.tif", Painting.quarters(8, 8).encoded("tiff"))
        #expect(FileFactsReader.read(single, withDetails: true)?.pages == nil)
    }

    @Test func aTurnIsNotWrittenIntoOneOfSeveralPages() {
        let folder = ScratchFolder()
        let document = OrientationFinding(inFile: folder.write("a.tif", Self.document))
        #expect(document != nil && document?.tag == nil)
        let one = Self.file([
            Page(size: PixelSize(width: 4, height: 4), colour: (1, 2, 3)),
            Page(size: PixelSize(width: 2, height: 2), colour: (1, 2, 3), kind: 1),
        ])
        #expect(OrientationFinding(inFile: folder.write("b.tif", one))?.tag != nil)
    }
}
