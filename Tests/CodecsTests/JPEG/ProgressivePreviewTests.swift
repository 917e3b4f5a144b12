// Previews of progressive JPEGs that are still coming in: whole scans only, at the final's size, with bounded work.
import CReference
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct ProgressivePreviewTests {
    private let decoder = PixbufDecoder(width: 1)

    private func preview(
        _ bytes: some Sequence<UInt8>, _ width: Int, _ height: Int, _ fit: Fit = .fill
    ) async throws -> PixelBuffer? {
        try await decoder.previewPixels(
            EncodedBytes(Array(bytes)), size: PixelSize(width: width, height: height), fit: fit)?.pixels
    }

    private static func jpeg(_ width: Int, _ height: Int, progressive: Bool = true) -> [UInt8] {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                rgb += [UInt8(x * 255 / width), UInt8(y * 255 / height), (x / 5 + y / 3).isMultiple(of: 2) ? 200 : 60]
            }
        }
        var length = 0
        let bytes = tessera_reference_jpeg_encode(rgb, Int32(width), Int32(height), 85, progressive, &length)!
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    static let file = jpeg(800, 600)
    /// Where each scan's data end, by the marker that follows them.
    private static let ends: [Int] = {
        var ends: [Int] = []
        var inScan = false
        for index in file.indices.dropLast() where file[index] == 0xFF && file[index + 1] != 0 {
            if inScan { ends.append(index) }
            inScan = file[index + 1] == 0xDA
        }
        return ends
    }()

    private func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
        var sum = 0
        a.withBytes { a in b.withBytes { b in for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) } } }
        return sum
    }

    @Test(arguments: [Fit.fill, .fit])
    func itBecomesThePictureScanByScan(fit: Fit) async throws {
        let final = try await decoder.pixels(Self.file, 200, 180, fit)
        var differences: [Int] = []
        for end in Self.ends.dropLast() {
            let preview = try #require(try await preview(Self.file.prefix(end + 2), 200, 180, fit))
            #expect(preview.size == final.size)
            differences.append(difference(preview, final))
        }
        // A scan of one component may lead away by a little from where the others are.
        for (earlier, later) in zip(differences, differences.dropFirst()) { #expect(later <= earlier + earlier / 20) }
        #expect(differences[8] * 8 < differences[0])
    }

    @Test func onlyWholeScansAreShown() async throws {
        #expect(Self.ends.count == 10)
        #expect(try await preview(Self.file.prefix(Self.ends[0] - 1), 100, 100) == nil)
        #expect(try await preview(Self.file.prefix(Self.ends[0]), 100, 100) == nil)
        let first = try #require(try await preview(Self.file.prefix(Self.ends[0] + 2), 100, 100))
        // Half of the next scan adds nothing.
        let half = try #require(try await preview(Self.file.prefix((Self.ends[0] + Self.ends[1]) / 2), 100, 100))
        #expect(difference(first, half) == 0)
    }

    @Test func aBaselineOrAWholePictureHasNone() async throws {
        let baseline = Self.jpeg(400, 300, progressive: false)
        #expect(try await preview(baseline.prefix(baseline.count * 3 / 4), 100, 100) == nil)
        #expect(try await preview(Self.file, 100, 100) == nil)
    }

    @Test func bulkyEXIFStillPreviewsAndTurns() async throws {
        let file = EXIFWriter(orientation: 6, notes: 60_000).into(Self.file)
        let part = file.prefix(file.count - Self.file.count + Self.ends[3])
        let preview = try #require(try await preview(part, 150, 200, .fit))
        #expect(preview.size == PixelSize(width: 150, height: 200))
        // Green grows downwards in the file, so to the left when it is turned; red to the right, so downwards.
        #expect(preview.colour(5, 100).g > preview.colour(144, 100).g)
        #expect(preview.colour(75, 195).r > preview.colour(75, 5).r)
    }

    @Test func anEighthIsDecodedWithoutTheScansThatItDoesNotShow() async throws {
        let header = PictureHeader(EncodedBytes(Self.file))
        let idle = header.unusedAtOneEighth
        // Of the standard script: two scans of the finest component's details, and two that refine them.
        #expect(idle.count == 4)
        #expect(idle.reduce(0) { $0 + $1.count } > Self.file.count / 2)
        let whole = try Self.file.withUnsafeBytes { bytes in
            try DecodedPixbuf(bytes, type: "image/jpeg") { $0.reduced(by: 3) }.pixels(
                CropGeometry(
                    decoded: PixelSize(width: 100, height: 75), original: PixelSize(width: 800, height: 600),
                    box: PixelSize(width: 100, height: 75), fit: .fill),
                orientation: 1, transform: nil)
        }
        let ours = try await decoder.pixels(Self.file, 100, 75)
        #expect(difference(ours, try #require(whole)) == 0)
        // The bytes of those scans may be anything.
        var damaged = Self.file
        for range in idle {
            for index in range.dropFirst(20) where damaged[index] != 0xFF && damaged[index - 1] != 0xFF {
                damaged[index] = 0x55
            }
        }
        #expect(difference(ours, try await decoder.pixels(damaged, 100, 75)) == 0)
        let sharp = try await decoder.pixels(Self.file, 300, 225)
        #expect(difference(sharp, try await decoder.pixels(damaged, 300, 225)) != 0)
    }

    @Test func aLargeFilesPreviewEndsWithinItsFirstMegabyte() async throws {
        // Comments come before the picture's own segments.
        let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 65_533)
        func behind(comments: Int) -> [UInt8] {
            Array(Self.file[..<2]) + [[UInt8]](repeating: comment, count: comments).joined() + Array(Self.file[2...])
        }
        #expect(try await preview(behind(comments: 17).dropLast(20), 100, 75) == nil)
        #expect(try await preview(behind(comments: 14).dropLast(20), 100, 75) != nil)
    }

    @Test func theThumbnailComesFirst() async throws {
        let thumbnail = Painting(160, 120) { _, _ in .red }.encoded("jpeg")
        let file = EXIFWriter(thumbnail: thumbnail).into(Self.file)
        let preview = try #require(try await preview(file.dropLast(100), 100, 100))
        #expect(preview.colour(50, 50).isNear(.red))
    }

    private func detail(
        _ bytes: some Sequence<UInt8>, beyond shown: PreviewDetail?, _ side: Int = 100
    ) async throws -> PreviewDetail? {
        try await decoder.previewPixels(
            EncodedBytes(Array(bytes)), size: PixelSize(square: side), fit: .fill, beyond: shown)?.detail
    }

    @Test func aThumbnailIsDecodedOnceHoweverOftenAGrowingBodyIsLookedAt() async throws {
        let thumbnail = Painting(160, 120) { _, _ in .red }.encoded("jpeg")
        let file = EXIFWriter(thumbnail: thumbnail).into(Self.jpeg(800, 600, progressive: false))
        var shown: PreviewDetail?
        var previews = 0
        for look in 1...6 {
            guard let found = try await detail(file.prefix(file.count * look / 7), beyond: shown) else { continue }
            shown = found
            previews += 1
        }
        #expect(previews == 1 && shown == .thumbnail)
    }

    @Test func scansFollowTheThumbnailOnceTheyAreSharper() async throws {
        let thumbnail = Painting(160, 120) { _, _ in .red }.encoded("jpeg")
        let file = EXIFWriter(thumbnail: thumbnail).into(Self.file)
        let before = file.count - Self.file.count
        func look(_ scans: Int, beyond shown: PreviewDetail?) async throws -> PreviewDetail? {
            try await detail(file.prefix(before + Self.ends[scans - 1] + 2), beyond: shown)
        }
        #expect(try await look(1, beyond: nil) == .thumbnail)
        // Mean values are 100 × 75 pixels of this picture, fewer than the thumbnail's.
        #expect(try await look(1, beyond: .thumbnail) == nil)
        #expect(try await look(3, beyond: .thumbnail) == .scans(3))
        #expect(try await look(3, beyond: .scans(3)) == nil)
        #expect(try await look(4, beyond: .scans(3)) == .scans(4))
        let part = EncodedBytes(Array(file.dropLast(100)))
        let sharp = try #require(
            try await decoder.previewPixels(part, size: PixelSize(square: 100), fit: .fill, beyond: .thumbnail))
        #expect(!sharp.pixels.colour(50, 50).isNear(.red))
    }

    @Test func meanValuesOfALargePictureAreSharperThanItsThumbnail() async throws {
        let large = Self.jpeg(1800, 1200)
        let first = try #require(
            large.indices.dropFirst(600).first { large[$0] == 0xFF && [0xC4, 0xDA].contains(large[$0 + 1]) })
        let thumbnail = Painting(160, 107) { _, _ in .red }.encoded("jpeg")
        let file = EXIFWriter(thumbnail: thumbnail).into(large)
        let part = file.prefix(file.count - large.count + first + 2)
        #expect(try await detail(part, beyond: .thumbnail, 500) == .scans(1))
    }

    @Test func aLargePictureIsShownOnlyWhenItIsReduced() async throws {
        let large = Self.jpeg(1800, 1200)
        let part = large.dropLast(20)
        #expect(try await preview(part, 1000, 1000) == nil)
        #expect(try await preview(part, 500, 500)?.size == PixelSize(square: 500))
        // Refused by its header, as 30,000 × 30,000.
        var bomb = Self.file
        let frame = try #require(bomb.indices.first { bomb[$0...].starts(with: [0xFF, 0xC2]) })
        bomb.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
        #expect(try await preview(bomb.dropLast(20), 100, 100) == nil)
    }

    @Test func itsMemoryIsCountedAndGivenBack() async throws {
        _ = try await preview(Self.file.prefix(Self.ends[4] + 2), 100, 75)
        #expect(decoder.peakBytesInFlight == 800 * 600 * 6 + 100 * 75 * 3)
        #expect(decoder.bytesInFlight == 0)
    }

    @Test func noDamageIsFatal() async throws {
        let file = Self.jpeg(64, 48)
        for count in 0..<file.count { _ = try await preview(file.prefix(count), 16, 12) }
        var random = SplitMix(seed: 11)
        for _ in 0..<2000 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let pixels = try await preview(damaged.dropLast(Int.random(in: 0..<file.count, using: &random)), 16, 12)
            {
                #expect(pixels.size.width <= 16 && pixels.size.height <= 12)
            }
        }
        #expect(decoder.bytesInFlight == 0)
    }
}
