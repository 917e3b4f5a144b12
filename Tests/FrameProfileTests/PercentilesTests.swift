import Testing

@testable import FrameProfile

/// Percentiles by nearest rank.
struct PercentilesTests {
    @Test func theyAreValuesOfKnownRank() {
        let figures = Percentiles((1...100).map(Double.init).shuffled())
        #expect(figures.p50 == 50 && figures.p95 == 95 && figures.p99 == 99 && figures.max == 100)
    }

    @Test func fewValuesAreNotInterpolated() {
        let figures = Percentiles([10, 40, 20, 50, 30])
        #expect(figures.p50 == 30 && figures.p95 == 50 && figures.p99 == 50 && figures.max == 50)
        let two = Percentiles([1, 2])
        #expect(two.p50 == 1 && two.p95 == 2)
    }

    @Test func aRankThatIsWholeIsNotRoundedUp() {
        #expect(Percentiles((1...20).map(Double.init)).p95 == 19)
        #expect(Percentiles((1...1000).map(Double.init)).p99 == 990)
    }

    @Test func oneValueIsAllOfThemAndNoneIsNone() {
        #expect(Percentiles([7]) == Percentiles([7, 7, 7]))
        let none = Percentiles([])
        #expect(none.p50 == nil && none.p95 == nil && none.p99 == nil && none.max == nil)
    }
}
