// Who leaves the memory cache first: what passed by, what the user stopped at, what was come back to, what is planned.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct EvictionTests {
    /// Room for `pictures` of 10 × 10, 400 bytes each: the upper segments take a quarter of them each.
    private func cache(_ pictures: Int) -> TestCache { TestCache(budget: pictures * 400) }
    private func keys(_ ids: some Sequence<Int>) -> [ImageKey] { ids.map { sampleKey($0) } }
    private func fill(_ cache: TestCache, _ ids: some Sequence<Int>) {
        for id in ids { cache.insert(TestImage(), for: sampleKey(id)) }
    }
    private func present(_ cache: TestCache, _ ids: some Sequence<Int>) -> [Int] {
        ids.filter { cache.contains(sampleKey($0)) }
    }
    /// The pictures are on the screen, loaded if they are not here, and leave it. With a stop in between or without.
    private func show(_ cache: TestCache, _ ids: some Sequence<Int>, stop: Bool) {
        let keys = keys(ids)
        cache.lease(keys)
        for key in keys where cache.image(for: key) == nil { cache.insert(TestImage(), for: key) }
        if stop { cache.stop(at: keys) }
        cache.release(keys)
    }

    @Test func oneLongFlingDoesNotFlushWhatWasRead() {
        let cache = cache(96)
        show(cache, 0..<24, stop: true)
        for row in 4..<500 {
            // What the grid does for each row that comes into sight.
            _ = cache.plan(keys(6 * row..<6 * row + 48))
            show(cache, 6 * row..<6 * row + 6, stop: false)
        }
        #expect(present(cache, 0..<24).count == 24)
        let before = (hits: cache.hits, misses: cache.misses)
        show(cache, 0..<24, stop: true)
        #expect(cache.hits - before.hits == 24 && cache.misses == before.misses)
        #expect(cache.count == 96 && cache.evictions == 24 + 496 * 6 - 96)
    }

    @Test func withoutAStopTheOldestUseLeavesFirst() {
        let cache = cache(4)
        show(cache, 1...4, stop: false)
        _ = cache.image(for: sampleKey(1))
        fill(cache, [5])
        #expect(present(cache, 1...5) == [1, 3, 4, 5])
    }

    @Test func whatWasStoppedAtOutlivesWhatCameLater() {
        let cache = cache(8)
        show(cache, 1...2, stop: true)
        for id in 3...20 { show(cache, [id], stop: false) }
        #expect(present(cache, 1...20) == [1, 2] + Array(15...20))
    }

    @Test func eachUpperSegmentTakesAQuarterAndTheOldestStopIsDemoted() {
        let cache = cache(8)
        for id in 1...4 { show(cache, [id], stop: true) }
        show(cache, 11...16, stop: false)
        // 1 and 2 came down before the six arrived, as the oldest of those that only pass by.
        #expect(present(cache, 1...16) == [3, 4] + Array(11...16))
    }

    @Test func whatWasComeBackToOutlivesEveryOtherStop() {
        let cache = cache(8)
        show(cache, 1...2, stop: true)
        show(cache, 1...2, stop: true)
        for id in 3...40 { show(cache, [id], stop: true) }
        #expect(present(cache, 1...40) == [1, 2] + Array(35...40))
    }

    @Test func aReturnIsKnownThoughThePictureHadGone() {
        let cache = cache(8)
        show(cache, 1...2, stop: true)
        for id in 3...20 { show(cache, [id], stop: true) }
        #expect(present(cache, 1...2).isEmpty)
        show(cache, 1...2, stop: true)
        for id in 21...40 { show(cache, [id], stop: true) }
        #expect(present(cache, 1...2) == [1, 2])
    }

    @Test func stopsAreRememberedByNameUpToALimit() {
        var stops = StopMemory()
        let keys = keys(0...StopMemory.capacity)
        let first = keys.map { stops.note($0) }
        #expect(!first.contains(true))
        // The oldest was forgotten for the last one, and takes the place of the one after the next.
        let again = [1, 0, 1, 2].map { stops.note(keys[$0]) }
        #expect(again == [true, false, true, false])
    }

    @Test func stoppingAgainWithoutHavingLeftIsNoReturn() {
        let cache = cache(8)
        let first = keys([1])
        cache.lease(first)
        fill(cache, [1])
        cache.stop(at: first)
        cache.stop(at: first)
        cache.release(first)
        for id in 2...20 { show(cache, [id], stop: true) }
        #expect(!cache.contains(sampleKey(1)))
    }

    @Test func aPictureThatArrivesAfterTheStopHasEarnedIt() {
        let cache = cache(8)
        cache.lease(keys([1]))
        cache.stop(at: keys([1]))
        fill(cache, [1])
        cache.release(keys([1]))
        for id in 2...20 { show(cache, [id], stop: false) }
        #expect(cache.contains(sampleKey(1)))
    }

    @Test func stoppingAtWhatIsNotOnTheScreenEarnsNothing() {
        let cache = cache(4)
        fill(cache, [1])
        cache.stop(at: keys([1]))
        fill(cache, 2...5)
        #expect(present(cache, 1...5) == [2, 3, 4, 5])
    }

    @Test func plannedPicturesOutliveEverythingButTheLeasedOnes() {
        let cache = cache(8)
        show(cache, 1...2, stop: true)
        fill(cache, 3...5)
        cache.lease(keys([9]))
        fill(cache, [9])
        #expect(cache.plan(keys([3, 4, 5, 6, 7, 8])) == [true, true, true, false, false, false])
        fill(cache, 6...8)
        // 1 leaves although it was stopped at: 6, 7 and 8 were planned and had to come.
        #expect(present(cache, 1...9) == Array(2...9))
        // Until another plan takes the place of that one.
        _ = cache.plan([])
        fill(cache, 10...12)
        #expect(present(cache, 1...12) == [2] + Array(6...12))
    }

    @Test func aPictureThatNobodyPlannedIsNotProtectedByAPlan() {
        let cache = cache(4)
        fill(cache, 1...3)
        _ = cache.plan(keys(1...3))
        fill(cache, [7])
        fill(cache, [8])
        #expect(present(cache, 1...8) == [1, 2, 3, 8])
    }

    @Test func planningIsAUseAndNeitherAHitNorAMiss() {
        let cache = cache(3)
        fill(cache, 1...3)
        _ = cache.plan(keys([1, 7]))
        _ = cache.plan([])
        fill(cache, [4])
        #expect(present(cache, 1...4) == [1, 3, 4] && cache.hits == 0 && cache.misses == 0)
    }

    /// The same random operations on the cache and on lists that are obviously right.
    @Test func behavesLikeTheObviousLists() {
        var random = SplitMix(state: 7)
        let cache = cache(8)
        var model = ObviousCache(room: 8)
        for _ in 0..<40_000 {
            let id = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                cache.insert(TestImage(), for: sampleKey(id))
                model.insert(id)
            case 4..<7:
                #expect((cache.image(for: sampleKey(id)) != nil) == model.use(id))
            case 7:
                cache.lease(keys([id]))
                model.leases[id, default: 0] += 1
            case 8, 9:
                cache.release(keys([id]))
                model.release(id)
            case 10:
                let ids = (0..<Int.random(in: 0..<4, using: &random)).map { (id + $0) % 20 }
                #expect(cache.plan(keys(ids)) == model.plan(ids))
            default:
                let ids = [id, (id + 1) % 20]
                cache.stop(at: keys(ids))
                model.stop(ids)
            }
            #expect(cache.count == model.order.count && cache.bytes == model.order.count * 400)
        }
        #expect(present(cache, 0..<20) == model.order.sorted() && cache.evictions == model.evictions)
    }
}

