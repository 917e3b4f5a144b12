// The memory cache: exact budget, leases, stand-ins, pressure. Who leaves first is in EvictionTests.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct MemoryCacheTests {
    /// Room for `pictures` of 10 × 10, 400 bytes each.
    private func cache(_ pictures: Int) -> TestCache { TestCache(budget: pictures * 400) }
    private func fill(_ cache: TestCache, _ ids: some Sequence<Int>) {
        for id in ids { cache.insert(TestImage(), for: sampleKey(id)) }
    }
    private func present(_ cache: TestCache, _ ids: some Sequence<Int>) -> [Int] {
        ids.filter { cache.contains(sampleKey($0)) }
    }

    @Test func leastRecentlyUsedLeavesInTheCallThatExceedsTheBudget() {
        let cache = cache(3)
        fill(cache, 1...3)
        _ = cache.image(for: sampleKey(1))
        fill(cache, [4])
        #expect(present(cache, 1...4) == [1, 3, 4])
        #expect(cache.bytes == 1200 && cache.count == 3 && cache.evictions == 1)
    }

    @Test func anEntryOfExactlyTheBudgetStaysAndOneMoreByteDoesNot() {
        let cache = TestCache(budget: 400)
        #expect(cache.insert(TestImage(), for: sampleKey(1)))
        #expect(!TestCache(budget: 399).insert(TestImage(), for: sampleKey(1)))
        #expect(cache.bytes == 400)
    }

    @Test(arguments: [(800, [1, 2]), (799, [2])])
    func picturesOfExactlyTheBudgetStayTogetherAndOneByteLessEvicts(budget: Int, ids: [Int]) {
        let cache = TestCache(budget: budget)
        fill(cache, 1...2)
        #expect(present(cache, 1...2) == ids && cache.bytes == ids.count * 400)
    }

    @Test func aPictureWithoutRoomIsRefusedAndFlushesNothing() {
        let cache = cache(3)
        fill(cache, 1...3)
        #expect(!cache.insert(TestImage(size: PixelSize(square: 100)), for: sampleKey(9)))
        #expect(present(cache, 1...9) == [1, 2, 3])
    }

    @Test func overwritingReplacesTheCostAndCountsAsAUse() {
        let cache = cache(3)
        fill(cache, 1...2)
        cache.insert(TestImage(size: PixelSize(width: 10, height: 5)), for: sampleKey(1))
        #expect(cache.bytes == 600 && cache.count == 2 && cache.evictions == 0)
        fill(cache, 3...4)
        #expect(present(cache, 1...4) == [1, 3, 4])
    }

    @Test func overwritingKeepsThePlaceThatAStopHasEarned() {
        let cache = cache(8)
        cache.lease([sampleKey(1)])
        fill(cache, [1])
        cache.stop(at: [sampleKey(1)])
        cache.release([sampleKey(1)])
        fill(cache, [1])
        fill(cache, 2...30)
        #expect(cache.contains(sampleKey(1)))
    }

    @Test func aPictureCostsAtLeastOneByteAndABudgetOfNothingStoresNothing() {
        let cache = ImageCache<Weightless>(budget: 1)
        #expect(cache.insert(Weightless(), for: sampleKey(1)))
        #expect(cache.bytes == 1)
        let none = ImageCache<Weightless>(budget: -5)
        #expect(!none.insert(Weightless(), for: sampleKey(1)))
        #expect(none.count == 0 && none.limit == 0)
    }

    @Test func leasedPicturesAreNeverEvictedAndLeasesAreCounted() {
        let cache = cache(2)
        cache.lease([sampleKey(1)])  // before it arrives
        fill(cache, 1...2)
        cache.lease([sampleKey(1)])
        cache.release([sampleKey(1)])
        fill(cache, 3...9)
        #expect(present(cache, 1...9) == [1, 9])
        cache.release([sampleKey(1)])
        fill(cache, [10])
        #expect(present(cache, 1...10) == [1, 10])  // released: just used
        fill(cache, [11])
        #expect(present(cache, 1...11) == [10, 11])
    }

    @Test func leasedPicturesAloneMayExceedTheBudgetAndReleasingRestoresIt() {
        let cache = cache(2)
        let keys = (1...4).map { sampleKey($0) }
        cache.lease(keys)
        fill(cache, 1...4)
        #expect(cache.bytes == 1600)
        #expect(!cache.insert(TestImage(), for: sampleKey(5)))
        cache.release(keys)
        #expect(cache.bytes == 800 && present(cache, 1...4) == [3, 4])
    }

    @Test func anOverwrittenLeasedPictureStaysLeased() {
        let cache = cache(2)
        cache.lease([sampleKey(1)])
        fill(cache, [1, 1])
        fill(cache, 2...9)
        #expect(present(cache, 1...9) == [1, 9] && cache.bytes == 800)
        cache.remove(sampleKey(1))
        #expect(cache.bytes == 400)
    }

    @Test func releasingWithoutALeaseDoesNothing() {
        let cache = cache(2)
        fill(cache, 1...2)
        cache.release([sampleKey(1), sampleKey(7)])
        fill(cache, [3])
        #expect(present(cache, 1...3) == [2, 3])
    }

    @Test func theNearestSizeIsTheSmallestLargerOneElseTheLargest() {
        let cache = TestCache(budget: 1 << 20)
        for side in [5, 8, 20, 30] {
            cache.insert(TestImage(size: PixelSize(square: side)), for: sampleKey(1, side))
        }
        #expect(cache.nearest(to: sampleKey(1, 10))?.size == PixelSize(square: 20))
        #expect(cache.nearest(to: sampleKey(1, 30))?.size == PixelSize(square: 20))
        #expect(cache.nearest(to: sampleKey(1, 99))?.size == PixelSize(square: 30))
        #expect(cache.nearest(to: sampleKey(2, 10)) == nil)
        #expect(cache.hits == 0 && cache.misses == 0)
    }

    @Test func theNearestSizePrefersTheSameFitAndIgnoresOtherVersions() {
        let cache = TestCache(budget: 1 << 20)
        cache.insert(TestImage(size: PixelSize(square: 20)), for: sampleKey(1, 20, fit: .fit))
        #expect(cache.nearest(to: sampleKey(1, 10))?.size == PixelSize(square: 20))
        cache.insert(TestImage(size: PixelSize(square: 5)), for: sampleKey(1, 5))
        #expect(cache.nearest(to: sampleKey(1, 10))?.size == PixelSize(square: 5))
        let other = ImageKey(
            source: sampleSource, photo: PhotoID("1"), version: "2", size: PixelSize(square: 10), fit: .fill)
        #expect(cache.nearest(to: other) == nil)
    }

    @Test func anEvictedSizeIsNoStandIn() {
        let cache = TestCache(budget: 1600)
        cache.insert(TestImage(size: PixelSize(square: 20)), for: sampleKey(1, 20))
        fill(cache, [2])
        #expect(cache.nearest(to: sampleKey(1, 10)) == nil)
    }

    @Test func pressureIsGradedAndTheLimitStaysLoweredUntilRelaxed() {
        let cache = cache(16)
        fill(cache, 1...16)
        cache.lease([sampleKey(1)])
        cache.trim(to: .half)
        #expect(cache.bytes == 8 * 400 && cache.limit == 8 * 400 && cache.contains(sampleKey(1)))
        cache.trim(to: .visibleAndNear)
        #expect(present(cache, 1...16) == [1, 16])
        cache.trim(to: .visibleOnly)
        #expect(present(cache, 1...16) == [1])
        cache.trim(to: .half)
        fill(cache, 1...16)
        #expect(cache.count == 2)
        cache.relax()
        fill(cache, 1...16)
        #expect(cache.count == 16)
    }

    @Test func aHiddenWindowKeepsATenth() {
        let cache = cache(20)
        fill(cache, 1...20)
        cache.trim(to: .hidden)
        #expect(present(cache, 1...20) == [19, 20] && cache.limit == 2 * 400)
        fill(cache, 1...20)
        #expect(cache.count == 2)
        cache.relax()
        #expect(cache.limit == 20 * 400)
    }

    @Test func evictedPicturesAreFreedOutsideTheLock() {
        let cache = cache(1)
        let sawBytes = Probe<Int?>(nil)
        // Asking the cache from the deinitialiser would never return under the lock.
        cache.insert(
            TestImage { [weak cache] in
                let bytes = cache?.bytes; sawBytes.change { $0 = bytes }
            }, for: sampleKey(1))
        fill(cache, [2])
        #expect(sawBytes.state == 400)
    }

    @Test func hitsAndMissesAreCounted() {
        let cache = cache(1)
        fill(cache, [1])
        _ = cache.image(for: sampleKey(1))
        _ = cache.image(for: sampleKey(2))
        _ = cache.contains(sampleKey(1))
        #expect(cache.hits == 1 && cache.misses == 1)
    }
}

/// A picture that says it costs nothing.
private final class Weightless: DecodedImage {
    let size = PixelSize(square: 1)
    let cost = 0
}

/// A small generator with a seed, so that random tests repeat (SplitMix64, Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
