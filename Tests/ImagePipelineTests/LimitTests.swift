// How much runs: limits, and suspension while work is under way.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test func noMoreRunsThanTheLimitsAllow() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 2, decodeLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...9), session)
        await bench.bytes.gate.untilStarted(2)
        #expect(bench.loader.counters.inFlightFetches == 2)
        bench.bytes.gate.release("photo 1")
        await bench.bytes.gate.untilStarted(3)
        #expect(bench.bytes.gate.calls.allSatisfy { $0.status != .cancelled })
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.bytes.gate.most == 2 && bench.decoder.gate.most == 1 && bench.loader.counters.decoded == 9)
    }

    @Test func aDecodeSlotIsLeftToVisiblePictures() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false), decodeLimit: 3, aheadDecodeLimit: 2)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...4, .ahead), session)
        await bench.decoder.gate.untilStarted(2)
        await eventually { bench.loader.counters.inFlightFetches == 0 }
        #expect(bench.loader.counters.inFlightDecodes == 2)
        await bench.want(wanted(1...4, .ahead) + wanted([5], .visible), session)
        await bench.decoder.gate.untilStarted(3)
        #expect(bench.decoder.gate.calls.last?.title == "photo 5")
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.counters.decoded == 5)
    }

    @Test func suspensionStopsStartsAndNotWhatRuns() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 2)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...2), session)
        await bench.bytes.gate.untilStarted(2)
        bench.loader.suspend()
        bench.loader.suspend()
        bench.bytes.gate.release("photo 1")
        await eventually { bench.loader.counters.inFlightFetches == 1 }
        await bench.want(wanted(1...6), session)
        // Two fetches that begin together may be noted in either order.
        let states = Dictionary(uniqueKeysWithValues: bench.bytes.gate.calls.map { ($0.title, $0.status) })
        #expect(states == ["photo 1": .done, "photo 2": .waiting])
        #expect(bench.loader.counters.decoded == 0 && bench.loader.counters.cancelled == 0)
        bench.loader.resume()
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.counters.decoded == 6 && bench.bytes.gate.calls.count == 6)
    }

    @Test func whatMemoryHasIsAnsweredWhileSuspended() async throws {
        let bench = Bench()
        bench.memory.insert(TestImage(), for: sampleKey(1))
        bench.loader.suspend()
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2]), session)
        #expect(session.takeDeliveries(limit: 9).map(\.title) == ["photo 1"] && bench.bytes.gate.calls.isEmpty)
        await bench.want([], session)
        bench.loader.resume()
        await bench.untilIdle()
        #expect(bench.bytes.gate.calls.isEmpty)
    }

    @Test func bytesOfRunningFetchesCountInTheBudgetAsTheyCome() async throws {
        let bytes = PartialByteLoader(length: 10_000_000)
        let bench = TestBed(bytes: bytes, encodedBudget: 1_000_000)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        bytes.send("photo 1", 2_000_000)
        await bytes.until { $0.transferred == 2_000_000 }
        await eventually { await bench.loader.received(1) == 2_000_000 }
        await bench.want(wanted([1, 2], .ahead), session)
        #expect(bytes.state.calls.count == 1)
        bytes.sendAll("photo 1")
        await bytes.until { $0.calls.count == 2 }
    }

    @Test func aBusyHostHoldsUpNoOther() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 8, hostLimit: 2)
        let session = bench.loader.makeSession {}
        let other = WantedImage(
            request: ImageRequest(
                source: sampleSource, photo: Photo(id: PhotoID("x"), title: "elsewhere"),
                location: .remote("http://elsewhere/1"), size: PixelSize(square: 10), fit: .fill), priority: .behind)
        await bench.want(wanted(1...5) + [other], session)
        await bench.bytes.gate.untilStarted(3)
        #expect(bench.loader.counters.inFlightFetches == 3)
        #expect(Set(bench.bytes.gate.titles) == ["photo 1", "photo 2", "elsewhere"])
        bench.bytes.gate.release("elsewhere")
        await eventually { bench.loader.counters.decoded == 1 }
        #expect(bench.bytes.gate.calls.count == 3)
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.bytes.gate.most == 3 && bench.loader.counters.decoded == 6)
    }

    @Test func aHostsFirstAnswerTellsHowManyItMayHave() async throws {
        let bytes = PartialByteLoader(length: 100, isMultiplexed: true)
        let bench = TestBed(bytes: bytes, fetchLimit: 8, hostLimit: 2)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...9), session)
        await bytes.until { $0.calls.count == 2 }
        bytes.sendAll("photo 1")
        await bytes.until { $0.running.count == 4 }
        await eventually { bench.loader.counters.inFlightFetches == 4 }
    }

    @Test func withTheUsualLimitsAMultiplexedHostIsAskedForTwiceAsManyAndLeavesNoSlotFree() async throws {
        let usual = LoaderConfiguration()
        #expect(usual.hostLimit == 12 && usual.multiplexedHostLimit == 24)
        let bytes = PartialByteLoader(length: 100, isMultiplexed: true)
        let bench = TestBed(bytes: bytes)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...40, .ahead), session)
        await bytes.until { $0.calls.count == 9 }
        await eventually { bench.loader.counters.inFlightFetches == 9 }
        bytes.sendAll("photo 1")
        await bytes.until { $0.running.count == 24 }
        await eventually { bench.loader.counters.inFlightFetches == 24 }
    }

    @Test func aVisibleFetchTakesTheSlotOfItsOwnHost() async throws {
        let bytes = PartialByteLoader(length: 100)
        let bench = TestBed(bytes: bytes, fetchLimit: 3, hostLimit: 2)
        let session = bench.loader.makeSession {}
        let other = WantedImage(
            request: ImageRequest(
                source: sampleSource, photo: Photo(id: PhotoID("x"), title: "elsewhere"),
                location: .remote("http://elsewhere/1"), size: PixelSize(square: 10), fit: .fill),
            priority: .speculative)
        let held = wanted([2], .behind) + [other]
        await bench.want(held, session)
        await bytes.until { $0.calls.count == 2 }
        await bench.want(wanted([1]) + held, session)
        await bytes.until { $0.calls.count == 3 }
        await bench.want(wanted([1, 3]) + held, session)
        await bytes.until { $0.running.contains("photo 3") }
        #expect(Set(bytes.state.running) == ["photo 1", "photo 3", "elsewhere"])
    }

    @Test func whileVisibleFetchesRunTheOthersStartInAQuarterOfTheSlots() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), hostLimit: 8)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...3) + wanted(4...20, .ahead), session)
        await bench.bytes.gate.untilStarted(3)
        #expect(bench.loader.counters.inFlightFetches == 3)
        bench.bytes.gate.release("photo 1")
        bench.bytes.gate.release("photo 2")
        // One visible and one other: two of eight.
        await bench.bytes.gate.untilStarted(4)
        await eventually { bench.loader.counters.decoded == 2 }
        #expect(bench.loader.counters.inFlightFetches == 2)
        bench.bytes.gate.release("photo 3")
        // A quarter of the slots is left to the next visible ones.
        await bench.bytes.gate.untilStarted(9)
        #expect(bench.loader.counters.inFlightFetches == 6)
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.loader.counters.decoded == 20)
    }
}
