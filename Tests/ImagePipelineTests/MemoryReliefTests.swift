// Memory given back under pressure and while hidden, and taken again: with a scripted port and a virtual clock.
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct MemoryReliefTests {
    /// Warns when the test says so.
    private final class ScriptedPressure: MemoryPressure, Sendable {
        private let report = Mutex<(@Sendable (MemoryCache.Pressure) -> Void)?>(nil)
        func watch(_ report: @escaping @Sendable (MemoryCache.Pressure) -> Void) {
            self.report.withLock { $0 = report }
        }
        func warn(_ pressure: MemoryCache.Pressure) { report.withLock { $0 }?(pressure) }
    }

    private let memory = TestCache(budget: 40 * 400)
    private let clock = ManualClock()
    private let port = ScriptedPressure()
    private let relief: MemoryRelief

    init() async {
        relief = MemoryRelief(memory: memory, clock: clock)
        let (port, relief) = (port, relief)
        await MainActor.run { port.watch { relief.report($0) } }
        fill()
    }

    private func fill() { for id in 1...40 { memory.insert(TestImage(), for: sampleKey(id)) } }
    private func napped(_ count: Int) async { await clock.probe.until { $0.naps.count >= count } }

    @Test func aWarningTrimsAtOnceAndAQuietTimeLiftsTheLimit() async {
        port.warn(.half)
        #expect(memory.count == 20 && memory.limit == 20 * 400)
        await napped(1)
        #expect(clock.probe.state.naps == [.seconds(30)])
        clock.wakeAll()
        await eventually { memory.limit == 40 * 400 }
        #expect(memory.count == 20)
    }

    @Test func aSecondWarningStartsTheQuietTimeAgain() async {
        port.warn(.half)
        await napped(1)
        port.warn(.visibleOnly)
        #expect(memory.count == 0 && memory.limit == 5 * 400)
        await napped(2)
        // The first quiet time ends, and was none.
        let first = clock.probe.change { $0.waiting.removeValue(forKey: 0) }
        first?.resume()
        for _ in 0..<100 { await Task.yield() }
        #expect(memory.limit == 5 * 400)
        clock.wakeAll()
        await eventually { memory.limit == 40 * 400 }
    }

    @Test func whatATrimHasFreedIsGivenBack() async {
        let gives = Probe(0)
        let relief = MemoryRelief(memory: memory, clock: clock) { gives.change { $0 += 1 } }
        relief.report(.half)
        await gives.until { $0 == 1 }
        relief.setHidden(true)
        await napped(2)
        #expect(gives.state == 1)
        clock.wakeAll()
        await gives.until { $0 == 2 }
        #expect(memory.count == 4)
    }

    @Test func aHiddenWindowKeepsATenthAfterAWhileAndHasAllOfItBackWhenSeen() async {
        memory.lease([sampleKey(1)])
        relief.setHidden(true)
        #expect(memory.count == 40)
        await napped(1)
        #expect(clock.probe.state.naps == [.seconds(10)])
        clock.wakeAll()
        await eventually { memory.count < 40 }
        #expect(memory.count == 4)
        #expect(memory.contains(sampleKey(1)) && memory.limit == 4 * 400)
        relief.setHidden(false)
        #expect(memory.limit == 40 * 400)
    }

    @Test func aWindowThatIsHiddenForAMomentKeepsEverything() async {
        relief.setHidden(true)
        relief.setHidden(true)
        await napped(1)
        relief.setHidden(false)
        clock.wakeAll()
        for _ in 0..<100 { await Task.yield() }
        #expect(memory.count == 40 && clock.probe.state.naps.count == 1)
    }

    @Test func aWindowSeenAgainDoesNotLiftWhatPressureHasLowered() async {
        port.warn(.half)
        relief.setHidden(true)
        relief.setHidden(false)
        #expect(memory.limit == 20 * 400)
    }

    @Test func theEndOfPressureDoesNotLiftAHiddenWindowsLimit() async {
        relief.setHidden(true)
        await napped(1)
        clock.wakeAll()
        await eventually { memory.count < 40 }
        #expect(memory.count == 4)
        port.warn(.half)
        await napped(2)
        clock.wakeAll()
        for _ in 0..<100 { await Task.yield() }
        #expect(memory.limit == 4 * 400)
    }
}
