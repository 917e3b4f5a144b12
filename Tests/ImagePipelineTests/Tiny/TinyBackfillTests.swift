// What is made in pauses, of what passes, and what ends it.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TinyBackfillTests {
    private func wish(_ visible: Range<Int>, count: Int, of listing: NumberedListing? = nil) -> TinyWish {
        TinyWish(listing: listing ?? NumberedListing(count: count), from: visible, of: count, reach: count)
    }
    private func made(_ bench: TinyBench) -> [String] { bench.decoder.gate.titles }
    private func names(_ positions: some Sequence<Int>) -> Set<String> { Set(positions.map { "photo \($0)" }) }

    // MARK: In pauses

    @Test func allThatIsNotStoredIsMadeOnceFromTheScreenOutwards() async throws {
        let bench = TinyBench(clock: RestlessClock())
        await bench.keep(0..<20)
        let backfill = try #require(bench.loader.makeTinyBackfill())
        #expect(await backfill.run(wish(50..<60, count: 100)))
        #expect(made(bench).count == 80 && Set(made(bench)) == names(20..<100))
        #expect(made(bench).prefix(10).elementsEqual((50..<60).map { "photo \($0)" }))
        #expect(bench.bytes.gate.calls.allSatisfy { $0.priority == .speculative })
        #expect(bench.loader.counters.tinyMade == 80)
        await bench.loader.storeTinyPictures()
        #expect(await bench.pack.count == 100)
        // Neither again from elsewhere, nor by another grid.
        #expect(await backfill.run(wish(0..<10, count: 100)))
        #expect(await bench.loader.makeTinyBackfill()!.run(wish(0..<10, count: 100)))
        #expect(made(bench).count == 80)
    }

    @Test func oneIsMadeAtATime() async throws {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        let run = Task { await backfill.run(wish(0..<5, count: 50)) }
        await bench.bytes.gate.untilStarted(1)
        for _ in 0..<100 { await Task.yield() }
        #expect(bench.bytes.gate.calls.count == 1)
        bench.bytes.gate.open()
        #expect(await run.value)
    }

    @Test func itEndsAtTheFirstInputAndGoesOnWhereItWas() async throws {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        let run = Task { await backfill.run(wish(0..<5, count: 50)) }
        await bench.bytes.gate.untilStarted(1)
        run.cancel()
        #expect(await run.value == false)
        bench.bytes.gate.open()
        await eventually { await bench.loader.isIdle }
        #expect(made(bench).isEmpty && bench.bytes.gate.calls.count == 1)
        // What was interrupted is made then.
        #expect(await backfill.run(wish(0..<5, count: 50)))
        #expect(Set(made(bench)) == names(0..<50))
    }

    @Test func itWaitsWhileAnybodyAsksForAnything() async throws {
        let clock = ManualClock()
        let bench = TinyBench(decoder: ScriptedDecoder(isOpen: false), clock: clock)
        let backfill = try #require(bench.loader.makeTinyBackfill())
        let other = Task { try await bench.loader.image(for: tileRequest(7, side: 200), priority: .visible) }
        await bench.decoder.gate.untilStarted(1)
        let run = Task { await backfill.run(wish(0..<5, count: 5)) }
        for _ in 0..<3 {
            await clock.untilAsleep()
            clock.wakeAll()
        }
        #expect(made(bench) == ["photo 7"])
        bench.decoder.gate.open()
        _ = try await other.value
        // The pause of the backlog is one of the sleeps.
        let waking = Task { while !Task.isCancelled { clock.wakeAll(); await Task.yield() } }
        #expect(await run.value)
        waking.cancel()
        #expect(Set(made(bench)) == names(0..<5).union(["photo 7"]))
    }

    @Test func nothingIsMadeWhileAllWindowsAreHidden() async throws {
        let bench = TinyBench(clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        bench.loader.suspend()
        let run = Task { await backfill.run(wish(0..<5, count: 5)) }
        for _ in 0..<100 { await Task.yield() }
        #expect(bench.bytes.gate.calls.isEmpty && made(bench).isEmpty)
        // Nothing is even asked for.
        #expect(bench.loader.counters.requests == 0)
        bench.loader.resume()
        #expect(await run.value)
        #expect(made(bench).count == 5)
        // One that waits ends with its task.
        bench.loader.suspend()
        let other = Task { await bench.loader.makeTinyBackfill()!.run(wish(0..<5, count: 500)) }
        other.cancel()
        #expect(await other.value == false)
    }

    @Test func savingPowerEndsIt() async throws {
        let saves = Probe(false)
        let bench = TinyBench(
            decoder: ScriptedDecoder(fails: { title in
                if title == "photo 3" { saves.change { $0 = true } }
                return false
            }), clock: RestlessClock(), allowsBackfill: { !saves.state })
        let backfill = try #require(bench.loader.makeTinyBackfill())
        #expect(await backfill.run(wish(0..<5, count: 100)) == false)
        #expect(made(bench).count == 4)
        saves.change { $0 = false }
        #expect(await backfill.run(wish(0..<5, count: 100)))
        #expect(made(bench).count == 100)
    }

    @Test func theAllowanceOfTimeEndsItForAllGrids() async throws {
        let bench = TinyBench(clock: RestlessClock(), allowance: .zero)
        #expect(await bench.loader.makeTinyBackfill()!.run(wish(0..<5, count: 100)) == false)
        #expect(made(bench).isEmpty)
    }

    @Test func whatCannotBeDecodedIsTriedOnce() async throws {
        let bench = TinyBench(decoder: ScriptedDecoder(fails: { $0 == "photo 3" }), clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        #expect(await backfill.run(wish(0..<5, count: 10)))
        #expect(await backfill.run(wish(0..<5, count: 10)))
        #expect(made(bench).count == 10)
        // A photo that has changed is another one.
        backfill.forget([NumberedListing.ref(3)])
        #expect(await backfill.run(wish(0..<5, count: 10)))
        #expect(made(bench).count == 11)
    }

    @Test func withoutAStoreThereIsNone() {
        #expect(TinyBench(hasStore: false).loader.makeTinyBackfill() == nil)
    }

    // MARK: Of what passes

    @Test func whatPassesIsMadeAtOnceAndTheLatestFirst() async throws {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), decodeLimit: 1, clock: ManualClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        let listing = NumberedListing(count: 1000)
        backfill.pass([0, 1], of: listing)
        await bench.bytes.gate.untilStarted(1)
        backfill.pass([500, 501, 1], of: listing)
        bench.bytes.gate.open()
        await bench.decoder.gate.untilStarted(4)
        #expect(made(bench) == ["photo 0", "photo 500", "photo 501", "photo 1"])
        #expect(bench.bytes.gate.calls.allSatisfy { $0.priority == .ahead })
    }

    @Test func aSlowerScrollLeavesTheRestToPauses() async throws {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), decodeLimit: 1, clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        backfill.pass(Array(0..<30), of: NumberedListing(count: 30))
        await bench.bytes.gate.untilStarted(1)
        backfill.stopPassing()
        bench.bytes.gate.open()
        await bench.decoder.gate.untilStarted(1)
        await eventually { await bench.loader.isIdle }
        #expect(made(bench).count == 1)
        #expect(await backfill.run(wish(0..<0, count: 30)))
        #expect(made(bench).count == 30 && Set(made(bench)) == names(0..<30))
    }

    @Test func whatPassedLongestAgoIsDroppedAndFoundByThePause() async throws {
        let bench = TinyBench(bytes: ScriptedByteLoader(isOpen: false), decodeLimit: 1, clock: RestlessClock())
        let backfill = try #require(bench.loader.makeTinyBackfill())
        let listing = NumberedListing(count: 3000)
        for start in stride(from: 0, to: 3000, by: 30) { backfill.pass(Array(start..<start + 30), of: listing) }
        backfill.stopPassing()
        bench.bytes.gate.open()
        #expect(await backfill.run(wish(0..<0, count: 3000, of: listing)))
        #expect(made(bench).count == 3000 && Set(made(bench)) == names(0..<3000))
    }
}
