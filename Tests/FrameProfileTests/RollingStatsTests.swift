import Testing

@testable import FrameProfile

/// The overlay's figures.
struct RollingStatsTests {
    @Test func aStallLeavesTheWindowAfterAWhile() {
        var stats = RollingStats()
        let times = steady(10) + steady(200, from: 9 * 16_667 + 50_001)
        var most = 0
        for frame in frames(at: times) {
            stats.record(frame)
            most = max(most, stats.missed)
        }
        #expect(most == 2)
        #expect(stats.missed == 0)
        #expect(stats.recentMs.count == RollingStats.window)
        #expect(stats.intervalMs.p95 == 16.667 && stats.intervalMs.max == 16.667)
        #expect(abs((stats.framesPerSecond ?? 0) - 60) < 0.1)
    }

    @Test func theLatestIntervalIsTheLastBar() {
        var stats = RollingStats()
        for frame in frames(at: steady(300) + [299 * 16_667 + 40_000]) { stats.record(frame) }
        #expect(stats.recentMs.last == 40)
        #expect(stats.recentMs.dropLast().allSatisfy { $0 == 16.667 })
    }

    @Test func idleTimeIsNoInterval() {
        var stats = RollingStats()
        for frame in frames(at: [0, 5_000_000], animating: false) { stats.record(frame) }
        #expect(stats.recentMs.isEmpty && stats.missed == 0 && stats.framesPerSecond == nil)
        #expect(stats.intervalMs.p95 == nil)
    }
}
