// A larger picture in memory answers a smaller request; a smaller one is shown until the larger is there.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct SizeLadderTests {
    @Test func aLargerPictureInMemoryIsScaledDownInsteadOfFetched() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(processor: processor)
        _ = try await bench.image(1, side: 40)
        let small = try await bench.image(1, side: 10)
        #expect(small?.size == PixelSize(square: 10) && bench.bytes.gate.calls.count == 1)
        #expect(processor.steps == ["\(Processor.resize(PixelSize(square: 10), .fill))"])
        #expect(bench.memory.contains(sampleKey(1, 10)) && bench.loader.counters.duplicateFetches == 0)
    }

    @Test func theNearestOfSeveralLargerOnesIsUsed() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(processor: processor)
        for side in [20, 40, 80] {
            bench.memory.insert(TestImage(size: PixelSize(square: side)), for: sampleKey(1, side))
        }
        _ = try await bench.image(1, side: 30)
        #expect(processor.gate.calls.map(\.size) == [PixelSize(square: 40)])
    }

    @Test(arguments: [Fit.fill, .fit]) func sizesOfAnyKindAreCompared(fit: Fit) {
        let memory = TestCache(budget: 1 << 20)
        let sides = [1, 65_535, 1 << 30, 1 << 61, Int.max]
        for size in sides.flatMap({ width in sides.map { PixelSize(width: width, height: $0) } }) {
            let key = ImageKey(
                source: sampleSource, photo: PhotoID("1"), version: "", size: size, fit: fit, processors: [])
            memory.insert(TestImage(), for: key)
            _ = (memory.larger(than: key), memory.nearest(to: key))
        }
    }

    @Test func whatDoesNotShowTheSameIsNoStep() async throws {
        let memory = TestCache(budget: 1 << 20)
        let wide = PixelSize(width: 80, height: 40)
        func key(_ size: PixelSize, _ fit: Fit, _ version: String = "", _ processors: [Processor] = []) -> ImageKey {
            ImageKey(
                source: sampleSource, photo: PhotoID("1"), version: version, size: size, fit: fit,
                processors: processors)
        }
        memory.insert(TestImage(size: wide), for: key(wide, .fill))
        memory.insert(TestImage(size: wide), for: key(wide, .fill, "2"))
        memory.insert(TestImage(size: wide), for: key(PixelSize(square: 80), .fit))
        // The photo itself is smaller than that.
        memory.insert(TestImage(size: PixelSize(square: 30)), for: key(PixelSize(square: 90), .fill))
        memory.insert(TestImage(size: wide), for: key(PixelSize(square: 50), .fill, "", [.dimmed]))
        #expect(memory.larger(than: key(PixelSize(square: 40), .fill)) == nil)
        #expect(memory.larger(than: key(PixelSize(width: 40, height: 20), .fill)) != nil)
        #expect(memory.larger(than: key(PixelSize(width: 41, height: 20), .fill)) != nil)
        #expect(memory.larger(than: key(PixelSize(width: 70, height: 9), .fit)) != nil)
        #expect(memory.larger(than: key(PixelSize(width: 81, height: 9), .fit)) == nil)
        #expect(memory.larger(than: key(wide, .fill)) == nil)
        #expect(memory.larger(than: key(PixelSize(width: 40, height: 20), .fill, "", [.dimmed])) == nil)
    }

    @Test func aPictureThatCannotBeScaledIsFetched() async throws {
        let bench = Bench(processor: ScriptedProcessor { _ in true })
        _ = try await bench.image(1, side: 40)
        _ = try await bench.image(1, side: 10)
        #expect(bench.bytes.gate.calls.count == 2 && bench.loader.counters.failures == 0)
    }

    @Test func theStandInIsProcessedAsThePictureIs() {
        let memory = TestCache(budget: 1 << 20)
        memory.insert(TestImage(), for: ImageRequest(sampleRequest(1, 40), processors: [.dimmed]).key)
        #expect(memory.nearest(to: sampleKey(1, 20)) == nil)
        #expect(memory.nearest(to: ImageRequest(sampleRequest(1, 20), processors: [.dimmed]).key) != nil)
    }
}
