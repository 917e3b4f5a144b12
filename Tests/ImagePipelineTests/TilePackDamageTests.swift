// Damage to a pack: a crash costs one record at most, and no byte of a file is trusted.
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TilePackDamageTests: PackSuite {
    let disk = MemoryDisk()

    @Test func aRecordOfAnotherKeyIsNotServedWhateverTheIndexSays() async {
        let record = payload(2).withUnsafeBytes { TileRecord.encode($0, key: tileKey(2).bytes) }
        var segment = TileSegment()
        let hash = tileKey(1).bytes.withUnsafeBytes { XXH64.checksum($0) }
        segment.entries = [TileSegment.Entry(hash: hash, offset: 0, length: UInt32(record.count))]
        segment.end = record.count
        disk.change { $0.files[TileSegment.name(1)] = record + segment.index }
        let pack = open()
        #expect(await pack.contains(tileKey(1)))
        #expect(await pack.bytes(for: tileKey(1)) == nil)
    }

    @Test func aCrashAtAnyByteLosesAtMostTheRecordThatWasBeingWritten() async {
        let budget = 4 << 10  // files of 512 bytes: four records and an index
        await store(1...10, 8, in: open(budget: budget))
        let whole = disk.state.spent
        #expect(disk.names.count == 3)
        for charge in 0..<whole {
            let disk = MemoryDisk()
            disk.change { $0.charge = charge }
            let pack = TilePack(folder: disk.folder(), budget: budget, executor: SerialJobs())
            var finished = 0
            for id in 1...10 {
                await store([id], 8, in: pack)
                if disk.state.charge == 0 { break }
                finished = id
            }
            disk.restart()
            let next = TilePack(folder: disk.folder(), budget: budget, executor: SerialJobs())
            for id in 1...10 {
                let bytes = await next.bytes(for: tileKey(id))
                #expect(bytes == nil ? id > finished : bytes?.array == payload(id, 8), "\(id) after \(charge)")
            }
            // And it goes on from there.
            await store([99], 8, in: next)
            disk.restart()
            let last = TilePack(folder: disk.folder(), budget: budget, executor: SerialJobs())
            #expect(await last.bytes(for: tileKey(99))?.array == payload(99, 8))
            #expect(await last.size == disk.size)
        }
    }

    @Test func aFileCutAtAnyLengthGivesTheRecordsBeforeTheCut() async throws {
        await store(1...5, in: open())
        let name = try #require(disk.names.first)
        let whole = try #require(disk.state.files[name])
        let record = whole.count / 5
        for length in 0..<whole.count {
            disk.change { $0.files = [name: Array(whole.prefix(length))] }
            let pack = restart()
            #expect(await found(1...5, in: pack) == Array(1..<1 + length / record))
            #expect(disk.size == length / record * record)
            #expect(await pack.size == disk.size)
        }
    }

    @Test func aFlippedBitCostsTheRecordThatItIsInAndNoOther() async throws {
        await store(1...3, in: open())
        let name = try #require(disk.names.first)
        let whole = try #require(disk.state.files[name])
        for index in 0..<whole.count {
            disk.change { state in
                state.files[name] = whole
                state.files[name]?[index] ^= 1 << UInt8(index % 8)
            }
            let hurt = 1 + index / (whole.count / 3)
            let pack = restart()
            #expect(await found(1...3, in: pack) == [1, 2, 3].filter { $0 != hurt }, "\(index)")
            // It heals: stored again, it is there, now and later.
            await store([hurt], in: pack)
            #expect(await found(1...3, in: pack) == [1, 2, 3])
            #expect(await found(1...3, in: restart()) == [1, 2, 3])
        }
    }

    @Test func aFlippedBitInASealedFileCostsOneTileAtMost() async throws {
        let budget = 8 << 10
        await store(1...8, 20, in: open(budget: budget))
        let name = try #require(disk.names.first)
        let whole = try #require(disk.state.files[name])
        for index in 0..<whole.count {
            disk.change { state in
                state.files[name] = whole
                state.files[name]?[index] ^= 1 << UInt8(index % 8)
            }
            let pack = restart(budget: budget)
            var hits = 0
            for id in 1...8 {
                guard let bytes = await pack.bytes(for: tileKey(id)) else { continue }
                #expect(bytes.array == payload(id, 20))
                hits += 1
            }
            #expect(hits >= 7, "\(index)")
        }
    }

    @Test func filesWithTheGreatestNumberOrLengthAreNoTrap() async {
        disk.change { state in
            state.files["9999999999.tiles"] = [1, 2, 3]
            state.files["9223372036854775807.tiles"] = [1, 2, 3]
        }
        let pack = open()
        await store(1...3, in: pack)
        #expect(await found(1...3, in: pack).count <= 3)
        #expect(disk.state.files["9223372036854775807.tiles"] == [1, 2, 3])
    }

    /// Every byte of a sealed file, its index included, set to each of these.
    @Test(arguments: [0x00, 0x7F, 0x80, 0xFF] as [UInt8]) func noByteOfAFileIsTrusted(value: UInt8) async throws {
        let budget = 8 << 10
        await store(1...8, 20, in: open(budget: budget))
        let name = try #require(disk.names.first)
        let whole = try #require(disk.state.files[name])
        for index in whole.indices {
            disk.change { $0.files[name] = whole }
            disk.change { $0.files[name]?[index] = value }
            let pack = restart(budget: budget)
            for id in 1...8 {
                if let bytes = await pack.bytes(for: tileKey(id)) { #expect(bytes.array == payload(id, 20)) }
            }
        }
    }

    @Test func anIndexThatPointsBeyondItsFileIsNotFollowed() async throws {
        let record = payload(1).withUnsafeBytes { TileRecord.encode($0, key: tileKey(1).bytes) }
        let hash = tileKey(1).bytes.withUnsafeBytes { XXH64.checksum($0) }
        var segment = TileSegment()
        segment.entries = [
            TileSegment.Entry(hash: hash, offset: 0, length: .max),
            TileSegment.Entry(hash: 1, offset: .max, length: .max),
        ]
        segment.end = record.count
        disk.change { $0.files[TileSegment.name(1)] = record + segment.index }
        let pack = open()
        #expect(await pack.count == 0)
        #expect(await pack.bytes(for: tileKey(1)) == nil)
    }
}
