// Chains of processors: each step is shared, what memory has of a chain is used, and only what was asked for is kept.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ProcessingTests {
    private let a = Processor.blur(sigma: 2)
    private let b = Processor.dimmed
    private let c = Processor.blur(sigma: 3)

    private func request(_ processors: [Processor], id: Int = 1) -> ImageRequest {
        ImageRequest(sampleRequest(id), processors: processors)
    }

    @Test func twoEffectsOnOneSizeShareFetchAndDecode() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), processor: processor)
        let tasks = [await bench.load(request([a])), await bench.load(request([b]))]
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.bytes.gate.calls.count == 1 && bench.decoder.gate.calls.count == 1)
        #expect(Set(processor.steps) == ["\(a)", "\(b)"] && bench.loader.counters.processed == 2)
        #expect(bench.loader.counters.joined == 1 && bench.loader.counters.decoded == 1)
    }

    @Test func threeRequestsWithTwoDistinctEffectsAreTwoSteps() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), processor: processor)
        var tasks: [Loading] = []
        for steps in [[a], [b], [a]] { tasks.append(await bench.load(request(steps))) }
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(processor.steps.count == 2)
    }

    @Test func aSharedPrefixRunsOnceAndTheOrderOfAChainMatters() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), processor: processor)
        let tasks = [
            await bench.load(request([a, b])), await bench.load(request([a, c])), await bench.load(request([b, a])),
        ]
        bench.bytes.gate.open()
        var titles: [String] = []
        for task in tasks { titles.append(try await task.value.title) }
        #expect(titles == ["photo 1 \(a) \(b)", "photo 1 \(a) \(c)", "photo 1 \(b) \(a)"])
        #expect(processor.steps.count == 5 && bench.decoder.gate.calls.count == 1)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func onlyWhatWasAskedForIsInMemory() async throws {
        let bench = Bench(processor: ScriptedProcessor())
        _ = try await bench.image(1, [a, b, c])
        #expect(bench.memory.count == 1 && bench.memory.contains(request([a, b, c]).key))
    }

    @Test func anIntermediateThatSomeoneAsksForWhileItIsMadeIsKept() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false), processor: ScriptedProcessor())
        let chain = await bench.load(request([a]))
        await bench.decoder.gate.untilStarted(1)
        let plain = await bench.load(request([]))
        bench.decoder.gate.open()
        _ = try await (chain.value, plain.value)
        #expect(bench.memory.count == 2 && bench.decoder.gate.calls.count == 1)
    }

    @Test func aPrefixInMemoryMakesOnlyTheRestRun() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(processor: processor)
        _ = try await bench.image(1, [a, b])
        let picture = try await bench.image(1, [a, b, c])
        #expect(picture?.title == "photo 1 \(a) \(b) \(c)")
        #expect(processor.steps == ["\(a)", "\(b)", "\(c)"] && bench.bytes.gate.calls.count == 1)
    }

    @Test func aProcessedPictureInMemoryTakesOneLookUpAndNoWork() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(processor: processor)
        let first = try await bench.image(1, [a])
        let misses = bench.memory.misses
        #expect(try await bench.image(1, [a]) === first)
        #expect(bench.memory.hits == 1 && bench.memory.misses == misses && processor.steps.count == 1)
    }

    @Test func aFailingStepStopsTheChain() async throws {
        let (a, b) = (a, b)
        let processor = ScriptedProcessor { $0 == a }
        let bench = Bench(processor: processor)
        let expected = LoadFailure(stage: .process, culprit: "photo 1", reason: .corrupt(Message("as scripted")))
        await #expect(throws: expected) { try await bench.image(1, [a, b]) }
        #expect(processor.steps == ["\(a)"] && bench.loader.counters.failures == 1)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func withoutAProcessorARequestWithAStepFailsAndNamesIt() async throws {
        let bench = Bench()
        let expected = LoadFailure(stage: .process, culprit: "photo 1", reason: .unknownStep("\(b)"))
        await #expect(throws: expected) { try await bench.image(1, [b]) }
    }

    @Test func leavingInTheProcessStageCancelsThatStep() async throws {
        let processor = ScriptedProcessor(isOpen: false)
        let bench = Bench(processor: processor)
        let task = await bench.load(request([a, b]))
        await processor.gate.untilStarted(1)
        task.cancel()
        await processor.gate.until { $0.calls.map(\.status) == [.cancelled] }
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
        #expect(bench.loader.counters.cancelled == 1 && bench.memory.count == 0)
    }

    @Test func leavingAChainKeepsThePrefixForWhoNeedsIt() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), processor: processor)
        let leaver = await bench.load(request([a, b]))
        let stayer = await bench.load(request([a, c]))
        leaver.cancel()
        _ = await leaver.result
        bench.bytes.gate.open()
        _ = try await stayer.value
        #expect(processor.steps == ["\(a)", "\(c)"])
    }

    @Test func aChainRaisesItsFetchAndItsDecode() async throws {
        let processor = ScriptedProcessor()
        let bench = Bench(
            bytes: ScriptedByteLoader(isOpen: false), processor: processor, fetchLimit: 1, decodeLimit: 1)
        var tasks = [await bench.load(sampleRequest(0))]
        await bench.bytes.gate.untilStarted(1)
        tasks.append(await bench.load(sampleRequest(2), .ahead))
        tasks.append(await bench.load(request([a, b]), .behind))
        tasks.append(await bench.load(request([a, b]), .visible))
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 1", "photo 2"])
    }

    @Test func stepsShareTheSlotsOfDecodes() async throws {
        let processor = ScriptedProcessor(isOpen: false)
        let bench = Bench(processor: processor, decodeLimit: 1)
        let chain = await bench.load(request([a]))
        await processor.gate.untilStarted(1)
        let plain = await bench.load(sampleRequest(2))
        await bench.bytes.gate.until { $0.calls.count == 2 && $0.running == 0 }
        await eventually { await bench.loader.fetchesInFlight == 0 }
        #expect(bench.decoder.gate.calls.count == 1 && bench.loader.counters.inFlightDecodes == 1)
        processor.gate.open()
        _ = try await (chain.value, plain.value)
        #expect(bench.decoder.gate.calls.count == 2)
    }

    @Test func aSessionIsToldOfAMissingProcessorLikeOfAnyFailure() async throws {
        let bench = Bench()
        bench.memory.insert(TestImage(), for: sampleKey(1))
        let session = bench.loader.makeSession {}
        await bench.want([WantedImage(request: request([a]), priority: .visible)], session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).first?.failure?.stage == .process)
        await bench.want([], session)
        await bench.want([WantedImage(request: request([a]), priority: .visible)], session)
        #expect(session.pendingDeliveries == 1)
    }
}
