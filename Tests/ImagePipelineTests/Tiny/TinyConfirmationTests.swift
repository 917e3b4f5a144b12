// Thumbnails in files that are those of other pictures: shown at first, and replaced when the photo itself has been
// seen.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TinyConfirmationTests {
    /// The same store under loaders that come one after the other, as in a program that is started again.
    private struct Bench {
        let pack: TilePack
        let decoder: ThumbnailDecoder
        let loader: TestLoader
        let session: TestSession

        init(
            pack: TilePack? = nil, stale: Set<String> = [], fails: Bool = false,
            allowsBackfill: @escaping @Sendable () -> Bool = { true }
        ) {
            let pack = pack ?? TilePack(folder: MemoryDisk().folder(), budget: 8 << 20, executor: SerialJobs())
            self.pack = pack
            decoder = ThumbnailDecoder(stale: stale, fails: fails)
            loader = ImageLoader(
                bytes: BeginningByteLoader(), decoder: decoder, memory: TestCache(budget: 1 << 20),
                tinyCodec: NamingCodec(), tinyStore: TinyStore(pack: pack, codec: NamingCodec()),
                configuration: .init(
                    decodeLimit: 2, allowsBackfill: allowsBackfill, clock: RestlessClock(), random: { 0 }))
            session = loader.makeSession {}
        }

        func want(_ visible: Range<Int>, around: [Range<Int>] = [], version: String = "1") {
            session.want(TinyWish(listing: NumberedListing(version: version), visible: visible, around: around))
        }
        /// The last letter of the image that a tile shows.
        func shown(_ position: Int) -> Character? {
            guard let pixel = session.tinyPictures?.entry(of: NumberedListing.ref(position))?.picture?.pixels.first
            else {
                return nil
            }
            return Character(Unicode.Scalar(UInt8(pixel)))
        }
        func stored(_ position: Int) async -> [UInt8]? {
            await loader.storeTinyPictures()
            guard let key = TileKey(tileRequest(position, side: 48, version: "1"), .square) else { return nil }
            return await pack.bytes(for: key)?.array
        }
        func untilDecoded(_ count: Int) async { await decoder.decodes.until { $0.count >= count } }
        /// Waits until the photos' own pictures are stored.
        func untilCertain(_ positions: Range<Int>) async {
            await eventually {
                for position in positions where await stored(position) != [1] + Array("photo \(position)".utf8) {
                    return false
                }
                return true
            }
        }
    }

    @Test func aThumbnailOfAnotherPictureIsShownAtFirstAndThenReplacedInTileAndStore() async {
        let bench = Bench(stale: ["photo 1"])
        bench.decoder.isOpen.close()
        bench.want(0..<3)
        await eventually { bench.shown(1) == "x" && bench.shown(0) == "0" && bench.shown(2) == "2" }
        _ = bench.session.takeArrivals()
        bench.decoder.isOpen.open()
        await eventually { bench.shown(1) == "1" }
        await bench.untilCertain(0..<3)
        #expect(bench.decoder.decodes.state.sorted() == ["photo 0", "photo 1", "photo 2"])
        // The tiles of the others, which look the same, are not drawn again.
        #expect(bench.session.takeArrivals() == [NumberedListing.ref(1)])
    }

    @Test func atTheNextStartNothingIsDecoded() async {
        let first = Bench(stale: ["photo 1"])
        first.want(0..<3)
        await first.untilCertain(0..<3)
        let second = Bench(pack: first.pack, stale: ["photo 1"])
        second.want(0..<3)
        await eventually { (0..<3).allSatisfy { second.shown($0) == Character("\($0)") } }
        // One more photo, whose confirmation comes after that of the others would.
        second.want(0..<4)
        await second.untilDecoded(1)
        await second.untilCertain(0..<4)
        #expect(second.decoder.decodes.state == ["photo 3"])
    }

    @Test func whatWasNotReachedIsLookedAtAtTheNextStart() async {
        let first = Bench(stale: ["photo 1"], allowsBackfill: { false })
        first.want(0..<3)
        await eventually { first.shown(1) == "x" && first.shown(2) == "2" }
        #expect(await first.stored(1)?.first == 0x81)
        #expect(first.decoder.decodes.state.isEmpty)
        let second = Bench(pack: first.pack, stale: ["photo 1"])
        second.want(0..<3)
        await second.untilCertain(0..<3)
        #expect(second.shown(1) == "1" && second.decoder.decodes.state.count == 3)
    }

    @Test func onlyWhatIsInViewIsLookedAt() async {
        let bench = Bench()
        bench.want(0..<2, around: [2..<40])
        await bench.untilCertain(0..<2)
        bench.want(40..<41)
        await bench.untilCertain(40..<41)
        #expect(Set(bench.decoder.decodes.state) == ["photo 0", "photo 1", "photo 40"])
    }

    @Test func aPhotoThatCannotBeDecodedKeepsItsThumbnailAndIsTriedOnce() async {
        let bench = Bench(fails: true)
        bench.want(0..<2)
        // One after the other: with the second, the first has failed for good. The next wish may cut the second short.
        await bench.decoder.decodes.until { $0.contains("photo 1") }
        bench.want(0..<3)
        await bench.decoder.decodes.until { $0.contains("photo 2") }
        #expect(bench.decoder.decodes.state.count { $0 == "photo 0" } == 1 && bench.shown(0) == "0")
    }

    /// Nothing is kept of a photo without a version, as those of services are.
    @Test func aPhotoThatIsNotStoredIsNotReadForIt() async {
        let bench = Bench()
        bench.want(0..<1, version: "")
        await eventually { bench.shown(0) == "0" }
        bench.want(5..<6)
        await bench.untilCertain(5..<6)
        bench.want(0..<6, version: "")
        await eventually { (0..<6).allSatisfy { bench.shown($0) != nil } }
        bench.want(7..<8)
        await bench.untilCertain(7..<8)
        #expect(bench.decoder.decodes.state == ["photo 5", "photo 7"])
    }

    @Test func aDecodeForAnotherPurposeIsEnough() async throws {
        let bench = Bench(stale: ["photo 1"], allowsBackfill: { false })
        bench.want(1..<2)
        await eventually { bench.shown(1) == "x" }
        _ = try await bench.loader.image(for: tileRequest(1, side: 48, version: "1"), priority: .visible)
        await bench.untilCertain(1..<2)
        #expect(bench.decoder.decodes.state == ["photo 1"])
    }
}

