// The plan and the loader together: what a change of the viewport starts and cancels at once.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct PrefetchTests {
    /// 4 columns; rows 10..<16 of 1,000 photos on the screen, moving by so many rows a second.
    private func plan(_ velocity: Double) -> [WantedImage] {
        PrefetchPlanner.plan(viewport: Viewport(visible: 40..<64, columns: 4, count: 1000, velocity: velocity))
            .map { WantedImage(request: sampleRequest($0.index), priority: $0.priority) }
    }

    @Test func aReversalCancelsWhatLiesBehindWithinOneFrame() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 400, hostLimit: 400)
        let session = bench.loader.makeSession {}
        let (down, up) = (plan(4), plan(-4))
        await bench.want(down, session)
        await bench.bytes.gate.untilStarted(down.count)
        let leaving = Set(down.map(\.request.title)).subtracting(up.map(\.request.title))
        // A screen ahead of the old direction is half a screen behind the new one.
        #expect(leaving.count == 12 && down.count == 60)
        await bench.want(up, session)
        #expect(bench.loader.counters.cancelled == leaving.count)
        await bench.bytes.gate.until { $0.calls.count { $0.status == .cancelled } == leaving.count }
        let cancelled = bench.bytes.gate.calls.filter { $0.status == .cancelled }.map(\.title)
        #expect(Set(cancelled) == leaving)
        #expect(bench.loader.counters.fetches == down.count + up.count - (down.count - leaving.count))
        #expect(bench.loader.counters.duplicateFetches == 0)
    }

    @Test func aReversalOrdersWhatHasNotBegunAnewWithinOneFrame() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(plan(4), session)
        await bench.bytes.gate.untilStarted(1)
        await bench.want(plan(-4), session)
        bench.bytes.gate.open()
        await bench.untilIdle()
        let first = bench.bytes.gate.titles[0]
        #expect(bench.bytes.gate.titles == [first] + plan(-4).map(\.request.title).filter { $0 != first })
    }

    @Test(arguments: [-60, -25, 25, 60] as [Double])
    func atHighSpeedWhatIsAskedForCanStillBeSeenWhenItArrives(velocity: Double) {
        let latency = PrefetchPlanner.Configuration().latency
        let plan = PrefetchPlanner.plan(
            viewport: Viewport(visible: 2000..<2024, columns: 4, count: 10_000, velocity: velocity))
        #expect(!plan.isEmpty && !plan.contains { $0.priority == .behind })
        // The screen is 6 rows, and that many seconds later it has moved on.
        let moved = velocity * latency
        // What is on the screen now stays wanted behind it: its fetch may be about to end.
        for (index, _) in plan where !(2000..<2024).contains(index) {
            let row = Double(index / 4)
            if velocity > 0 { #expect(row + 1 > 500 + moved) } else { #expect(row < 506 + moved) }
        }
        let onArrival = plan.prefix(24).map { Double($0.index / 4) - moved }
        #expect(onArrival.allSatisfy { $0 > 498 && $0 < 507 })
    }
}
