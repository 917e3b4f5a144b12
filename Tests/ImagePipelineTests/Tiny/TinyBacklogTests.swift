// When tiny pictures are stored: of every decode, many at once, and before the program ends.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TinyBacklogTests {
    private func writes(_ disk: MemoryDisk) -> Int { disk.state.clock }

    @Test func everyDecodeIsStoredWithinAPauseManyAtOnce() async throws {
        let clock = ManualClock()
        let bench = TinyBench(clock: clock)
        for id in 0..<200 { _ = try await bench.loader.image(for: tileRequest(id, side: 200), priority: .visible) }
        // However many there are, one wait and nothing on the disk.
        await clock.untilAsleep()
        #expect(clock.probe.state.naps == [.seconds(1)] && bench.disk.names.isEmpty)
        clock.wakeAll()
        await eventually { await bench.pack.count == 200 }
        #expect(bench.disk.names.count == 1)
        // One for the pictures, and one that notes the use of the file.
        #expect(writes(bench.disk) == 2)
        let key = try #require(TileKey(bench.request(7), .square))
        #expect(await bench.pack.bytes(for: key)?.array == [1] + Array("photo 7".utf8))
    }

    @Test func theEndOfTheProgramStoresWhatWaits() async throws {
        let clock = ManualClock()
        let bench = TinyBench(clock: clock)
        for id in 0..<3 { _ = try await bench.loader.image(for: tileRequest(id, side: 200), priority: .visible) }
        bench.loader.invalidate()
        await bench.loader.storeTinyPictures()
        #expect(await bench.pack.count == 3)
        clock.wakeAll()
    }

    @Test func whatIsStoredOrHasComeTwiceIsWrittenOnce() async {
        let bench = TinyBench()
        await bench.keep(0..<10)
        let size = bench.disk.size
        await bench.keep([(3, [1, 2]), (4, [1, 2])])
        #expect(bench.disk.size == size && writes(bench.disk) == 2)
        await bench.keep([(20, [1, 2]), (20, [1, 3])])
        #expect(await bench.pack.count == 11)
    }

    @Test func remoteProcessedAndPartialPicturesAreNotStored() async throws {
        let bench = TinyBench(clock: ManualClock())
        _ = try await bench.loader.image(for: sampleRequest(1, 200), priority: .visible)
        _ = try await bench.loader.image(for: tileRequest(1, version: ""), priority: .visible)
        await bench.loader.storeTinyPictures()
        #expect(await bench.pack.count == 0)
    }

    @Test func aDiskThatDoesNotAnswerIsWaitedForWithALimit() async {
        let disk = MemoryDisk()
        let pack = TilePack(folder: disk.folder(), budget: 8 << 20, executor: SerialJobs())
        let clock = ManualClock()
        let backlog = TinyBacklog(store: TinyStore(pack: pack, codec: NamingCodec()), limit: 5, clock: clock)
        for id in 0..<9 { backlog.add(EncodedBytes([1, UInt8(id)]), .square, of: tileRequest(id)) }
        await backlog.flush()
        #expect(await pack.count == 5)
        clock.wakeAll()
    }

    @Test func batchesFillFilesThatAreFoundAgain() async {
        let disk = MemoryDisk()
        let all = (0..<600).map { id in
            (key: TileKey(tileRequest(id), .square)!, bytes: EncodedBytes([UInt8](repeating: 7, count: 1156)))
        }
        do {
            let pack = TilePack(folder: disk.folder(), budget: 2 << 20, executor: SerialJobs())
            await pack.store(missing: all)
            #expect(await pack.count == 600)
        }
        disk.restart()
        let pack = TilePack(folder: disk.folder(), budget: 2 << 20, executor: SerialJobs())
        let found = await pack.bytes(forAll: all.map(\.key))
        #expect(found.allSatisfy { $0?.count == 1156 })
        // Several files, each written some hundred pictures at a time.
        #expect(disk.names.count > 1 && disk.state.clock < 60)
    }
}
