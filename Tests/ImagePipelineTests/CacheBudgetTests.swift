// The budget of decoded images: three screens of all windows, within a part of the machine.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct CacheBudgetTests {
    private final class Viewer {}
    private let first = Viewer(), second = Viewer()

    @Test func theBudgetIsThreeScreensOfAllWindowsBetweenItsLimits() {
        var budget = CacheBudget(least: 100, most: 1000)
        #expect(budget.bytes == 100)
        budget.show(30, for: ObjectIdentifier(first))
        #expect(budget.bytes == 100)
        budget.show(100, for: ObjectIdentifier(first))
        #expect(budget.bytes == 300)
        budget.show(50, for: ObjectIdentifier(second))
        #expect(budget.bytes == 450)
        budget.show(900, for: ObjectIdentifier(second))
        #expect(budget.bytes == 1000)
        budget.show(0, for: ObjectIdentifier(second))
        #expect(budget.bytes == 300)
        budget.show(0, for: ObjectIdentifier(first))
        #expect(budget.bytes == 100)
    }

    @Test func windowsShareTheLimitByWhatTheyShow() {
        var budget = CacheBudget(least: 100, most: 1000)
        #expect(budget.share(of: 100, for: ObjectIdentifier(first)) == 100)
        budget.show(100, for: ObjectIdentifier(first))
        #expect(budget.share(of: 320, for: ObjectIdentifier(first)) == 280)
        budget.show(300, for: ObjectIdentifier(second))
        #expect(budget.share(of: 1000, for: ObjectIdentifier(first)) == 218)
        #expect(budget.share(of: 1000, for: ObjectIdentifier(second)) == 656)
    }

    @Test func sizesThatNoScreenHasOverflowNothing() {
        var budget = CacheBudget(least: -1, most: -5)
        #expect(budget.bytes == 0)
        budget.show(.max, for: ObjectIdentifier(first))
        budget.show(.max, for: ObjectIdentifier(second))
        budget.show(.min, for: ObjectIdentifier(second))
        #expect(budget.bytes == 0 && budget.share(of: .max / 2, for: ObjectIdentifier(first)) > 0)
    }

    @Test func theCacheFollowsWhatIsShownAlsoUnderPressure() {
        let cache = ImageCache<TestImage>(budget: CacheBudget(least: 400, most: 40_000))
        cache.show(4000, for: first)
        #expect(cache.limit == 12_000)
        for id in 1...30 { cache.insert(TestImage(), for: sampleKey(id)) }
        #expect(cache.count == 30 && cache.evictions == 0)
        cache.trim(to: .half)
        #expect(cache.limit == 6000 && cache.count == 15)
        cache.show(2000, for: first)
        #expect(cache.limit == 3000 && cache.count == 7)
        cache.relax()
        #expect(cache.limit == 6000)
        cache.show(0, for: first)
        #expect(cache.limit == 400 && cache.count == 1)
    }

    @Test func ofPlannedPicturesTheLeastUrgentLeavesFirst() {
        let cache = ImageCache<TestImage>(budget: 3 * 400)
        for id in 1...3 { cache.insert(TestImage(), for: sampleKey(id)) }
        _ = cache.plan([1, 2, 3, 4].map { sampleKey($0) })
        cache.insert(TestImage(), for: sampleKey(4))
        #expect((1...4).filter { cache.contains(sampleKey($0)) } == [1, 2, 4])
    }

    @Test func aPlanEndsWhereMemoryDoesAndKeepsTheScreen() {
        let plan = PrefetchPlanner.plan(viewport: Viewport(visible: 40..<60, columns: 10, count: 200, velocity: 0))
        func fitting(_ budget: Int) -> [Int] {
            PrefetchPlanner.fitting(plan, visible: 40..<60, budget: budget) { _ in 10 }.map(\.index)
        }
        #expect(fitting(.max / 2) == plan.map(\.index))
        #expect(fitting(250) == Array(plan.map(\.index).prefix(25)))
        #expect(fitting(0).sorted() == Array(40..<60))
    }

    @Test func aFastScrollPlansForItsArrivalAndKeepsTheScreen() {
        let viewport = Viewport(visible: 400..<420, columns: 10, count: 4000, velocity: 60)
        let plan = PrefetchPlanner.fitting(
            PrefetchPlanner.plan(viewport: viewport), visible: viewport.visible, budget: 450
        ) { _ in 10 }.map(\.index)
        #expect(Set(400..<420).isSubset(of: plan) && plan.count == 45)
    }
}