/// The policy said in the plainest way, for pictures of equal size.
private struct ObviousCache {
    let room: Int
    /// Everything that is here, in the order of last use.
    var order: [Int] = []
    var segments: [Int: Int] = [:]
    var leases: [Int: Int] = [:]
    var evictions = 0
    private var planned: Set<Int> = []
    private var stops: [Int: Int] = [:]
    private var everStopped: Set<Int> = []

    init(room: Int) { self.room = room }

    private func free(_ segment: Int) -> [Int] {
        order.filter { leases[$0] == nil && !planned.contains($0) && segments[$0] == segment }
    }

    mutating func use(_ id: Int) -> Bool {
        guard order.contains(id) else { return false }
        if leases[id] == nil { moveLast(id) }
        return true
    }

    private mutating func moveLast(_ id: Int) { order.append(order.remove(at: order.firstIndex(of: id)!)) }

    mutating func insert(_ id: Int) {
        let segment = max(stops[id] ?? 0, order.contains(id) ? segments[id]! : 0)
        let wasPlanned = planned.contains(id) && !order.contains(id)
        order.removeAll { $0 == id }
        if !wasPlanned { planned.remove(id) }
        guard leases[id] != nil || order.count(where: { leases[$0] != nil }) < room else { return }
        order.append(id)
        segments[id] = segment
        settle()
        evict()
    }

    mutating func release(_ id: Int) {
        guard let count = leases[id] else { return }
        leases[id] = count > 1 ? count - 1 : nil
        if count == 1 {
            stops[id] = nil
            if order.contains(id) { moveLast(id) }
        }
        settle()
        evict()
    }

    mutating func plan(_ ids: [Int]) -> [Bool] {
        for id in order where planned.contains(id) && leases[id] == nil { moveLast(id) }
        planned = Set(ids)
        defer { settle() }
        let areHere = ids.map(order.contains)
        // Of what is planned, the least urgent leaves first.
        for id in ids.reversed() { _ = use(id) }
        return areHere
    }

    mutating func stop(_ ids: [Int]) {
        for id in ids where leases[id] != nil && stops[id] == nil {
            stops[id] = everStopped.insert(id).inserted ? 1 : 2
            if order.contains(id) { segments[id] = max(segments[id]!, stops[id]!) }
        }
    }

    private mutating func settle() {
        for segment in [2, 1] {
            while free(segment).count > room / 4 {
                let oldest = free(segment)[0]
                segments[oldest] = segment - 1
                moveLast(oldest)
            }
        }
    }

    private mutating func evict() {
        while order.count > room {
            let last = order.filter { leases[$0] == nil && planned.contains($0) }
            guard let victim = (free(0) + free(1) + free(2) + last).first else { return }
            order.removeAll { $0 == victim }
            planned.remove(victim)
            evictions += 1
        }
    }
}
