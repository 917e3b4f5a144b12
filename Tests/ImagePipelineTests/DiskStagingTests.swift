// What waits for the disk: it can be read at once, and the last word about an entry holds, whatever came before it.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct DiskStagingTests {
    private let scratch = ScratchDisk()
    private let writer = JobQueue()

    private func photo(_ bytes: [UInt8], _ headers: [String: String] = [:]) -> StoredPhoto {
        StoredPhoto(bytes: EncodedBytes(bytes), metadata: metadata(headers))
    }

    /// A cache whose writer does nothing until it is released.
    private func held(writeBacklog: Int = 1 << 20) -> DiskCache {
        writer.hold()
        return scratch.open(writeBacklog: writeBacklog, writer: writer)
    }

    private func release(_ disk: DiskCache) async {
        writer.release()
        await disk.flush()
    }

    @Test func whatWasStoredIsReadableBeforeItIsOnDiskAndThenFromThere() async throws {
        let disk = held()
        disk.store(photo([1, 2]), for: photoKey(1))
        #expect(await disk.get(1) == [1, 2])
        #expect(scratch.files.isEmpty)
        await release(disk)
        #expect(scratch.files.count == 1)
        #expect(try await disk.photo(for: photoKey(1), priority: .visible)?.stamp != nil)  // from the file
        #expect(await disk.get(1) == [1, 2])
    }

    @Test(arguments: [[1], []] as [[UInt8]], [[2, 2], nil] as [[UInt8]?])
    func theLastWordHoldsWhetherOrNotTheFirstWasOnDisk(first: [UInt8], last: [UInt8]?) async {
        for isOnDisk in [false, true] {
            let disk = scratch.open(writer: writer)
            if isOnDisk { await disk.put([9], 1) }
            writer.hold()
            disk.store(photo(first), for: photoKey(1))
            disk.remove(photoKey(1))
            #expect(await disk.get(1) == nil)
            if let last { disk.store(photo(last), for: photoKey(1)) }
            #expect(await disk.get(1) == last)
            await release(disk)
            #expect(await disk.get(1) == last)
            #expect(await scratch.open().get(1) == last)
            #expect(await disk.size == scratch.size)
        }
    }

    @Test func whatIsReplacedWhileItWaitsIsWrittenOnce() async {
        let disk = held()
        for byte in 1...9 as ClosedRange<UInt8> { disk.store(photo([byte]), for: photoKey(1)) }
        await release(disk)
        #expect(await disk.get(1) == [9])
        #expect(await disk.count == 1)
    }

    @Test func whatIsBeyondTheBacklogIsNotWrittenNorIsWhatItReplaces() async {
        let disk = scratch.open(writeBacklog: 100, writer: writer)
        await disk.put([7], 2)
        writer.hold()
        disk.store(photo(Array(repeating: 1, count: 60)), for: photoKey(1))
        disk.store(photo(Array(repeating: 2, count: 60)), for: photoKey(2))
        #expect(await disk.get(1)?.count == 60)
        #expect(await disk.get(2) == nil)
        await release(disk)
        #expect(await disk.get(1)?.count == 60)
        #expect(await disk.get(2) == nil)
        await disk.put(Array(repeating: 2, count: 60), 2)  // there is room again
        #expect(await disk.get(2)?.count == 60)
    }

    @Test func aReadWaitsForNoWrite() async {
        let disk = scratch.open(writer: writer)
        await disk.put([1], 1)
        writer.hold()
        disk.store(photo([2]), for: photoKey(2))
        #expect(await disk.get(1) == [1])
        await release(disk)
    }

    @Test func theMostUrgentReadComesFirstAndACancelledOneNotAtAll() async throws {
        let executor = JobQueue()
        let disk = scratch.open(reader: executor)
        await disk.put([1], 1)
        let order = Probe<[String]>([])
        executor.hold()
        func read(_ name: String, _ priority: LoadPriority) async -> Task<Void, Never> {
            let before = executor.count
            let task = Task {
                do {
                    guard try await disk.photo(for: photoKey(1), priority: priority) != nil else { return }
                    order.change { $0.append(name) }
                } catch {
                    order.change { $0.append("\(name) cancelled") }
                }
            }
            await eventually { executor.count > before }
            return task
        }
        var tasks: [Task<Void, Never>] = []
        for priority in [LoadPriority.speculative, .behind, .visible, .ahead] {
            tasks.append(await read("\(priority)", priority))
        }
        tasks[1].cancel()
        for turn in 1...4 {
            executor.releaseOne()
            await order.until { $0.count == turn }
        }
        #expect(order.state == ["visible", "ahead", "behind cancelled", "speculative"])
    }

    @Test func aConfirmationIsWrittenBesideTheBytesAndOutlivesAStart() async throws {
        let disk = scratch.open()
        await disk.put(Array(repeating: 5, count: 500), 1, ["etag": "\"a\"", "age": "7"])
        let file = try #require(scratch.files.first)
        let before = try #require(scratch.contents(file))
        let photo = try #require(try await disk.photo(for: photoKey(1), priority: .visible))
        let answer = TransferHead(status: 304, headers: ["cache-control": "max-age=9"])
        let later = photo.metadata.updated(by: answer, at: 1_000_000_777)
        disk.refresh(photo.with(later), for: photoKey(1))
        await disk.flush()
        #expect(scratch.contents(file) == before && scratch.files.count == 2)
        #expect(await disk.size == scratch.size)
        for disk in [disk, scratch.open()] {
            let read = try await disk.photo(for: photoKey(1), priority: .visible)
            #expect(read?.metadata == later && read?.bytes.count == 500 && later.validatedAt == 1_000_000_777)
            #expect(later.headers == ["etag": "\"a\"", "cache-control": "max-age=9"])
        }
        #expect(await scratch.open().size == scratch.size)
        disk.remove(photoKey(1))
        await disk.flush()
        #expect(scratch.files.isEmpty)
    }

    @Test func aTornConfirmationOrOneOfOtherBytesOnlyMeansToAskAgain() async throws {
        let disk = scratch.open()
        await disk.put([1], 1, ["etag": "\"a\""])
        let photo = try #require(try await disk.photo(for: photoKey(1), priority: .visible))
        disk.refresh(photo.with(metadata(["etag": "\"a\""], at: 1_500_000_000)), for: photoKey(1))
        await disk.flush()
        let file = try #require(scratch.files.first { $0.hasSuffix(".valid3") })
        let whole = try #require(scratch.contents(file))
        func read() async throws -> StoredPhoto? {
            try await scratch.open().photo(for: photoKey(1), priority: .visible)
        }
        for index in 0..<whole.count {
            var bent = whole
            bent[index] ^= 1
            try scratch.write(bent, file)
            #expect(try await read()?.metadata == photo.metadata)
            try scratch.write(whole.prefix(index), file)
            #expect(try await read()?.metadata == photo.metadata)
        }
        // A crash between the new bytes and the deletion of the old confirmation.
        await scratch.open().put([2], 1, ["etag": "\"b\""])
        try scratch.write(whole, file)
        #expect(try await read()?.metadata == metadata(["etag": "\"b\""]))
        #expect(try await read()?.bytes.array == [2])
    }

    @Test func whatWasConfirmedMeanwhileDoesNotUndoAReplacement() async throws {
        let disk = scratch.open(writer: writer)
        await disk.put([1], 1, ["etag": "\"a\""])
        let old = try #require(try await disk.photo(for: photoKey(1), priority: .visible))
        writer.hold()
        disk.store(photo([2], ["etag": "\"b\""]), for: photoKey(1))
        disk.refresh(old.with(metadata(["etag": "\"a\""], at: 2_000_000_000)), for: photoKey(1))
        await release(disk)
        let read = try await disk.photo(for: photoKey(1), priority: .visible)
        #expect(read?.bytes.array == [2] && read?.metadata == metadata(["etag": "\"b\""]))
    }

    @Test func theNewestBeginningsStayWithinTheirShare() async {
        let disk = scratch.open(budget: 1 << 20, partialBudget: 1500)
        await disk.put(Array(repeating: 0, count: 900), 1)
        for id in 1...3 { await disk.putPartial(Array(repeating: UInt8(id), count: 500), id, total: 900) }
        #expect(await disk.getPartial(1) == nil)
        #expect(await disk.getPartial(2)?.count == 500)
        #expect(await disk.getPartial(3)?.count == 500)
        await disk.putPartial(Array(repeating: 0, count: 1500), 3, total: 9000)
        #expect(await disk.getPartial(3) == nil)  // larger than the share, and newer than what it replaces
        #expect(await disk.get(1) != nil)
        #expect(await disk.size == scratch.size)
    }

    @Test func memoryKeepsTheNewestBeginningsWithinItsBudget() async {
        let store = MemoryPartials(budget: 100)
        func keep(_ id: Int, _ count: Int) {
            let bytes = EncodedBytes(Array(repeating: UInt8(id), count: count))
            store.keep(PartialTransfer(bytes: bytes, total: nil, metadata: metadata()), for: photoKey(id))
        }
        func count(_ id: Int) -> Int? { store.partial(for: photoKey(id), priority: .visible)?.bytes.count }
        for id in 1...3 { keep(id, 40) }
        #expect(count(1) == nil && count(2) == 40 && count(3) == 40)
        keep(2, 50)
        keep(4, 101)
        #expect(count(2) == 50 && count(3) == 40 && count(4) == nil)
        store.removePartial(for: photoKey(2))
        keep(5, 60)
        #expect(count(2) == nil && count(3) == 40 && count(5) == 60)
    }
}
