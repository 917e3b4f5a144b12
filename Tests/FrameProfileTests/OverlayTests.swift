import FrameProfile
import ImagePipeline
import Testing

/// What the overlay says, and what it says of itself.
struct OverlayTests {
    private var full: OverlayText {
        var text = OverlayText()
        text.frame = frames(at: [0], tiles: (visible: 24, blank: 2, preview: 5))[0]
        var graph = FrameGraph(budgetMs: 16.667)
        for time in [4.0, 17, 9] { _ = graph.append(time) }
        text.graph = graph
        text.memory = (pictures: 188, bytes: 33_000_000, limit: 32 << 20, misses: 77)
        text.photosOnDisk = (bytes: 5 << 20, budget: 136 << 20)
        text.tilesOnDisk = (bytes: nil, budget: 64 << 20)
        text.loader.memoryHits = 1234
        text.loader.cancelled = 31
        var activity = LoaderActivity()
        activity.fetches = [.visible: 5, .behind: 2]
        activity.endingFetches = 1
        activity.decodes = 2
        text.activity = activity
        text.renderer = "GskCairoRenderer"
        text.rendererReason = "no graphics device"
        return text
    }

    @Test func everyFigureHasItsPlaceWhateverItIs() {
        var long = full
        long.loader.memoryHits = .max
        long.renderer = String(repeating: "R", count: 100)
        for text in [OverlayText(), full, long] {
            #expect(text.lines.count == OverlayText.lineCount)
            #expect(text.lines.allSatisfy { $0.count == OverlayText.columns })
        }
        #expect(full.lines[3].hasSuffix("cells bound        –"))
        #expect(full.lines[3].hasPrefix("tiles             24  "))
    }

    @Test func whatIsKnownIsSaidAndWhatIsNotIsADash() {
        let lines = full.lines
        func line(_ name: String) -> String { lines.first { $0.contains(name) } ?? "" }
        #expect(line("late").hasSuffix("late          1 of 3"))
        #expect(line("main thread").hasPrefix("main thread   4.0 ms"))
        #expect(line("cached").hasSuffix("31.5 of 32 MB"))
        #expect(line("disk  ").hasPrefix("disk   5.0 of 136 MB  tiles              –"))
        #expect(line("hits").hasPrefix("hits            1234  misses            77"))
        #expect(line("joined").hasPrefix("joined             –  cancelled         31"))
        #expect(line("fetching").hasPrefix("fetching           8  decoding           2"))
        #expect(line("  visible").hasPrefix("  visible          5    ahead            0"))
        #expect(line("  behind").hasPrefix("  behind           2    speculative      0"))
        #expect(line("renderer").hasSuffix("GskCairoRenderer"))
        #expect(line("  because").hasSuffix("no graphics device"))
        #expect(line("this overlay").hasSuffix("–"))
    }

    @Test func theCostIsThatOfTheLatestFrames() {
        var cost = OverlayCost()
        #expect(cost.figures == nil)
        cost.add(microseconds: 100)
        #expect(cost.figures == nil)
        cost.endFrame()
        cost.add(microseconds: 200)
        cost.add(microseconds: 300)
        cost.endFrame()
        cost.endFrame()
        #expect(cost.figures?.meanMs == 0.2 && cost.figures?.mostMs == 0.5)
        // What comes after the last frame belongs to the next.
        cost.add(microseconds: 900)
        #expect(cost.figures?.mostMs == 0.5)
        for _ in 0..<FrameGraph.capacity { cost.endFrame() }
        #expect(cost.figures?.mostMs == 0.9)
        cost.endFrame()
        #expect(cost.figures?.mostMs == 0)
    }
}
