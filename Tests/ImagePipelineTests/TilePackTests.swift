// The pack of tiles: what comes out is what went in, or nothing, with as few reads as it takes.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TilePackTests: PackSuite {
    let disk = MemoryDisk()

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
        func key(_ path: String, _ version: String, _ width: Int = 10, _ height: Int = 10, _ fit: Fit = .fill)
            -> TileKey?
        {
            let photo = Photo(id: PhotoID("1"), title: "", version: version)
            return TileKey(
                ImageRequest(
                    source: sampleSource, photo: photo, location: .file(FilePath(path)),
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
