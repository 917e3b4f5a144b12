import Testing

@testable import FrameProfile

/// What is counted as late, and what as blank.
struct FrameStatisticsTests {
    private let interval = 1000.0 / 60

    private func figures(_ frames: [FrameRecord]) -> FrameStatistics {
        FrameStatistics(frames, refreshIntervalMs: interval)
    }

    @Test func steadyFramesMissNothing() {
        let figures = figures(frames(at: steady(61)))
        #expect(figures.frames == 61 && figures.missedFrames == 0)
        #expect(figures.frameIntervalMs.max == 16.667)
        #expect(figures.mainThreadMs.p99 == 4)
        #expect(abs(figures.wallSeconds - 1.004) < 0.001)
        #expect((figures.hitchMsPerSecond ?? 1) < 0.1)
    }

    /// GTK shows a stall of 40 ms as one step of two intervals (gtk4-grid.md §4): one refresh went by.
    @Test func aStallOfFortyMillisecondsMissesOneFrame() {
        let times = steady(30) + steady(30, from: 29 * 16_667 + 33_334)
        let figures = figures(frames(at: times))
        #expect(figures.missedFrames == 1)
        #expect(abs((figures.hitchMsPerSecond ?? 0) * figures.wallSeconds - 16.667) < 0.1)
    }

    @Test func aClockThatDoesNotSmoothCountsTheNearestNumber() {
        #expect(figures(frames(at: [0, 40_000])).missedFrames == 1)
        #expect(figures(frames(at: [0, 42_000])).missedFrames == 2)
        #expect(figures(frames(at: [0, 24_000])).missedFrames == 0)
        #expect(figures(frames(at: [0, 200_000])).missedFrames == 11)
        #expect(figures(frames(at: [200_000, 0])).missedFrames == 0)
    }

    @Test func beingIdleIsNotBeingLate() {
        let figures = figures(frames(at: [0, 5_000_000, 9_000_000], animating: false))
        #expect(figures.missedFrames == 0 && figures.hitchMsPerSecond == 0)
        #expect(figures.frameIntervalMs.max == nil)
        #expect(figures.mainThreadMs.max == 4)
    }

    @Test func sharesAreOverTilesNotOverFrames() {
        let few = frames(at: steady(1), tiles: (visible: 10, blank: 10, preview: 0))
        let many = frames(at: steady(3, from: 16_667), tiles: (visible: 30, blank: 0, preview: 15))
        let figures = figures(few + many)
        #expect(figures.blankTileShare == 0.1)
        #expect(figures.previewTileShare == 0.45)
        #expect(figures.worstBlankTileShare == 1)
    }

    @Test func withoutTilesOrFramesSharesAreUnknown() {
        let none = figures([])
        #expect(none.frames == 0 && none.wallSeconds == 0 && none.missedFrames == 0)
        #expect(none.blankTileShare == nil && none.previewTileShare == nil && none.hitchMsPerSecond == nil)
        #expect(figures(frames(at: steady(3))).blankTileShare == nil)
    }

    @Test func jobsBetweenFramesAreWorkOfTheFrameAfterThem() {
        let frame = FrameRecord(
            counter: 1, frameTime: 0, began: 0, updated: 1, laidOut: 2, painted: 3000, continuesAnimation: true,
            jobsMs: 4.5)
        #expect(figures([frame]).mainThreadMs.max == 7.5)
        #expect(figures([frame]).phases.jobs.max == 4.5)
    }

    @Test func thePhasesOfAFrameAddUpToItsWork() {
        let frame = FrameRecord(
            counter: 1, frameTime: 0, began: 1000, updated: 1500, laidOut: 3500, painted: 6500,
            continuesAnimation: true, jobsMs: 0.25, planMs: 0.125, handOverMs: 0.25)
        let figures = figures([frame]), phases = figures.phases
        #expect(phases.update.max == 0.5 && phases.layout.max == 2 && phases.paint.max == 3)
        #expect(phases.plan.max == 0.125 && phases.handOver.max == 0.25)
        #expect(figures.mainThreadMs.max == 0.5 + 2 + 3 + 0.25)
    }

    @Test func whatNobodyStampsIsUnknownAndNotZero() {
        let figures = figures(frames(at: steady(3)))
        #expect(figures.phases.plan.max == nil && figures.phases.handOver.max == nil && figures.longestTurnMs == nil)
    }

    @Test func theLongestTurnIsThatOfAllFramesAndStallsAddUp() {
        var frames = frames(at: steady(3))
        for (index, turn) in [(0, 12.5), (1, 61.0), (2, 55.0)] { frames[index].longestTurnMs = turn }
        frames[1].stalls = 1
        frames[2].stalls = 2
        #expect(figures(frames).longestTurnMs == 61 && figures(frames).stalls == 3)
    }

    @Test func bindsAndDeliveriesAreCountedByFrame() {
        var frames = frames(at: steady(4))
        for (index, binds) in [0, 0, 6, 180].enumerated() { frames[index].binds = binds }
        frames[3].deliveries = 8
        let figures = figures(frames)
        #expect(figures.bindsPerFrame.p50 == 0 && figures.bindsPerFrame.max == 180)
        #expect(figures.deliveriesPerFrame.max == 8 && figures.deliveries == 8)
    }
}
