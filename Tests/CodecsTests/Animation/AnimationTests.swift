// Animated GIF and WebP: what a file says of its frames, the frames themselves, and what is held while they are played.
import CGLib
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct AnimationTests {
    private let budget = FrameBudget()
    private let decoder: PixbufDecoder

    init() { decoder = PixbufDecoder(width: 1, frameBudget: budget) }

    private static let both = [AnimatedFile.Format.gif, .webP]
    private static let three = AnimatedFile(frames: [.init(colour: .red), .init(colour: .green), .init(colour: .blue)])

    // MARK: What the file says

    @Test(arguments: both)
    func aFileTellsItsFramesTheirTimesAndItsLoops(format: AnimatedFile.Format) throws {
        var file = AnimatedFile(
            frames: [0, 10, 20, 70].map { .init(colour: .red, milliseconds: $0) })
        let picture = try #require(animated(file.bytes(format)))
        #expect(picture.durations.count == 4)
        // What says 10 ms or less is shown for 100, as browsers do.
        #expect(picture.durations == [100, 100, 20, 70])
        #expect(picture.plays == nil)
        file.loops = 3
        // GIF counts what comes after the first time, WebP all.
        #expect(try #require(animated(file.bytes(format))).plays == (format == .gif ? 4 : 3))
        file.loops = nil
        #expect(try #require(animated(file.bytes(format))).plays == 1)
    }

    @Test(arguments: both)
    func whetherItPlaysIsAFactOfTheFile(format: AnimatedFile.Format) throws {
        let scratch = ScratchFolder()
        func traits(_ bytes: [UInt8], _ name: String) throws -> PictureTraits? {
            FileFactsReader.read(scratch.write(name, bytes))?.traits
        }
        #expect(try traits(Self.three.bytes(format), "three") == .animation)
        #expect(try traits(AnimatedFile(loops: nil, frames: Self.three.frames).bytes(format), "once") == .animation)
        if format == .gif { #expect(try traits(AnimatedFile(frames: [.init(colour: .red)]).gif, "one") == []) }
        #expect(try traits(TestPictures.webP, "still") == [])
    }

    @Test func aGIFOfWhichTheFirstFrameAloneIsThereIsTakenForWhatItsLoopSays() {
        for (loops, isAnimated) in [(0, true), (nil, false)] as [(Int?, Bool)] {
            let file = AnimatedFile(width: 100, height: 100, loops: loops, frames: Self.three.frames)
            for length in [1_000, file.gif.count / 3] {
                let header = file.gif.prefix(length).withUnsafeBytes { PictureHeader(scanning: $0) }
                #expect(header.isAnimated == isAnimated)
            }
        }
    }

    @Test func aPictureOfOneFrameIsNoAnimation() {
        let one = AnimatedFile(frames: [.init(colour: .red)])
        #expect(animated(one.gif) == nil && animated(one.webP) == nil)
        #expect(animated(TestPictures.webP) == nil && animated(Painting.quarters(8, 8).encoded("png")) == nil)
        #expect(animated([]) == nil && animated(Array("GIF89a".utf8)) == nil)
    }

    @Test(arguments: both)
    func aPictureOfTheWholeKeepsItsAnimationAndACroppedOneDoesNot(format: AnimatedFile.Format) async throws {
        let bytes = EncodedBytes(Self.three.bytes(format))
        func picture(_ fit: Fit) async throws -> DecodedPicture {
            let request = ImageRequest(
                source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Sea"), location: .file("/sea"),
                size: PixelSize(square: 16), fit: fit)
            return try await decoder.decode(bytes, for: request, priority: .visible)
        }
        let whole = try await picture(.fit)
        #expect(whole.animation?.durations.count == 3)
        #expect(whole.cost == whole.pixels.cost + bytes.count)
        #expect(try await picture(.fill).animation == nil)
    }

    @Test(arguments: both)
    func theFramesFollowTheStillPictureInTheirOrder(format: AnimatedFile.Format) async throws {
        let animation = try await play(Self.three.bytes(format))
        var colours: [Colour] = []
        for _ in 0..<7 { colours.append(try #require(try await animation.next()).image.colour(3, 3)) }
        #expect(colours == [.green, .blue, .red, .green, .blue, .red, .green])
    }

    @Test(arguments: both)
    func aFrameOfAPartIsLaidOverWhatIsThere(format: AnimatedFile.Format) async throws {
        let file = AnimatedFile(frames: [
            .init(colour: .red),
            .init(colour: .green, x: 8, y: 0, width: 8, height: 12),
            .init(colour: Colour(r: 0, g: 0, b: 0, a: 0)),
            .init(colour: .blue, x: 0, y: 6, width: 16, height: 6),
        ])
        let animation = try await play(file.bytes(format))
        #expect(try await corners(of: animation.next()) == [.red, .green, .red, .green])
        // Nothing but transparency changes nothing.
        #expect(try await corners(of: animation.next()) == [.red, .green, .red, .green])
        #expect(try await corners(of: animation.next()) == [.red, .green, .blue, .blue])
        #expect(try await corners(of: animation.next()) == [.red, .red, .red, .red])
    }

    @Test(arguments: both)
    func aFrameThatIsDisposedOfLeavesTheBackground(format: AnimatedFile.Format) async throws {
        let clear = Colour(r: 0, g: 0, b: 0, a: 0)
        let file = AnimatedFile(frames: [
            .init(colour: .red),
            .init(colour: .green, x: 8, y: 0, width: 8, height: 6, disposal: .background),
            .init(colour: .blue, x: 0, y: 6, width: 8, height: 6),
        ])
        let animation = try await play(file.bytes(format))
        #expect(try await corners(of: animation.next()) == [.red, .green, .red, .red])
        #expect(try await corners(of: animation.next()) == [.red, clear, .blue, .red])
    }

    @Test func aGIFsFrameCanGoBackToTheOneBefore() async throws {
        let file = AnimatedFile(frames: [
            .init(colour: .red),
            .init(colour: .green, x: 8, y: 0, width: 8, height: 6, disposal: .previous),
            .init(colour: .blue, x: 0, y: 6, width: 8, height: 6),
        ])
        let animation = try await play(file.gif)
        #expect(try await corners(of: animation.next()) == [.red, .green, .red, .red])
        #expect(try await corners(of: animation.next()) == [.red, .red, .blue, .red])
    }

    @Test func aWebPsFrameCanTakeThePlaceOfWhatIsThere() async throws {
        let half = Colour(r: 0, g: 255, b: 0, a: 128)
        let file = AnimatedFile(frames: [
            .init(colour: .red), .init(colour: half), .init(colour: half, isBlended: false),
        ])
        let animation = try await play(file.webP)
        let (blended, placed) = (try #require(try await animation.next()), try #require(try await animation.next()))
        #expect(blended.image.colour(3, 3).isNear(Colour(r: 127, g: 128, b: 0), within: 2))
        // Premultiplied, as the renderer takes it.
        #expect(placed.image.colour(3, 3) == Colour(r: 0, g: 128, b: 0, a: 128))
    }

    @Test(arguments: both)
    func framesHaveTheSizeThatIsShown(format: AnimatedFile.Format) async throws {
        let file = AnimatedFile(
            width: 160, height: 120,
            frames: [
                .init(colour: .red, width: 160, height: 60), .init(colour: .green, x: 80, y: 0, width: 80, height: 60),
            ])
        let animation = try await play(file.bytes(format), at: PixelSize(width: 40, height: 30))
        let frame = try #require(try await animation.next())
        #expect(frame.image.size == PixelSize(width: 40, height: 30))
        #expect(frame.image.colour(5, 5) == .red && frame.image.colour(35, 5) == .green)
    }

    @Test(arguments: both)
    func itIsPlayedAsOftenAsItSaysAndThenLetsGoOfItsMemory(format: AnimatedFile.Format) async throws {
        var file = Self.three
        file.loops = format == .gif ? 1 : 2
        let animation = try await play(file.bytes(format))
        #expect(budget.used > 0)
        var count = 0
        while try await animation.next() != nil { count += 1 }
        // Twice three frames, the first of which is the still picture.
        #expect(count == 5)
        #expect(budget.used == 0)
        #expect(try await animation.next() == nil)
    }

    // MARK: What is held

    /// The thread that decodes may keep a frame for a moment.
    @Test func noFrameIsKept() async throws {
        let animation = try await play(Self.three.webP)
        weak var pixels: PixelBuffer?
        for _ in 0..<5 {
            let frame = try await animation.next()
            while pixels != nil { await Task.yield() }
            pixels = frame?.image
        }
        while pixels != nil { await Task.yield() }
    }

    /// Waits until nothing is taken of a budget: the thread that decodes may keep an animation for a moment.
    /// A decode process names the end of the file.
    @Test func aBudgetIsNotExceededByAnEndThatNoFileHas() {
        let size = PixelSize(square: 8)
        let scan = AnimationScan(
            format: .gif, canvas: size, largestPart: size, durations: [100, 100], plays: nil, end: .max)
        #expect(budget.share(for: scan, at: size) == nil)
    }

    private func untilFree(_ budget: FrameBudget) async {
        while budget.used > 0 { await Task.yield() }
    }

    @Test(arguments: both)
    func animationsShareABudgetAndWhoDoesNotFitStaysStill(format: AnimatedFile.Format) async throws {
        let size = PixelSize(width: 16, height: 12)
        let alone = try await play(Self.three.bytes(format))
        let need = budget.used
        _ = consume alone
        await untilFree(budget)
        let tight = FrameBudget(limit: 2 * need - 1)
        let decoder = PixbufDecoder(width: 1, frameBudget: tight)
        let first = try #require(animated(Self.three.bytes(format), decoder))
        let second = try #require(animated(Self.three.bytes(format), decoder))
        var playing = try await first.open(at: size)
        #expect(playing != nil)
        #expect(try await second.open(at: size) == nil)
        #expect(tight.used == need)
        playing = nil
        await untilFree(tight)
        playing = try await second.open(at: size)
        #expect(playing != nil)
        #expect(tight.used == need)
    }

    // MARK: Bad files

    @Test func aCanvasOrAPartBeyondTheLimitForStillsIsRefusedWithoutMemory() async throws {
        var large = Self.three
        (large.width, large.height) = (16_000, 16_000)
        for index in large.frames.indices { (large.frames[index].width, large.frames[index].height) = (16, 12) }
        var part = Self.three
        (part.frames[2].width, part.frames[2].height) = (65_000, 65_000)
        for (file, size) in [
            (large.gif, PixelSize(square: 16_000)), (large.webP, PixelSize(square: 16_000)),
            (part.gif, PixelSize(square: 65_000)),
        ] {
            let picture = try #require(animated(file))
            await #expect(
                throws: LoadFailure(stage: .decode, culprit: "Sea", reason: .tooManyPixels(size, limit: 100_000_000))
            ) { _ = try await picture.open(at: PixelSize(width: 16, height: 12)) }
        }
        #expect(budget.used == 0)
    }

    @Test func delaysWhoseSumOverflowsAreCutInsteadOfEndingTheProgram() async throws {
        let file = AnimatedFile(
            width: 1, height: 1,
            frames: (0..<3300).map { .init(colour: $0 == 1 ? .green : .red, milliseconds: 655_350) })
        let picture = try #require(animated(file.gif))
        #expect(picture.durations.count == (1 << 30) / 655_350)
        let animation = try #require(try await picture.open(at: PixelSize(square: 1)))
        #expect(try await animation.next()?.image.colour(0, 0) == .green)
    }

    @Test func aGIFThatIsCutEndsWithItsLastWholeFrame() async throws {
        let whole = Self.three.gif
        let cut = Array(whole.dropLast(20))
        let picture = try #require(animated(cut))
        #expect(picture.durations.count == 2)
        let animation = try #require(try await picture.open(at: PixelSize(width: 16, height: 12)))
        var colours: [Colour] = []
        for _ in 0..<3 { colours.append(try #require(try await animation.next()).image.colour(3, 3)) }
        #expect(colours == [.green, .red, .green])
    }

    @Test func aWebPStopsAtItsLastGoodFrame() async throws {
        var file = Self.three
        file.frames[2].isDamaged = true
        let animation = try await play(file.webP)
        #expect(try await animation.next()?.image.colour(3, 3) == .green)
        #expect(try await animation.next() == nil)
        #expect(try await animation.next() == nil)
        #expect(budget.used == 0)
    }

    @Test func aWebPThatIsCutCannotBePlayed() async throws {
        let picture = try #require(animated(Array(Self.three.webP.dropLast(6))))
        await #expect(
            throws: LoadFailure(stage: .decode, culprit: "Sea", reason: .corrupt(Message("its frames cannot be read")))
        ) { _ = try await picture.open(at: PixelSize(width: 16, height: 12)) }
        #expect(budget.used == 0)
    }

    // MARK: Words

    private func animated(_ bytes: [UInt8], _ other: PixbufDecoder? = nil) -> AnimatedPicture? {
        let encoded = EncodedBytes(bytes)
        return AnimationScan(encoded).map {
            AnimatedPicture(encoded, $0, title: "Sea", decoder: (other ?? decoder).frames)
        }
    }

    private func play(_ bytes: [UInt8], at size: PixelSize = PixelSize(width: 16, height: 12)) async throws -> Animation
    {
        let picture = try #require(animated(bytes))
        return try #require(try await picture.open(at: size))
    }

    /// Top left, top right, bottom left, bottom right of a 16 × 12 frame.
    private func corners(of frame: AnimationFrame<PixelBuffer>?) throws -> [Colour] {
        let pixels = try #require(frame).image
        return [pixels.colour(2, 2), pixels.colour(13, 2), pixels.colour(2, 9), pixels.colour(13, 9)]
    }
}

extension Animation {
    fileprivate func next() async throws -> AnimationFrame<PixelBuffer>? { try await next { $0 } }
}

extension AnimatedFile {
    enum Format: Sendable { case gif, webP }

    func bytes(_ format: Format) -> [UInt8] { format == .gif ? gif : webP }
}
