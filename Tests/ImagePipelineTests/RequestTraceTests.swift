// What happened to a request and when.
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RequestTraceTests {
    /// A clock that goes on by a second each time it is looked at.
    private final class Ticks: Sendable {
        let start = ContinuousClock.now
        private let ticks = Atomic<Int>(0)
        func callAsFunction() -> ContinuousClock.Instant {
            start + .seconds(ticks.add(1, ordering: .relaxed).newValue)
        }
    }

    @Test func aTraceSaysWhenEachThingHappened() async throws {
        let clock = Ticks()
        let bench = Bench(now: { clock() })
        _ = try await bench.loader.image(for: sampleRequest(1), priority: .visible)
        let line = try #require(bench.loader.recentTraces.first)
        let times = [line.asked, line.fetchStarted, line.fetchEnded, line.decodeStarted, line.decodeEnded, line.ended]
        #expect(times.map { $0.map { $0 - clock.start } } == (1...6).map { .seconds($0) })
        #expect(line.key == sampleKey(1) && line.title == "photo 1" && line.origin == .network)
        #expect(line.outcome == .delivered && line.sharedWith.isEmpty)
    }

    @Test func aTraceNamesWithWhomTheWorkWasShared() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let tasks = [
            await bench.load(sampleRequest(1)), await bench.load(sampleRequest(1)),
            await bench.load(sampleRequest(1, 20)),
        ]
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        let lines = bench.loader.recentTraces
        let pair = lines.filter { $0.key == sampleKey(1) }
        #expect(pair.count == 2 && pair[0].sharedWith == [pair[1].number] && pair[1].sharedWith == [pair[0].number])
        #expect(Set(lines.map(\.fetch)).count == 1)
    }

    @Test func aTraceSaysWhereThePictureCameFrom() async throws {
        let bench = Bench(processor: ScriptedProcessor(), tiles: ScriptedTiles([fileRequest(5)]))
        _ = try await bench.image(1, side: 40)
        _ = try await bench.image(1, side: 10)
        _ = try await bench.image(1, [.dimmed], side: 10)
        _ = try await bench.loader.image(for: fileRequest(5), priority: .visible)
        #expect(bench.loader.recentTraces.map(\.origin) == [.network, .memory, .memory, .tile])
        #expect(bench.loader.recentTraces.map { $0.fetch == nil } == [false, true, true, true])
    }

    @Test func leavingAndFailingAreOutcomes() async throws {
        let bytes = ScriptedByteLoader(isOpen: false) { _, _ in .failure(failure(.notFound)) }
        let bench = Bench(bytes: bytes)
        let (leaver, failing) = (await bench.load(sampleRequest(1)), await bench.load(sampleRequest(2)))
        leaver.cancel()
        _ = await leaver.result
        bytes.gate.open()
        _ = await failing.result
        #expect(bench.loader.recentTraces.map(\.outcome) == [.cancelled, .failed])
    }

    @Test func theLastTracesAreKept() async throws {
        let bench = Bench()
        for id in 0..<LoaderRecords.traceCapacity + 3 { _ = try await bench.image(id) }
        let lines = bench.loader.recentTraces
        #expect(lines.count == LoaderRecords.traceCapacity)
        #expect(lines.first?.title == "photo 3" && lines.last?.title == "photo \(LoaderRecords.traceCapacity + 2)")
    }

    @Test func stageTimesAreMediansOfWhatWasDelivered() async throws {
        let clock = Ticks()
        let bench = Bench(now: { clock() })
        #expect(StageTimes(bench.loader.recentTraces).total == nil)
        for photo in 1...3 { _ = try await bench.loader.image(for: sampleRequest(photo), priority: .visible) }
        _ = try? await bench.image(4, [.dimmed])
        let times = StageTimes(bench.loader.recentTraces)
        #expect(times.pictures == 3 && times.shared == 0 && times.total == .seconds(5))
        #expect(
            [times.queued, times.fetch, times.waitingForDecode, times.decode] == Array(repeating: .seconds(1), count: 4)
        )
    }
}
