// The plan as properties that hold for any viewport.
import ImagePipeline
import Testing

@Suite struct PrefetchPlannerTests {
    private typealias Plan = [(index: Int, priority: LoadPriority)]

    /// 4 columns, rows 10..<16 of 1,000 photos on the screen.
    private func plan(_ velocity: Double, visible: Range<Int> = 40..<64, count: Int = 1000) -> Plan {
        PrefetchPlanner.plan(viewport: Viewport(visible: visible, columns: 4, count: count, velocity: velocity))
    }
    private func rows(_ plan: Plan, _ priority: LoadPriority) -> [Int] {
        plan.filter { $0.priority == priority }.map { $0.index / 4 }
    }

    @Test func anyPlanIsOrderedInsideTheListAndWithoutDuplicates() {
        var random = SplitMix(state: 3)
        for _ in 0..<500 {
            let count = Int.random(in: 0..<300, using: &random)
            let first = Int.random(in: 0..<320, using: &random)
            let visible = first..<first + Int.random(in: 0..<60, using: &random)
            let velocity = [0, 3, -3, 15, -15, 80, -80, 1e300, -.infinity, .nan].randomElement(using: &random) ?? 0
            let columns = Int.random(in: 1...9, using: &random)
            let plan = PrefetchPlanner.plan(
                viewport: Viewport(visible: visible, columns: columns, count: count, velocity: velocity))
            #expect(Set(plan.map(\.index)).count == plan.count)
            #expect(plan.allSatisfy { (0..<count).contains($0.index) })
            #expect(zip(plan, plan.dropFirst()).allSatisfy { $0.priority >= $1.priority })
            let isSlow = !(abs(velocity) > 3)
            #expect(plan.allSatisfy { $0.priority != .visible || visible.contains($0.index) || !isSlow })
            #expect(
                Set(plan.filter { $0.priority == .visible }.map(\.index)).isSuperset(of: visible.clamped(to: 0..<count))
            )
            let screenRows = visible.count / columns + 2
            #expect(plan.count <= 5 * screenRows * columns)
        }
    }

    @Test func everythingVisibleIsPlannedCentreFirst() {
        let visible = plan(0).filter { $0.priority == .visible }.map(\.index)
        #expect(Set(visible) == Set(40..<64))
        let distances = visible.map { abs(Double($0 / 4) - 12.5) }
        #expect(distances == distances.sorted())
        #expect(Set(visible.prefix(4)) == [49, 50, 53, 54])
    }

    @Test func atRestBothSidesAreLoadedNearestFirst() {
        #expect(rows(plan(0), .ahead).uniqued == [16, 9, 17, 8, 18, 7, 19, 6, 20, 5, 21, 4])
        #expect(rows(plan(0), .behind).isEmpty)
    }

    @Test func theDirectionOfTravelDecidesWhatIsAhead() {
        #expect(rows(plan(2), .ahead).uniqued == Array(16..<22))
        #expect(rows(plan(2), .behind).uniqued == [9, 8, 7])
        #expect(rows(plan(-2), .ahead).uniqued == Array((4..<10).reversed()))
        #expect(rows(plan(-2), .behind).uniqued == [16, 17, 18])
    }

    @Test func fasterLooksFurtherAheadUpToTheCap() {
        let lengths = [1.0, 14, 17, 18].map { rows(plan($0), .ahead).uniqued.count }
        #expect(lengths == [6, 7, 9, 9])
        let slow = PrefetchPlanner.Configuration(fastScreensPerSecond: 1000)
        let capped = PrefetchPlanner.plan(
            viewport: Viewport(visible: 40..<64, columns: 4, count: 1000, velocity: 500), configuration: slow)
        #expect(rows(capped, .ahead).uniqued.count == 12)
    }

    @Test func aFastScrollBeginsWithWhatWillBeSeen() {
        // 20 rows a second for 0.2 s: the screen will be four rows on.
        let fast = rows(plan(20), .visible).uniqued
        #expect(Set(fast.prefix(6)) == Set(14..<20))
        #expect(rows(plan(20), .ahead).uniqued.min() == 20 && rows(plan(20), .behind).isEmpty)
        let back = rows(plan(-20), .visible).uniqued
        #expect(Set(back.prefix(6)) == Set(6..<12))
        // 100 rows a second: nothing on the screen now will be there when it arrives.
        #expect(Set(rows(plan(100), .visible).uniqued.prefix(6)) == Set(30..<36))
    }

    @Test func whatAFastScrollLeavesBehindStaysWantedUntilItIsOffTheScreen() {
        // Its fetch may end within moments; a plan without it would cancel each in the last of them.
        for velocity in [20.0, -20, 100, 2000] {
            let visible = rows(plan(velocity), .visible).uniqued
            #expect(Set(visible).isSuperset(of: 10..<16), "\(velocity)")
            #expect(visible.suffix(visible.count - 6).allSatisfy { (10..<16).contains($0) }, "\(velocity)")
        }
    }

    @Test func aFastScrollStopsAtTheEndsOfTheList() {
        #expect(Set(rows(plan(2000), .visible).prefix(24)) == Set(244..<250))
        #expect(Set(rows(plan(-2000), .visible).prefix(24)) == Set(0..<6))
    }

    @Test func rowsCutOffByTheRangeAreNotCalledVisible() {
        let plan = plan(0, visible: 41..<63)
        #expect(Set(plan.filter { $0.priority == .visible }.map(\.index)) == Set(41..<63))
    }

    @Test func aRangeThatBeginsInAnyPlaceIsFollowedWithoutAGap() {
        // Sections have shorter rows: what is visible need not begin where a row of the whole list would.
        for visible in [41..<63, 42..<50, 43..<44] {
            let ahead = Set(plan(2, visible: visible).filter { $0.priority == .ahead }.map(\.index))
            #expect(ahead.isSuperset(of: visible.upperBound..<visible.upperBound + 4))
            let behind = Set(plan(2, visible: visible).filter { $0.priority == .behind }.map(\.index))
            #expect(behind.isSuperset(of: visible.lowerBound - 4..<visible.lowerBound))
        }
    }

    @Test func nothingVisibleMeansNoPlan() {
        #expect(PrefetchPlanner.plan(viewport: .empty).isEmpty)
        #expect(plan(0, visible: 2000..<2040).isEmpty)
    }
}

extension [Int] {
    /// The elements without repetitions, in the order of their first occurrence.
    var uniqued: [Int] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
