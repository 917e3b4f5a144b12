import Browse
import Testing

/// The course of a number from one value to another, in frames at any times.
struct TweenTests {
    @Test func itsTimeBeginsWithItsFirstFrameAndEndsAtItsTarget() {
        var tween = Tween(2, duration: 100)
        #expect(!tween.isRunning)
        tween.advance(to: 50)
        #expect(tween.value == 2)
        tween.go(to: 4)
        for (time, value) in [(1000, 2.0), (1025, 2.5), (1050, 3), (1099, 3.98)] as [(Int64, Double)] {
            tween.advance(to: time)
            #expect(abs(tween.value - value) < 1e-9)
            #expect(tween.isRunning)
        }
        tween.advance(to: 1100)
        #expect(tween.value == 4)
        #expect(!tween.isRunning)
        tween.advance(to: 2000)
        #expect(tween.value == 4)
    }

    @Test func aTimeThatIsGivenCountsFromThere() {
        var tween = Tween(0, duration: 100)
        tween.go(to: 1, since: 500)
        tween.advance(to: 530)
        #expect(abs(tween.value - 0.3) < 1e-9)
        // A frame clock may begin a little before.
        tween.go(to: 0, since: 600)
        tween.advance(to: 599)
        #expect(abs(tween.value - 0.3) < 1e-9)
    }

    @Test func itTurnsAroundWhereItIs() {
        var tween = Tween(0, duration: 100, easing: .easeOut)
        tween.go(to: 1)
        for time in [0, 40] as [Int64] { tween.advance(to: time) }
        let before = tween.value
        tween.go(to: 0)
        #expect(tween.value == before)
        tween.advance(to: 50)
        #expect(tween.value == before)
        tween.advance(to: 60)
        #expect(tween.value < before)
        tween.advance(to: 150)
        #expect(tween.value == 0)
    }

    @Test func itNeverLeavesItsWayAndNeverTurnsBack() {
        for easing in [Tween.Easing.linear, .easeOut] {
            for (from, target) in [(0.0, 1.0), (1, 0), (-3, 7)] {
                var tween = Tween(from, duration: 997, easing: easing), last = from
                tween.go(to: target)
                for time in stride(from: Int64(3), through: 1200, by: 7) {
                    tween.advance(to: time)
                    #expect((tween.value - last) * (target - from) >= 0)
                    #expect(tween.value >= min(from, target) && tween.value <= max(from, target))
                    last = tween.value
                }
                #expect(last == target)
            }
        }
    }

    @Test func easeOutIsSevenEighthsThroughAtHalfItsTime() {
        var tween = Tween(0, duration: 200, easing: .easeOut)
        tween.go(to: 8)
        for time in [0, 100] as [Int64] { tween.advance(to: time) }
        #expect(abs(tween.value - 7) < 1e-9)
    }

    @Test func nothingRunsThatIsAtItsTargetOrWasSet() {
        var tween = Tween(1, duration: 100)
        tween.go(to: 1)
        #expect(!tween.isRunning)
        tween.go(to: 2)
        tween.jump(to: 5)
        tween.advance(to: 10)
        #expect(!tween.isRunning)
        #expect(tween.value == 5 && tween.target == 5)
        tween.go(to: 6)
        tween.finish()
        #expect(!tween.isRunning && tween.value == 6)
    }
}
