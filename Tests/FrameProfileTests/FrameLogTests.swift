import Testing

@testable import FrameProfile

/// The ring of records.
struct FrameLogTests {
    @Test func theLatestFramesAreKeptInOrder() {
        var log = FrameLog(capacity: 3)
        for (count, frame) in frames(at: steady(8)).enumerated() {
            log.append(frame)
            let kept = log.frames.map(\.counter)
            #expect(kept == (max(0, count - 2)...count).map(Int64.init))
        }
        #expect(log.count == 3 && log.dropped == 5)
    }

    @Test func startingAgainForgetsEverything() {
        var log = FrameLog(capacity: 3)
        frames(at: steady(5)).forEach { log.append($0) }
        log.removeAll()
        #expect(log.count == 0 && log.dropped == 0 && log.frames.isEmpty)
        frames(at: steady(2)).forEach { log.append($0) }
        #expect(log.frames.map(\.counter) == [0, 1])
    }

    @Test func theFirstMarkCounts() {
        var marks = LatencyMarks(start: 1_000)
        #expect(marks.timeToFirstImageMs == nil && marks.timeToFullViewportMs == nil)
        marks.markFirstImage(at: 251_000)
        marks.markFirstImage(at: 900_000)
        marks.markFullViewport(at: 501_500)
        #expect(marks.timeToFirstImageMs == 250 && marks.timeToFullViewportMs == 500.5)
    }
}
