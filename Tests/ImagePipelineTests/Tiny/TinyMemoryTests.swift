// Tiny pictures in memory: made of every decode that passes, and read from the store before anybody asks.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TinyMemoryTests {
    private func key(_ id: Int, _ side: Int = 100) -> ImageKey { sampleKey(id, side) }

    @Test func everyDecodeLeavesATinyPictureWhateverItsSize() async throws {
        let bench = TinyBench()
        _ = try await bench.loader.image(for: sampleRequest(1, 200), priority: .visible)
        let memory = try #require(bench.loader.tinyPictures)
        #expect(memory.count == 1)
        // For tiles of any size, and no larger than it is stored.
        #expect(memory.picture(for: key(1, 30))?.size == PixelSize(square: 30))
        #expect(memory.picture(for: key(1, 500))?.size == PixelSize(square: 48))
        #expect(memory.picture(for: key(2)) == nil)
        // Gone from memory, the picture is still known.
        bench.memory.remove(key(1, 200))
        #expect(memory.picture(for: key(1)) != nil)
    }

    @Test func whatWasUsedLongestAgoIsForgottenAtTheBudget() {
        let memory = TinyMemory(codec: NamingCodec(), budget: 3 * (160 + 9))
        for id in 1...4 { memory.note(TestImage(title: "photo 00"), for: key(id)) }
        #expect((1...4).map { memory.contains(key($0), .square) } == [false, true, true, true])
        #expect(memory.bytes == 3 * (160 + 9))
    }

    @Test func aPictureIsMadeOnceAndNotOfWhatDoesNotShowThePhoto() {
        let memory = TinyMemory(codec: NamingCodec())
        memory.note(TestImage(title: "first"), for: key(1))
        let bytes = memory.bytes
        memory.note(TestImage(), for: key(1, 300))
        #expect(memory.count == 1 && memory.bytes == bytes)
        let processed = ImageRequest(sampleRequest(2), processors: [.dimmed])
        memory.note(TestImage(), for: processed.key)
        #expect(memory.count == 1)
    }

    @Test func aPreloadReadsWhatIsStoredFromTheScreenOutwardsAndDecodesNothing() async throws {
        let bench = TinyBench()
        let listing = NumberedListing(count: 2000)
        await bench.keep(stride(from: 0, to: 2000, by: 2).map { ($0, [1] + Array("photo \($0)".utf8)) })
        let wish = TinyWish(listing: listing, visible: 1000..<1040, around: [1040..<1500, 500..<1000, 1500..<2000])
        let came = await bench.loader.preloadTinyPictures(wish, atMost: 1000)
        let memory = try #require(bench.loader.tinyPictures)
        #expect(came == 500 && memory.count == 500)
        func isKnown(_ id: Int) -> Bool {
            memory.contains(
                ImageKey(
                    source: sampleSource, photo: PhotoID("\(id)"), version: "1", size: PixelSize(square: 9), fit: .fill),
                .square)
        }
        #expect(isKnown(1000) && isKnown(1498) && isKnown(998) && !isKnown(1001) && !isKnown(1600))
        #expect(bench.bytes.gate.calls.isEmpty && bench.decoder.gate.calls.isEmpty)
        // What is known is not read again.
        #expect(await bench.loader.preloadTinyPictures(wish, atMost: 1000) == 0)
    }
}
