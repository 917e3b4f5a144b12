// Colours of embedded profiles: shown as they are meant, and never at the price of a picture.
import CGLib
import CPixels
import CReference
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

/// Serialized: the count of what Little CMS holds is one for the process, and no other tests have profiles.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ColourTests {
    /// Five levels a channel, a pixel each.
    private static var cube: Painting {
        Painting(25, 5) { x, y in Colour(r: UInt8(x / 5 * 63), g: UInt8(x % 5 * 63), b: UInt8(y * 63)) }
    }
    /// The same colours in flat squares of 16, which JPEG keeps.
    private static var squares: Painting { Painting(400, 80) { x, y in cube.pixel(x / 16, y / 16) } }
    private static let best = ["quality": "100"]

    private static let displayP3 = ICCWriter(primaries: ICCWriter.displayP3)

    private func colours(_ file: [UInt8], _ width: Int, _ height: Int, step: Int = 1) async throws -> [Colour] {
        let pixels = try await PixbufDecoder(width: 1).pixels(file, width, height)
        #expect(pixels.size == PixelSize(width: width, height: height))
        return Swift.stride(from: step / 2, to: height, by: step).flatMap { y in
            Swift.stride(from: step / 2, to: width, by: step).map { x in pixels.colour(x, y) }
        }
    }

    private static func png(_ painting: Painting, _ profile: [UInt8], alpha: Bool = false) -> [UInt8] {
        ICCWriter.insert(profile, intoPNG: painting.encoded("png", alpha: alpha))
    }

    private static func tiff(_ painting: Painting, _ profile: [UInt8]) -> [UInt8] {
        let text = g_base64_encode(profile, gsize(profile.count))
        defer { g_free(text) }
        return painting.encoded("tiff", options: ["icc-profile": text.map { String(cString: $0) } ?? ""])
    }

    private static func jpeg(_ painting: Painting, _ profile: [UInt8], part: Int = 60_000) -> [UInt8] {
        ICCWriter.insert(ICCWriter.segments(profile, part: part), into: painting.encoded("jpeg", options: best))
    }

    /// Whether Little CMS comes to hold `count` profiles and transforms. A decoder's thread lets go of its last job's
    /// captures a moment after the result is known.
    static func held(becomes count: Int32) async -> Bool {
        // A thread of the decoder that other programs keep from a core gives the last one up late.
        for _ in 0..<2_000 where tessera_colour_handles() != count { try? await Task.sleep(for: .milliseconds(10)) }
        return tessera_colour_handles() == count
    }

    // MARK: What is shown

    @Test(arguments: [png(cube, displayP3.bytes), tiff(cube, displayP3.bytes)])
    func aDisplayP3PictureIsShownInTheSameColoursOfSRGB(file: [UInt8]) async throws {
        let shown = try await colours(file, 25, 5)
        for (index, colour) in shown.enumerated() {
            let stored = Self.cube.pixel(index % 25, index / 25)
            let meant = ColourMath.sRGB(stored, of: ICCWriter.displayP3)
            #expect(colour.isNear(meant, within: 2), "\(stored) is to be \(meant)")
        }
        // What P3 calls 200 of red beside 100 and 50 takes more of sRGB's: the oracle itself, by CSS Color 4's
        // matrices.
        let meant = ColourMath.sRGB(Colour(r: 200, g: 100, b: 50), of: ICCWriter.displayP3)
        #expect(meant.isNear(Colour(r: 215, g: 93, b: 31), within: 1))
    }

    @Test func aDisplayP3JPEGIsShownInTheSameColoursOfSRGB() async throws {
        let plain = try await colours(Self.squares.encoded("jpeg", options: Self.best), 400, 80, step: 16)
        let shown = try await colours(Self.jpeg(Self.squares, Self.displayP3.bytes), 400, 80, step: 16)
        for (stored, colour) in zip(plain, shown) {
            #expect(colour.isNear(ColourMath.sRGB(stored, of: ICCWriter.displayP3), within: 2))
        }
        #expect(plain != shown)
    }

    @Test func aPNGThatNamesDisplayP3ByNumbersIsShownAsOneWithItsProfile() async throws {
        let plain = Self.cube.encoded("png"), own = Self.png(Self.cube, Self.displayP3.bytes)
        let named = ICCWriter.insert("cICP", [12, 13, 0, 1], intoPNG: plain)
        #expect(try await colours(named, 25, 5) == colours(own, 25, 5))
        // They count before the profile.
        let both = ICCWriter.insert("cICP", [1, 13, 0, 1], intoPNG: own)
        #expect(try await colours(both, 25, 5) == colours(plain, 25, 5))
    }

    @Test func aPNGOfLinearLightIsAsBrightAsItSays() async throws {
        let linear = ICCWriter.insert("gAMA", [0, 1, 0x86, 0xA0], intoPNG: Self.cube.encoded("png"))
        for (index, colour) in try await colours(linear, 25, 5).enumerated() {
            let stored = Self.cube.pixel(index % 25, index / 25)
            func level(_ value: UInt8) -> UInt8 { ColourMath.level(Double(value) / 255) }
            #expect(colour.isNear(Colour(r: level(stored.r), g: level(stored.g), b: level(stored.b)), within: 2))
        }
    }

    /// 32 × 32 of one colour, 200, 100, 50 in Display P3, and of the grey that is paper's white by PQ, in ten bits.
    private static let avif = (
        displayP3: TestPictures.base64(
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA"
                + "AAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACIAAAAoaWluZgAAAAAAAQAA"
                + "ABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAACAAAAAgAAAAEHBpeGkAAAAA"
                + "AwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAAMAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACptZGF0EgAKCDgR"
                + "P/YQwNBpMhQQAABD8ZRGaTnGL4OjXya0RfypIA=="),
        quantized: TestPictures.base64(
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA"
                + "AAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAABoAAAAoaWluZgAAAAAAAQAA"
                + "ABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAACAAAAAgAAAAEHBpeGkAAAAA"
                + "AwoKCgAAAAxhdjFDgSBAAAAAABNjb2xybmNseAAJABAACYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACJtZGF0EgAKCDgR"
                + "P/YwkQCZMgwQAABLaIkdpcS2//A=")
    )

    @Test(.enabled(if: ReadableFormats().extensions.contains("avif")))
    func anAVIFIsShownInTheColoursThatItNamesByNumbers() async throws {
        let colour = try await colours(Self.avif.displayP3, 32, 32, step: 16)[0]
        #expect(colour.isNear(Colour(r: 215, g: 93, b: 31), within: 4), "\(colour)")
        // Half of the light of the screen's white.
        let paper = try await colours(Self.avif.quantized, 32, 32, step: 16)[0]
        let level = ColourMath.level(0.52)
        #expect(paper.isNear(Colour(r: level, g: level, b: level), within: 4), "\(paper)")
    }

    @Test func aReducedAndTurnedPictureIsConvertedAsWell() async throws {
        let painting = Painting(640, 480) { _, _ in Colour(r: 200, g: 100, b: 50) }
        let file = TestPictures.oriented(Self.jpeg(painting, Self.displayP3.bytes), orientation: 6)
        for fit in [Fit.fill, .fit] {
            let pixels = try await PixbufDecoder(width: 1).pixels(file, 60, 60, fit)
            #expect(pixels.colour(20, 30).isNear(Colour(r: 215, g: 93, b: 31), within: 3))
        }
    }

    @Test func aRegionHasTheColoursOfTheWhole() async throws {
        let file = Self.jpeg(Self.squares, Self.displayP3.bytes)
        let whole = try await PixbufDecoder(width: 1).pixels(file, 400, 80, .fit)
        let region = PictureRegion(of: whole.size, x: 90, y: 10, size: PixelSize(width: 70, height: 60))
        let load = RegionDecodeJob(
            region, box: PixelSize(square: 1),
            resources: DecodeResources(limits: PixbufDecoder.Limits(), budget: ByteBudget(limit: 1 << 30)))
        let part = try #require(try load.run(EncodedBytes(file)))
        for x in stride(from: 0, to: 70, by: 3) {
            for y in stride(from: 0, to: 60, by: 5) { #expect(part.colour(x, y) == whole.colour(90 + x, 10 + y)) }
        }
    }

    @Test func aProfileWhosePrimariesAreExchangedExchangesColours() async throws {
        let own = ICCWriter.sRGB
        let rotated = ICCWriter(primaries: (own.green, own.blue, own.red)).bytes
        let shown = try await colours(Self.png(Self.cube, rotated), 25, 5)
        for (index, colour) in shown.enumerated() {
            let stored = Self.cube.pixel(index % 25, index / 25)
            #expect(colour.isNear(Colour(r: stored.b, g: stored.r, b: stored.g), within: 2))
        }
    }

    @Test func anAnimatedWebPPlaysInTheColoursOfItsStillPicture() async throws {
        let own = ICCWriter.sRGB
        let rotated = ICCWriter(primaries: (own.green, own.blue, own.red)).bytes
        let request = ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Sea"), location: .file("/sea"),
            size: PixelSize(width: 16, height: 12), fit: .fit)
        let file = EncodedBytes(ICCWriter.insert(rotated, intoWebP: TestPictures.animatedWebP))
        let still = try await PixbufDecoder(width: 1).decode(file, for: request, priority: .visible)
        #expect(still.pixels.colour(8, 6).isNear(.green, within: 2))
        // Stored blue, then green.
        let animation = try #require(try await still.animation?.open(at: still.size))
        for expected in [Colour.red, .blue] {
            let frame = try #require(try await animation.next { $0 })
            #expect(frame.image.colour(8, 6).isNear(expected, within: 2))
        }
    }

    @Test func aPictureWithTheProfileOfSRGBIsUntouched() async throws {
        for gamma in [nil, 2.2] as [Double?] {
            let profile = ICCWriter(gamma: gamma).bytes
            // A plain power of 2.2 is near sRGB's curve, but not the same.
            #expect((ColourTransforms().transform(from: profile) == nil) == (gamma == nil))
        }
        let profile = ICCWriter().bytes
        #expect(try await colours(Self.png(Self.cube, profile), 25, 5) == colours(Self.cube.encoded("png"), 25, 5))
        let plain = try await colours(Self.squares.encoded("jpeg", options: Self.best), 400, 80)
        #expect(try await colours(Self.jpeg(Self.squares, profile), 400, 80) == plain)
    }

    @Test func alphaStaysAndColoursBehindItAreConverted() async throws {
        let alphas: [UInt8] = [0, 1, 17, 128, 254, 255]
        let painting = Painting(125, alphas.count) { x, y in
            var colour = Self.cube.pixel(x % 25, x / 25)
            colour.a = alphas[y]
            return colour
        }
        let shown = try await colours(Self.png(painting, Self.displayP3.bytes, alpha: true), 125, alphas.count)
        for (index, colour) in shown.enumerated() {
            let stored = painting.pixel(index % 125, index / 125)
            let meant = ColourMath.sRGB(stored, of: ICCWriter.displayP3)
            func premultiplied(_ level: UInt8) -> UInt8 { UInt8((Int(level) * Int(stored.a) + 127) / 255) }
            let expected = Colour(
                r: premultiplied(meant.r), g: premultiplied(meant.g), b: premultiplied(meant.b), a: stored.a)
            #expect(colour.a == stored.a)
            #expect(max(colour.r, colour.g, colour.b) <= colour.a)
            // What 8 bits of a premultiplied colour cannot tell is no fault of the conversion.
            #expect(colour.isNear(expected, within: 4), "\(stored)")
        }
    }

    @Test func aProfileForGreyIsHonouredWhereThePictureIsGrey() async throws {
        // A linear curve: what is stored as 128 of 255 is half the light, which sRGB stores as 188.
        let linear = ICCWriter(gamma: 1, space: "GRAY").bytes
        let greys = Painting(64, 64) { _, _ in Colour(r: 128, g: 128, b: 128) }
        let half = Colour(r: 188, g: 188, b: 188)
        #expect(try await colours(Self.jpeg(greys, linear), 8, 8).allSatisfy { $0.isNear(half, within: 2) })
        let segments = ICCWriter.segments(linear)
        let grey = try await colours(ICCWriter.insert(segments, into: TestPictures.grayJPEG), 8, 8)
        let plain = try await colours(TestPictures.grayJPEG, 8, 8)
        for (shown, stored) in zip(grey, plain) {
            let level = ColourMath.level(Double(stored.r) / 255)
            #expect(shown.isNear(Colour(r: level, g: level, b: level), within: 2))
        }
        // In a coloured picture it is a mistake.
        let coloured = try await colours(Self.jpeg(Self.squares, linear), 400, 80)
        #expect(try await coloured == colours(Self.squares.encoded("jpeg", options: Self.best), 400, 80))
    }

    @Test func anEmbeddedThumbnailHasTheProfileOfItsPicture() async throws {
        func file(_ segments: [[UInt8]]) -> [UInt8] {
            let colour = Painting(640, 480) { _, _ in Colour(r: 200, g: 100, b: 50) }
            let thumbnail = Painting(160, 120) { _, _ in Colour(r: 200, g: 100, b: 50) }.encoded(
                "jpeg", options: Self.best)
            return EXIFWriter(thumbnail: thumbnail).into(
                ICCWriter.insert(segments, into: colour.encoded("jpeg", options: Self.best)))
        }
        let segments = ICCWriter.segments(Self.displayP3.bytes, part: 200)
        func preview(_ file: [UInt8]) async throws -> Colour? {
            try await PixbufDecoder(width: 1).previewPixels(
                EncodedBytes(file), size: PixelSize(square: 60), fit: .fill)?
                .pixels.colour(30, 30)
        }
        #expect(try #require(await preview(file(segments))).isNear(Colour(r: 215, g: 93, b: 31), within: 3))
        // A part of the profile that is missing, as where a prefix of the file ends.
        #expect(try #require(await preview(file(segments.dropLast()))).isNear(Colour(r: 200, g: 100, b: 50), within: 3))
    }

    @Test func theScansOfAPictureThatIsStillComingAreConvertedAsWell() async throws {
        var rgb: [UInt8] = []
        for y in 0..<60 { for x in 0..<60 { rgb += [UInt8(190 + y % 8), UInt8(90 + x % 7), 50] } }
        var length = 0
        let encoded = try #require(tessera_reference_jpeg_encode(rgb, 60, 60, 95, true, &length))
        defer { free(encoded) }
        let cut = Array(UnsafeBufferPointer(start: encoded, count: length - 2))
        func preview(_ file: [UInt8]) async throws -> PixelBuffer {
            try #require(
                try await PixbufDecoder(width: 1).previewPixels(
                    EncodedBytes(file), size: PixelSize(square: 60), fit: .fill)?.pixels)
        }
        let plain = try await preview(cut)
        let shown = try await preview(ICCWriter.insert(ICCWriter.segments(Self.displayP3.bytes), into: cut))
        for place in stride(from: 0, to: 60, by: 7) {
            let meant = ColourMath.sRGB(plain.colour(place, place), of: ICCWriter.displayP3)
            #expect(shown.colour(place, place).isNear(meant, within: 2))
        }
    }

    // MARK: What is passed over

    @Test func aProfileThatCannotBeUsedIsAsNone() async throws {
        let good = Self.displayP3.bytes
        var noise = good
        for index in 128..<noise.count { noise[index] = UInt8(truncatingIfNeeded: index &* 197 &+ 13) }
        var unsigned = good
        unsigned[36] = 0
        let useless: [[UInt8]] = [
            [0], Array(good.prefix(100)), Array(good.prefix(good.count / 2)), noise, unsigned,
            [UInt8](repeating: 0xFF, count: 3000),
            ICCWriter(primaries: ICCWriter.displayP3, deviceClass: "prtr").bytes,
            ICCWriter(primaries: ICCWriter.displayP3, space: "CMYK").bytes,
            ICCWriter(primaries: ICCWriter.displayP3, space: "Lab ").bytes,
            ICCWriter(primaries: ICCWriter.displayP3, padding: PictureLimits.largestProfile).bytes,
        ]
        let plain = try await colours(Self.squares.encoded("jpeg", options: Self.best), 400, 80)
        for profile in useless {
            #expect(ColourTransforms().transform(from: profile) == nil)
            #expect(try await colours(Self.jpeg(Self.squares, profile), 400, 80) == plain)
        }
        #expect(ColourTransforms().transform(from: nil) == nil && ColourTransforms().transform(from: []) == nil)
        #expect(await Self.held(becomes: 0))
    }

    @Test func anyByteOfAProfileMayBeWrong() async throws {
        let good = Self.displayP3.bytes
        // Not all of them: a profile that is read as one takes 2 ms of a thread that others wait for.
        for index in stride(from: 0, to: good.count, by: 4) {
            var bad = good
            bad[index] ^= 0xFF
            var pixel: [UInt8] = [50, 100, 200, 255]
            try ColourTransform(from: bad)?.convert(&pixel, count: 1)
            #expect(pixel[3] == 255)
        }
        #expect(await Self.held(becomes: 0))
    }

    // MARK: Parts of a JPEG

    @Test func aProfileInPartsIsFoundWhole() throws {
        var writer = Self.displayP3
        writer.padding = 150_000
        let profile = writer.bytes
        let parts = ICCWriter.segments(profile, part: 40_000)
        #expect(parts.count == 4)
        func found(_ segments: [[UInt8]], cut: Int = 0) -> [UInt8]? {
            let file = ICCWriter.insert(segments, into: Self.cube.encoded("jpeg"))
            var profile: [UInt8]?
            file.dropLast(cut).withUnsafeBytes {
                let view = ByteView($0)
                profile = JPEGScan(view, to: .header).colours(of: view)
            }
            return profile
        }
        #expect(found(parts) == profile)
        #expect(found(parts.reversed()) == profile)
        #expect(found(parts + [parts[0]]) == profile)
        #expect(found([]) == nil)
        for index in parts.indices {
            var some = parts
            some.remove(at: index)
            #expect(found(some) == nil)
        }
        let behind = Self.cube.encoded("jpeg").count - 2
        #expect(found(parts, cut: behind) == profile && found(parts, cut: behind + 1) == nil)
        // Numbers from 0, none that there are, more than there are, and a segment too short for them.
        #expect(found([[0xFF, 0xE2, 0, 16] + Array("ICC_PROFILE\0".utf8) + [0, 0]]) == nil)
        #expect(found([[0xFF, 0xE2, 0, 16] + Array("ICC_PROFILE\0".utf8) + [1, 0]]) == nil)
        #expect(found([[0xFF, 0xE2, 0, 16] + Array("ICC_PROFILE\0".utf8) + [2, 1]]) == nil)
        #expect(found([[0xFF, 0xE2, 0, 14] + Array("ICC_PROFILE\0".utf8)]) == nil)
    }

    @Test func aProfileInPartsIsHonoured() async throws {
        let whole = try await colours(Self.jpeg(Self.squares, Self.displayP3.bytes), 400, 80)
        #expect(try await colours(Self.jpeg(Self.squares, Self.displayP3.bytes, part: 100), 400, 80) == whole)
    }

    // MARK: What is kept

    @Test func aProfileIsReadOnceAndFewAreKept() async {
        let transforms = ColourTransforms()
        let first = transforms.transform(from: Self.displayP3.bytes)
        #expect(first != nil && transforms.transform(from: Self.displayP3.bytes) === first)
        #expect(await Self.held(becomes: 1))
        for padding in 1...30 {
            let other = ICCWriter(primaries: ICCWriter.displayP3, padding: padding).bytes
            #expect(transforms.transform(from: other) != nil)
            // That which is used is not the one to go.
            #expect(transforms.transform(from: Self.displayP3.bytes) === first)
        }
        #expect(await Self.held(becomes: 8))
        // Large ones push out all others.
        let large = ICCWriter(primaries: ICCWriter.displayP3, padding: PictureLimits.largestProfile - 1000).bytes
        #expect(transforms.transform(from: large) != nil)
        // And the first, which is held here.
        #expect(await Self.held(becomes: 2))
        withExtendedLifetime(first) {}
    }

    @Test func nothingOfItIsLeft() async throws {
        do {
            let decoder = PixbufDecoder(width: 2)
            let file = Self.jpeg(Self.squares, Self.displayP3.bytes)
            let expected = try await colours(file, 400, 80)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let pixels = try await decoder.pixels(file, 400, 80)
                        return (0..<5).allSatisfy { pixels.colour($0 * 80 + 8, 40) == expected[40 * 400 + $0 * 80 + 8] }
                    }
                }
                for try await isSame in group { #expect(isSame) }
            }
            #expect(await Self.held(becomes: 1))
        }
        #expect(await Self.held(becomes: 0))
    }

    @Test func aCancelledConversionEnds() async throws {
        let transform = try #require(ColourTransform(from: Self.displayP3.bytes))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var pixels: [UInt8] = [50, 100, 200, 255]
            try transform.convert(&pixels, count: 1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
