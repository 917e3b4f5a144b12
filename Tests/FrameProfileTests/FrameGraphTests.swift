import FrameProfile
import Testing

/// The overlay's bars.
struct FrameGraphTests {
    @Test func aBarKeepsItsPlaceUntilTheOldestIsOverwritten() {
        var graph = FrameGraph(budgetMs: 10)
        let first = (0..<FrameGraph.capacity).map { graph.append(Double($0 % 10)).position }
        #expect(first == Array(0..<FrameGraph.capacity))
        #expect(graph.append(1).position == 0 && graph.append(1).position == 1)
        #expect(graph.count == FrameGraph.capacity)
    }

    @Test func aBarIsAsHighAsTheFrameWasLongAndNoHigherThanTheGraph() {
        var graph = FrameGraph(budgetMs: 10)
        #expect([0, 5, 10, 20, 500].map { graph.append($0).height } == [0, 0.25, 0.5, 1, 1])
        #expect(FrameGraph.budgetHeight == 0.5)
    }

    @Test func whatIsLateIsCountedForAsLongAsItIsSeen() {
        var graph = FrameGraph(budgetMs: 10)
        #expect([9.9, 10, 10.1].map { graph.append($0).isLate } == [false, false, true])
        #expect(graph.late == 1)
        for _ in 3..<FrameGraph.capacity { #expect(!graph.append(1).isLate) }
        #expect(graph.late == 1)
        for _ in 0..<3 { _ = graph.append(11) }
        #expect(graph.late == 3)
    }

    @Test func aDisplayThatHidesItsRateHasSixtyHertz() {
        #expect(FrameGraph(budgetMs: nil).budgetMs == 1000.0 / 60)
        #expect(FrameGraph(budgetMs: 0).budgetMs == 1000.0 / 60)
        #expect(FrameGraph(budgetMs: 7).budgetMs == 7)
    }
}