/// Twice the same to a coarse look, and not.
@Suite struct TinyLikenessTests {
    private func picture(_ pixel: (Int, Int) -> UInt16, side: Int = 24) -> TinyPicture {
        TinyPicture(
            size: PixelSize(square: side),
            pixels: ContiguousArray((0..<side * side).map { pixel($0 % side, $0 / side) }))!
    }

    @Test func noiseAndAShiftByAPixelLookTheSame() {
        let ramp = picture { x, y in UInt16(x * 31 / 23) << 11 | UInt16(y * 31 / 23) }
        #expect(ramp.resembles(ramp))
        #expect(
            ramp.resembles(picture { x, y in UInt16(min(31, x * 31 / 23 + (x + y) % 2)) << 11 | UInt16(y * 31 / 23) }))
        #expect(ramp.resembles(picture { x, y in UInt16(max(0, x - 1) * 31 / 23) << 11 | UInt16(y * 31 / 23) }))
    }

    @Test func anotherColourAPartAndAnotherSizeDoNot() {
        let blue = picture { _, _ in 0x001F }
        #expect(!blue.resembles(picture { _, _ in 0xF800 }))
        #expect(!blue.resembles(picture { x, y in x < 6 && y < 6 ? 0xF800 : 0x001F }))
        #expect(!blue.resembles(picture({ _, _ in 0x001F }, side: 23)))
        let ramp = picture { x, _ in UInt16(x * 31 / 23) << 11 }
        #expect(!ramp.resembles(picture { x, _ in UInt16((23 - x) * 31 / 23) << 11 }))
    }
}

/// Files whose beginnings are their titles.
private struct BeginningByteLoader: ByteLoader {
    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        FetchedBytes(EncodedBytes([1]), from: .network)
    }
    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? { EncodedBytes([1]) }
}

/// A decoder of photos that all have thumbnails, some of them those of a picture called `x`.
private final class ThumbnailDecoder: PixelDecoder {
    let decodes = Probe([String]())
    let isOpen = Gate(isOpen: true)
    private let stale: Set<String>
    private let fails: Bool

    init(stale: Set<String>, fails: Bool) { (self.stale, self.fails) = (stale, fails) }

    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> TestImage {
        _ = try await isOpen.pass(Call(title: request.title, location: request.location, size: nil, priority: priority))
        decodes.change { $0.append(request.title) }
        if fails { throw LoadFailure(stage: .decode, culprit: request.title, reason: .corrupt(Message("as scripted"))) }
        return TestImage(size: request.key.size, title: request.title)
    }

    func preview(
        _ bytes: EncodedBytes, for request: ImageRequest, beyond shown: PreviewDetail?, priority: LoadPriority
    ) async throws -> Preview<TestImage>? {
        let title = stale.contains(request.title) ? "x" : request.title
        return Preview(image: TestImage(size: PixelSize(square: 48), title: title), detail: .thumbnail)
    }
}
