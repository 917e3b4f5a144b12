import Relay
import Testing

@Suite struct LineTests {
    @Test func bytesArriveOneAfterTheOtherAndADelayLater() {
        var line = Line(milliseconds: 15, megabits: 8)
        // A byte takes a microsecond.
        #expect(line.take(1_000, at: 0) == 16_000_000)
        #expect(line.take(1_000, at: 0) == 17_000_000)
        #expect(line.take(1_000, at: 50_000_000) == 66_000_000)
    }

    @Test func aLineWithoutALimitOnlyDelays() {
        var line = Line(milliseconds: 15, megabits: nil)
        #expect(line.take(1_000_000, at: 7) == 15_000_007)
        #expect(line.take(1_000_000, at: 7) == 15_000_007)
    }

    @Test func aLineTakesNoMoreThanItsQueueHolds() {
        var line = Line(milliseconds: 15, megabits: 8)
        #expect(line.opens <= 0)
        _ = line.take(20_000, at: 0)
        #expect(line.opens == 0)
        _ = line.take(5_000, at: 0)
        #expect(line.opens == 5_000_000)
    }
}
