// The priority of running work: the highest of those who want it, told while it runs.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct LivePriorityTests {
    @Test func aRunningFetchHasTheHighestPriorityOfItsSubscribers() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let first = await bench.load(sampleRequest(1), .behind)
        let ticket = try #require(await bench.loader.ticket(1))
        #expect(ticket.priority == .behind)
        let lower = await bench.load(sampleRequest(1), .speculative)
        #expect(ticket.priority == .behind)
        let higher = await bench.load(sampleRequest(1, 20), .visible)
        #expect(ticket.priority == .visible)
        lower.cancel()
        _ = await lower.result
        #expect(ticket.priority == .visible)
        higher.cancel()
        _ = await higher.result
        #expect(ticket.priority == .behind)
        bench.bytes.gate.open()
        _ = try await first.value
    }

    @Test func aStepThatJoinsAPictureUnderWayCarriesItsPriorityAndItsCancelThroughTheChain() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), processor: ScriptedProcessor())
        let loader = bench.loader
        let resize = Processor.resize(PixelSize(square: 5), .fill)
        let resized = ImageRequest(sampleRequest(1), processors: [resize])
        let grey = ImageRequest(sampleRequest(1), processors: [resize, .dimmed])
        let first = loader.sole(resized, .speculative)
        await loader.attendToSessions()
        let second = loader.sole(grey, .speculative)
        let third = loader.sole(grey, .speculative)
        await loader.attendToSessions()
        await bench.bytes.gate.untilStarted(1)
        let ticket = try #require(await loader.ticket(1))
        #expect(await loader.subscribers(of: resized.key) == 2)
        #expect(await loader.subscribers(of: grey.key) == 2)
        for (task, priority) in [(second, LoadPriority.ahead), (third, .visible), (third, .behind)] {
            task.priority = priority
            await loader.attendToSessions()
            #expect(ticket.priority == max(second.priority, third.priority))
        }
        first.cancel()
        second.cancel()
        await loader.attendToSessions()
        #expect(ticket.priority == .behind && bench.bytes.gate.calls.map(\.status) == [.waiting])
        third.cancel()
        await loader.attendToSessions()
        #expect(await loader.hasNoJobs)
    }

    @Test func aSessionRaisesAndLowersWhatRuns() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        let ticket = try #require(await bench.loader.ticket(1))
        for priority in [LoadPriority.visible, .behind, .speculative, .ahead] {
            await bench.want(wanted([1], priority), session)
            #expect(ticket.priority == priority)
        }
    }

    @Test func aBurstOfChangesLeavesNoStaleValue() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        let ticket = try #require(await bench.loader.ticket(1))
        let told = Probe(LoadPriority?.none)
        ticket.onPriorityChange { priority in told.change { $0 = priority } }
        for turn in 0..<1000 { session.want(wanted([1], LoadPriority.allCases[turn % 4])) }
        await bench.want(wanted([1], .behind), session)
        #expect(ticket.priority == .behind && told.state == .behind)
    }

    @Test func theObserverIsNeverToldAnOlderPriorityAfterANewerOne() {
        let ticket = FetchTicket(title: "", priority: .ahead)
        let told = Probe<[LoadPriority]>([])
        // What changes while it is being told comes after it, as from another thread.
        ticket.onPriorityChange { priority in
            if priority == .ahead { for next in [LoadPriority.visible, .speculative] { ticket.setPriority(next) } }
            told.change { $0.append(priority) }
        }
        #expect(told.state == [.ahead, .speculative])
        ticket.setPriority(.speculative)
        #expect(told.state == [.ahead, .speculative])
    }

    @Test func aFetchThatBeginsLateIsToldThePresentPriority() {
        let ticket = FetchTicket(title: "", priority: .speculative)
        ticket.setPriority(.visible)
        let told = Probe<[LoadPriority]>([])
        ticket.onPriorityChange { priority in told.change { $0.append(priority) } }
        #expect(told.state == [.visible])
    }

    @Test func aChangeAfterTheFetchHasEndedIsNone() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        await bench.decoder.gate.untilStarted(1)
        let ticket = try #require(await bench.loader.ticket(1))
        await bench.want(wanted([1], .visible), session)
        #expect(ticket.priority == .ahead)
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.priority) == [.visible])
    }

    @Test func aChangeAfterTheFetchWasCancelledIsNone() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        let ticket = try #require(await bench.loader.ticket(1))
        await bench.want([], session)
        await bench.want(wanted([1], .visible), session)
        #expect(ticket.priority == .ahead)
        #expect(await bench.loader.ticket(1)?.priority == .visible)
    }

    @Test func raisedWhileItIsBeingPreemptedItGoesOnAsWhatItIsThen() async throws {
        let bytes = PartialByteLoader(length: 100)
        let bench = TestBed(bytes: bytes, fetchLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .speculative), session)
        await bytes.until { $0.calls.count == 1 }
        bytes.probe.change { $0.noticesCancel = false }
        await bench.want(wanted([2]) + wanted([1], .speculative), session)
        await bytes.until { $0.calls[0].isCancelled }
        await bench.want(wanted([1]) + wanted([2]), session)
        bytes.probe.change { $0.noticesCancel = true }
        await bytes.until { $0.calls.count == 2 }
        #expect(bytes.state.calls[1].title == "photo 1")
        #expect(await bench.loader.ticket(1)?.priority == .visible)
    }
}
