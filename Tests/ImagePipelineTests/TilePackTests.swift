// The pack of tiles: what comes out is what went in, or nothing; the budget holds; a crash costs one record at most.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TilePackTests {
    private let disk = MemoryDisk()

    /// A pack of a program that has just started; what ran before is gone.
    private func restart(budget: Int = 1 << 20) -> TilePack {
        disk.restart()
        return open(budget: budget)
    }
    private func open(budget: Int = 1 << 20) -> TilePack {
        TilePack(folder: disk.folder(), budget: budget, executor: SerialJobs())
    }
    private func payload(_ id: Int, _ count: Int = 60) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ id) }
    }
    private func store(_ ids: some Sequence<Int>, _ count: Int = 60, in pack: TilePack) async {
        for id in ids { await pack.store(EncodedBytes(payload(id, count)), for: tileKey(id)) }
    }
    private func found(_ ids: some Sequence<Int>, in pack: TilePack) async -> [Int] {
        var found: [Int] = []
        for id in ids where await pack.bytes(for: tileKey(id)) != nil { found.append(id) }
        return found
    }

    @Test func whatWasStoredIsReadBackAlsoAfterAStart() async {
        let pack = open()
        await store(1...20, 5000, in: pack)
        await pack.store(EncodedBytes([]), for: tileKey(21))
        for pack in [pack, restart()] {
            for id in 1...20 { #expect(await pack.bytes(for: tileKey(id))?.array == payload(id, 5000)) }
            #expect(await pack.bytes(for: tileKey(21))?.array == [])
            #expect(await pack.bytes(for: tileKey(22)) == nil)
            #expect(await pack.bytes(for: tileKey(1, version: "2")) == nil)
            #expect(await pack.contains(tileKey(1)))
            #expect(await !pack.contains(tileKey(22)))
            #expect(await pack.count == 21)
            #expect(await pack.size == disk.size)
        }
    }

    @Test func askingForTheSizeOpensNothingAndOnceOpenItIsThatOfTheFiles() async {
        await store(1...3, in: open())
        let pack = restart()
        let reads = disk.state.reads
        #expect(await pack.sizeIfOpen == nil)
        #expect(disk.state.holder == nil && disk.state.reads == reads)
        _ = await pack.bytes(for: tileKey(1))
        #expect(await pack.sizeIfOpen == disk.size)
        await store(4...6, in: pack)
        #expect(await pack.sizeIfOpen == disk.size)
    }

    @Test func aKeyDiffersInEachOfItsPartsAndInWhereTheyMeet() {
        func key(_ path: String, _ version: String, _ width: Int = 10, _ height: Int = 10, _ fit: Fit = .fill) -> TileKey? {
            let photo = Photo(id: PhotoID("1"), title: "", version: version)
            return TileKey(
                ImageRequest(
                    source: sampleSource, photo: photo, location: .file(path),
                    size: PixelSize(width: width, height: height), fit: fit))
        }
        let keys = [
            key("/a", "1"), key("/b", "1"), key("/a", "2"), key("/a", "1", 11), key("/a", "1", 10, 11),
            key("/a", "1", 10, 10, .fit), key("/a1", "1"), key("/a", "11"), key("/", "a1"), key("/a", "1", 1, 110),
        ]
        #expect(!keys.contains(nil))
        #expect(Set(keys).count == keys.count)
    }

    @Test func aTileWithColoursThatWereNotConvertedIsNotFound() async {
        let key = [1] + tileKey(1).bytes.dropFirst()
        let record = payload(1).withUnsafeBytes { TileRecord.encode($0, key: Array(key)) }
        var segment = TileSegment()
        let hash = key.withUnsafeBytes { XXH64.checksum($0) }
        segment.entries = [TileSegment.Entry(hash: hash, offset: 0, length: UInt32(record.count))]
        segment.end = record.count
        disk.change { $0.files[TileSegment.name(1)] = record + segment.index }
        let pack = open()
        #expect(await pack.count == 1)
        #expect(await pack.bytes(for: tileKey(1)) == nil)
        await store([1], in: pack)
        #expect(await pack.bytes(for: tileKey(1))?.array == payload(1))
    }

    @Test func onlyUntreatedTilesOfFilesWithAVersionHaveAKey() {
        #expect(TileKey(tileRequest(1, side: 512)) != nil)
        #expect(TileKey(tileRequest(1, side: 513)) == nil)
        #expect(TileKey(tileRequest(1, version: "")) == nil)
        #expect(TileKey(tileRequest(1, processors: [.dimmed])) == nil)
        #expect(TileKey(sampleRequest(1)) == nil)
    }

    @Test func theNewestRecordOfAKeyIsTheOneThatIsFound() async {
        let pack = open()
        await store(1...3, in: pack)
        await pack.store(EncodedBytes([1, 2, 3]), for: tileKey(2))
        #expect(await pack.bytes(for: tileKey(2))?.array == [1, 2, 3])
        #expect(await restart().bytes(for: tileKey(2))?.array == [1, 2, 3])
        #expect(await restart().count == 3)
    }

    @Test func whatWasRemovedStaysRemovedAlsoFromASealedFile() async {
        let pack = open(budget: 8 << 10)  // files of 1 KB
        await store(1...20, in: pack)
        #expect(disk.names.count > 1)
        await pack.remove(tileKey(1))
        await pack.remove(tileKey(20))
        await pack.remove(tileKey(77))
        #expect(await found(1...20, in: pack) == Array(2...19))
        #expect(await found(1...20, in: restart(budget: 8 << 10)) == Array(2...19))
    }

    @Test func aReplacedRecordDoesNotComeBackWhenItsReplacementIsGone() async {
        let budget = 8 << 10
        let pack = open(budget: budget)
        await store(1...8, in: pack)
        let second = disk.names[1]
        await pack.store(EncodedBytes([1, 2, 3]), for: tileKey(1))  // goes into the second file
        for id in 9...200 where disk.names.contains(second) {
            await store([id], in: pack)
            _ = await pack.bytes(for: tileKey(2))  // keeps the first
        }
        let next = restart(budget: budget)
        #expect(await next.bytes(for: tileKey(2)) != nil)
        #expect(await next.bytes(for: tileKey(1)) == nil)
    }

    @Test func aFileOfAnEarlierFormatIsBegunAnew() async throws {
        await store(1...20, in: open(budget: 8 << 10))
        let files = disk.names.count
        #expect(files > 1)
        disk.change { state in
            for name in state.files.keys {
                var file = state.files[name] ?? []
                // The version of each record.
                for start in file.indices where file[start...].starts(with: TileRecord.magic) { file[start + 6] = 1 }
                state.files[name] = file
            }
        }
        let pack = restart(budget: 8 << 10)
        #expect(await found(1...20, in: pack) == [])
        await store(1...3, in: pack)
        #expect(await found(1...20, in: pack) == [1, 2, 3])
        #expect(await found(1...20, in: restart(budget: 8 << 10)) == [1, 2, 3])
        #expect(await pack.size == disk.size)
    }

    // MARK: Damage

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

    // MARK: Budget

    @Test func theBudgetHoldsAndTheFileUsedLongestAgoGoes() async {
        let budget = 8 << 10
        var pack = open(budget: budget)
        await store(1...8, in: pack)
        let first = disk.names[0], second = disk.names[1]
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        for id in 9...200 {
            await store([id], in: pack)
            _ = await pack.bytes(for: tileKey(1))
            #expect(disk.size <= budget)
            #expect(await pack.size == disk.size)
        }
        #expect(disk.names.contains(first) && !disk.names.contains(second))
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        // The order of use survives a start.
        pack = restart(budget: budget)
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        await store(201...205, in: pack)
        pack = restart(budget: budget)
        await store(206...230, in: pack)
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        #expect(await restart(budget: 2 << 10).size <= 2 << 10)
        #expect(disk.size <= 2 << 10)
    }

    @Test func aTileLargerThanAnEighthOfTheBudgetIsNotStored() async {
        let pack = open(budget: 8 << 10)
        await store([1], in: pack)
        await store([2], 1000, in: pack)
        #expect(await found(1...2, in: pack) == [1])
    }

    @Test func withoutABudgetNothingIsKept() async {
        await store(1...3, in: open())
        let pack = restart(budget: 0)
        await store(4...6, in: pack)
        #expect(await pack.count == 0)
        #expect(disk.size == 0)
    }

    // MARK: Others in the folder

    @Test func filesOfOtherNamesAreNotTouched() async {
        let foreign = ["holiday.tiles", "17.tiles", "00000000017.tiles", "0000000000.tiles", "0000000001.jpg", "lock"]
        disk.change { state in
            for name in foreign { state.files[name] = [1, 2, 3] }
        }
        let pack = open(budget: 8 << 10)
        await store(1...200, in: pack)
        #expect(await pack.size == disk.size - 3 * foreign.count)
        for name in foreign { #expect(disk.state.files[name] == [1, 2, 3]) }
    }

    @Test func theSecondProgramReadsAndDoesNotWriteUntilTheFirstIsGone() async {
        var first: TilePack? = open(budget: 8 << 10)
        await store(1...20, in: first!)
        let before = disk.state
        let second = open(budget: 2 << 10)  // the files are more than that, but not its own to delete
        #expect(await found(1...20, in: second) == Array(1...20))
        await store(21...23, in: second)
        await second.remove(tileKey(1))
        #expect(disk.state.files == before.files && disk.state.spent == before.spent)
        await store(24...26, in: first!)
        first = nil
        await eventually { disk.state.holder == nil }
        await store([30], in: second)
        #expect(await found(24...30, in: second).last == 30)
        #expect(disk.size <= 2 << 10)
    }

    @Test func aFileDeletedByTheFirstProgramIsAMissForTheSecond() async {
        let first = open(budget: 8 << 10)
        await store(1...3, in: first)
        let second = open(budget: 8 << 10)
        #expect(await second.count == 3)
        await store(100...300, in: first)
        #expect(await found(1...3, in: second) == [])
    }

    @Test func aDiskThatRefusesWritesStoresNothingAndHarmsNothing() async {
        await store(1...3, in: open())
        disk.change { $0.refusesWrites = true }
        let pack = restart()
        await store(4...6, in: pack)
        #expect(await found(1...6, in: pack) == [1, 2, 3])
        disk.change { $0.refusesWrites = false }
        await store(4...6, in: pack)
        #expect(await found(1...6, in: restart()) == Array(1...6))
    }

    @Test func tilesAreStoredAgainAfterTheFolderWasDeleted() async {
        let pack = open()
        await store(1...5, in: pack)
        disk.change { state in
            state.files = [:]
            state.holder = nil  // the lock was a file of the folder
        }
        #expect(await found(1...5, in: pack) == [])
        #expect(await pack.size == 0)
        #expect(await pack.count == 0)
        await store(1...5, in: pack)
        #expect(await found(1...5, in: pack) == Array(1...5))
        #expect(await pack.size == disk.size)
        #expect(disk.state.holder != nil)
    }

    @Test func tilesAreStoredAgainAfterTheirFilesWereDeleted() async {
        let pack = open(budget: 8 << 10)
        await store(1...20, in: pack)
        disk.change { $0.files = [:] }
        await store([21], in: pack)
        #expect(await found(1...21, in: pack) == [21])
        for id in 1...20 { #expect(await !pack.contains(tileKey(id))) }
        await store(1...20, in: pack)
        #expect(await found(1...21, in: pack).count == 21)
        #expect(await pack.size == disk.size)
    }

    @Test func whoLostTheFolderToAnotherProgramWritesNothingIntoItsFiles() async {
        let first = open()
        await store(1...5, in: first)
        disk.change { state in
            state.files = [:]
            state.holder = nil
        }
        let second = open()
        await store(11...15, in: second)
        let files = disk.state.files
        await store(6...8, in: first)
        await first.remove(tileKey(1))
        _ = await found(1...5, in: first)
        #expect(disk.state.files == files)
        #expect(await found(11...15, in: second) == Array(11...15))
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
            TileSegment.Entry(hash: hash, offset: 0, length: .max), TileSegment.Entry(hash: 1, offset: .max, length: .max),
        ]
        segment.end = record.count
        disk.change { $0.files[TileSegment.name(1)] = record + segment.index }
        let pack = open()
        #expect(await pack.count == 0)
        #expect(await pack.bytes(for: tileKey(1)) == nil)
    }

    // MARK: Reads

    @Test func openingReadsASealedFileTwiceAndATileOnce() async {
        await store(1...24, in: open(budget: 8 << 10))
        let files = disk.names.count
        #expect(files > 2)
        let pack = restart(budget: 8 << 10)
        disk.change { $0.reads = 0 }
        #expect(await pack.count == 24)
        // The newest has no index yet: its end is looked at, and then all of it.
        #expect(disk.state.reads == 2 * files)
        _ = await pack.bytes(for: tileKey(1))
        #expect(disk.state.reads == 2 * files + 1)
        _ = await pack.bytes(for: tileKey(99))
        #expect(disk.state.reads == 2 * files + 1)
    }

    @Test func aCancelledTaskReadsNothing() async {
        let pack = open()
        await store([1], in: pack)
        disk.change { $0.reads = 0 }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await pack.bytes(for: tileKey(1))
        }
        #expect(await task.value == nil)
        #expect(disk.state.reads == 0)
    }
}
