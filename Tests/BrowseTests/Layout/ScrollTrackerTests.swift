import Browse
import ImagePipeline
import Testing

/// Velocity from scroll positions at 60 frames a second.
struct ScrollTrackerTests {
    private let frame: Int64 = 16_667

    /// Feeds one position a frame, starting at `start`; returns the time of the frame after.
    @discardableResult
    private func feed(_ tracker: inout ScrollTracker, _ values: [Double], from start: Int64 = 1_000_000) -> Int64 {
        for (index, value) in values.enumerated() {
            tracker.record(frameTime: start + Int64(index) * frame, value: value)
        }
        return start + Int64(values.count) * frame
    }

    @Test func steadyMovementHasItsVelocity() {
        var tracker = ScrollTracker()
        feed(&tracker, (0..<30).map { Double($0) * 50 })
        #expect(abs(tracker.velocity - 3000) < 1)
    }

    @Test func wheelClicksAreAveraged() {
        var tracker = ScrollTracker()
        // 86 pixels at every second frame: 30 clicks a second.
        feed(&tracker, (0..<60).map { Double($0 / 2) * 86 })
        #expect(abs(tracker.velocity - 2580) < 0.2 * 2580)
    }

    @Test func aStopIsNoticedWithinTheHistory() {
        var tracker = ScrollTracker()
        let time = feed(&tracker, (0..<30).map { Double($0) * 50 })
        feed(&tracker, Array(repeating: 29 * 50, count: 7), from: time)
        #expect(tracker.velocity == 0)
    }

    @Test func aReversalTurnsTheSignAtOnce() {
        var tracker = ScrollTracker()
        let time = feed(&tracker, (0..<30).map { Double($0) * 50 })
        tracker.record(frameTime: time, value: 29 * 50 - 20)
        #expect(abs(tracker.velocity + 1200) < 1)
    }

    @Test func roundingThePositionBetweenWheelClicksIsNoReversal() {
        var tracker = ScrollTracker()
        // As recorded: a click every fourth frame; GTK rounds the position in the frame after it.
        let values = (0..<12).flatMap { click in [82.034, 82, 82, 82].map { Double(click) * 82 + $0 } }
        for (index, value) in values.enumerated() {
            tracker.record(frameTime: 1_000_000 + Int64(index) * frame, value: value)
            if index >= 8 { #expect(tracker.velocity > 400) }
        }
    }

    @Test func theFirstStepAfterALongPauseIsNoJump() {
        var tracker = ScrollTracker()
        feed(&tracker, [0])
        tracker.record(frameTime: 9_000_000, value: 86)
        #expect(abs(tracker.velocity - 86 / 0.12) < 1)
    }

    @Test func aSecondValueForAFrameReplacesTheFirst() {
        var tracker = ScrollTracker()
        let time = feed(&tracker, [0, 50, 100])
        tracker.record(frameTime: time, value: 1)
        tracker.record(frameTime: time, value: 150)
        #expect(abs(tracker.velocity - 3000) < 1)
        #expect(tracker.value == 150)
    }

    @Test func oneSampleOrNoneIsStandingStill() {
        var tracker = ScrollTracker()
        #expect(tracker.velocity == 0)
        tracker.record(frameTime: 5, value: 1000)
        #expect(tracker.velocity == 0)
        tracker.record(frameTime: 5, value: 2000)
        tracker.record(frameTime: 4, value: .nan)
        #expect(tracker.velocity == 0 && tracker.value == 2000)
    }

    @Test func theViewportCountsInRows() {
        var tracker = ScrollTracker()
        feed(&tracker, (0..<30).map { Double($0) * 30 })
        // 2 columns of 300
        let layout = GridLayout(count: 100, in: .init(kind: .squares, width: 600, scale: 1, tileSize: 250))
        let viewport = tracker.viewport(layout, pageHeight: 600)
        #expect(viewport.visible == 4..<10 && viewport.columns == 2 && viewport.count == 100)
        #expect(abs(viewport.velocity - 6) < 0.01)
    }
}
