// Pictures of four inks: shown as their profile says, alike in the grid, on the page and at 100 %.
import Fixtures
import Photos
import Testing

@testable import Codecs
@testable import ImagePipeline
@testable import PhotoFormats

/// In the suite of colours, because the count of what Little CMS holds is one for the process.
extension ColourTests {
    private func shown(_ file: [UInt8], reducedBy power: Int = 0) async throws -> [Colour] {
        let size = InkFile.size.reduced(by: power), step = 16 >> power
        let pixels = try await PixbufDecoder(width: 1).pixels(file, size.width, size.height, .fit)
        #expect(pixels.size == size && !pixels.isTranslucent)
        return InkFile.squares.indices.map { pixels.colour($0 % 8 * step + step / 2, $0 / 8 * step + step / 2) }
    }

    private func expect(_ shown: [Colour], _ meant: (InkFile.Inks) -> Colour, within most: Int = 3) {
        for (colour, inks) in zip(shown, InkFile.squares) {
            #expect(colour.isNear(meant(inks), within: most), "\(inks) is to be \(meant(inks)), not \(colour)")
        }
    }

    static let jpegsOfInks = [
        InkFile.jpeg(), InkFile.jpeg(ycck: true), InkFile.jpeg(marked: false), InkFile.jpeg(progressive: true),
        InkFile.jpeg(ycck: true, progressive: true),
    ]

    @Test(arguments: jpegsOfInks.indices, 0...3)
    func aJPEGOfInksIsShownAsItsProfileSays(form: Int, power: Int) async throws {
        expect(try await shown(Self.jpegsOfInks[form], reducedBy: power), InkFile.meant)
    }

    @Test(arguments: [8, 16], [nil, 0, 1] as [Int?])
    func aTIFFOfInksIsShownAsItsProfileSays(bits: Int, extra: Int?) async throws {
        // At an eighth a square has two pixels, and the filter mixes it with its neighbours.
        for power in 0...2 {
            expect(try await shown(InkFile.tiff(bits: bits, extra: extra), reducedBy: power), InkFile.meant)
        }
    }

    @Test func inksWithoutAProfileThatIsForThemAreOverprinted() async throws {
        let useless: [[UInt8]?] = [
            nil, [0], Array(InkFile.profile.prefix(200)), ICCWriter(primaries: ICCWriter.displayP3).bytes,
            ICCWriter(gamma: 1.8, space: "GRAY").bytes, ICCWriter(deviceClass: "link", space: "CMYK").bytes,
        ]
        for profile in useless {
            for form in [(false, true), (true, true), (false, false)] {
                expect(
                    try await shown(InkFile.jpeg(profile, ycck: form.0, marked: form.1)), InkFile.overprinted, within: 2
                )
            }
            expect(try await shown(InkFile.tiff(profile)), InkFile.overprinted, within: 1)
        }
        #expect(await Self.held(becomes: 0))
    }

    @Test func aProfileForInksIsNoneForColours() async throws {
        let plain = Painting.quarters(64, 64).encoded("png")
        let expected = try await PixbufDecoder(width: 1).pixels(plain, 64, 64)
        let shown = try await PixbufDecoder(width: 1).pixels(ICCWriter.insert(InkFile.profile, intoPNG: plain), 64, 64)
        #expect(shown.withSameBytes(as: expected))
    }

    /// Inks of a set that is not cyan, magenta, yellow and black are not taken for it.
    @Test func otherInksAreNotSupported() async throws {
        await #expect(throws: LoadFailure.self) { try await shown(InkFile.tiff(set: 2)) }
        #expect(InkFile.tiff(set: 1).withUnsafeBytes { PictureHeader(scanning: $0).inks } == .inkCounts)
        #expect(InkFile.tiff(set: 2).withUnsafeBytes { PictureHeader(scanning: $0).inks } == nil)
        // Alpha by which the inks are not multiplied would be multiplied by libtiff.
        #expect(InkFile.tiff(extra: 2).withUnsafeBytes { PictureHeader(scanning: $0).inks } == nil)
    }

    @Test(arguments: jpegsOfInks.indices, [1, 6, 8])
    func aRegionOfInksIsThatOfTheWhole(form: Int, orientation: Int) async throws {
        let file = TestPictures.oriented(Self.jpegsOfInks[form], orientation: orientation)
        let whole = InkFile.size.oriented(by: orientation)
        let pixels = try await PixbufDecoder(width: 1).pixels(file, whole.width, whole.height, .fit)
        #expect(pixels.size == whole)
        for (x, y, width, height) in [(0, 0, 64, 64), (3, 17, 40, 20), (whole.width - 1, whole.height - 1, 1, 1)] {
            let region = PictureRegion(of: whole, x: x, y: y, size: PixelSize(width: width, height: height))
            let job = RegionDecodeJob(
                region, box: PixelSize(square: 1),
                resources: DecodeResources(limits: .init(), budget: ByteBudget(limit: 1 << 30)))
            let part = try #require(try job.run(EncodedBytes(file)))
            for row in 0..<height {
                for column in 0..<width {
                    #expect(part.colour(column, row) == pixels.colour(x + column, y + row))
                }
            }
        }
    }

    @Test func theScansOfInksThatAreStillComingAreShownAsTheProfileSays() async throws {
        let file = Array(InkFile.jpeg(progressive: true).dropLast(2))
        let pixels = try #require(
            try await PixbufDecoder(width: 1).previewPixels(EncodedBytes(file), size: InkFile.size, fit: .fit)?.pixels)
        expect(InkFile.squares.indices.map { pixels.colour($0 % 8 * 16 + 8, $0 / 8 * 16 + 8) }, InkFile.meant)
    }

    @Test func aJPEGOfInksThatIsCutShowsWhatIsThere() async throws {
        for progressive in [false, true] {
            let file = InkFile.jpeg(progressive: progressive)
            let pixels = try await PixbufDecoder(width: 1).pixels(Array(file.dropLast(file.count / 20)), 128, 64, .fit)
            #expect(pixels.lack == .end)
            #expect(pixels.colour(8, 8).isNear(InkFile.meant(InkFile.squares[0]), within: 12))
        }
        await #expect(throws: LoadFailure.self) { try await shown(Array(InkFile.jpeg().prefix(800))) }
    }

    @Test func inksAreReadOnceAndLetGo() async throws {
        do {
            let transforms = ColourTransforms()
            let first = transforms.transform(from: InkFile.profile, inks: .paperCounts)
            #expect(transforms.transform(from: InkFile.profile, inks: .paperCounts) === first)
            #expect(transforms.transform(from: InkFile.profile, inks: .inkCounts) !== first)
            #expect(transforms.transform(from: InkFile.profile) == nil)
            #expect(transforms.transform(from: nil, inks: .inkCounts) != nil)
            #expect(await Self.held(becomes: 2))
        }
        #expect(await Self.held(becomes: 0))
    }

    @Test func anyByteOfAProfileOfInksMayBeWrong() async throws {
        for index in stride(from: 0, to: InkFile.profile.count, by: 9) {
            var bad = InkFile.profile
            bad[index] ^= 0xFF
            var pixel: [UInt8] = [50, 100, 200, 0]
            try ColourTransform(ofInks: .paperCounts, from: bad).convert(&pixel, count: 1)
            #expect(pixel[3] == 255)
        }
        #expect(await Self.held(becomes: 0))
    }
}
