// The disk cache: what comes out is what went in, or nothing; the budget holds; a crash leaves no torn entry.
import FoundationEssentials
import Photos
import Synchronization
import Testing

@testable import ImagePipeline

@Suite struct FNV1aTests {
    /// Vectors of the reference implementation for "", "a" and "foobar".
    @Test func matchesTheReferenceVectors() {
        func checksum(_ text: String) -> UInt64 { Array(text.utf8).withUnsafeBytes { FNV1a.checksum($0) } }
        #expect(checksum("") == 0xcbf2_9ce4_8422_2325)
        #expect(checksum("a") == 0xaf63_dc4c_8601_ec8c)
        #expect(checksum("foobar") == 0x8594_4171_f739_67e8)
        #expect(FNV1a.name([]) == "6c62272e07bb014262b821756295c58d")
        #expect(FNV1a.name(Array("a".utf8)) == "d228cb696f1a8caf78912b704e4a8964")
        #expect(FNV1a.name(Array("foobar".utf8)) == "343e1662793c64bf6f0d3597ba446f18")
    }
}

@Suite(.timeLimit(.minutes(1))) final class DiskCacheTests {
    private let directory = FileManager.default.temporaryDirectory.path() + "/disk-cache-\(UInt64.random(in: 0 ... .max))"
    private let executor = JobQueue()

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func open(budget: Int = 1 << 20) -> DiskCache {
        DiskCache(directory: directory, budget: budget, executor: executor)
    }
    private func key(_ id: Int, version: String = "") -> FetchKey {
        let photo = Photo(id: PhotoID("\(id)"), title: "", version: version)
        return FetchKey(
            ImageRequest(
                source: sampleSource, photo: photo, location: .remote("http://test/\(id)"), size: PixelSize(square: 1),
                fit: .fill))
    }
    private func files() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted() }
    private func sizeOnDisk() -> Int {
        files().reduce(0) { $0 + (FileManager.default.contents(atPath: "\(directory)/\($1)")?.count ?? 0) }
    }

    @Test func whatWasStoredIsReadBackAlsoAfterAStart() async {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let disk = open()
        await disk.store(EncodedBytes(bytes), for: key(1))
        await disk.store(EncodedBytes([]), for: key(2))
        #expect(await disk.bytes(for: key(1))?.array == bytes)
        #expect(await open().bytes(for: key(1))?.array == bytes)
        #expect(await open().bytes(for: key(2))?.array == [])
        #expect(await disk.bytes(for: key(3)) == nil)
        #expect(await disk.bytes(for: key(1, version: "2")) == nil)
    }

    @Test func replacingAndRemovingKeepTheSizeExact() async {
        let disk = open()
        await disk.store(EncodedBytes(Array(repeating: 1, count: 900)), for: key(1))
        await disk.store(EncodedBytes(Array(repeating: 2, count: 50)), for: key(1))
        await disk.store(EncodedBytes(Array(repeating: 3, count: 70)), for: key(2))
        #expect(await disk.bytes(for: key(1))?.array == Array(repeating: 2, count: 50))
        #expect(await disk.size == sizeOnDisk())
        #expect(await open().size == sizeOnDisk())
        await disk.remove(key(1))
        #expect(await disk.bytes(for: key(1)) == nil)
        #expect(await disk.size == sizeOnDisk())
        #expect(await disk.count == 1)
    }

    @Test func aTornFileIsNeverServedAtAnyLengthAndHealsItself() async throws {
        await open().store(EncodedBytes(Array(repeating: 9, count: 40)), for: key(1))
        let path = "\(directory)/\(try #require(files().first))"
        let whole = try #require(FileManager.default.contents(atPath: path))
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: URL(filePath: path))
            #expect(await open().bytes(for: key(1)) == nil)
            #expect(files().isEmpty)
        }
    }

    @Test func aFlippedBitAnywhereIsCaught() async throws {
        await open().store(EncodedBytes(Array(repeating: 9, count: 40)), for: key(1))
        let path = "\(directory)/\(try #require(files().first))"
        let whole = try #require(FileManager.default.contents(atPath: path))
        for index in 0..<whole.count {
            var bent = whole
            bent[index] ^= 1 << UInt8(index % 8)
            try bent.write(to: URL(filePath: path))
            #expect(await open().bytes(for: key(1)) == nil)
        }
        try whole.write(to: URL(filePath: path))
        #expect(await open().bytes(for: key(1)) != nil)
    }

    @Test func aFileUnderTheNameOfAnotherKeyIsNotServed() async throws {
        let disk = open()
        await disk.store(EncodedBytes([1]), for: key(1))
        let mine = try #require(files().first)
        await disk.store(EncodedBytes([2]), for: key(2))
        let other = try #require(files().first { $0 != mine })
        try FileManager.default.removeItem(atPath: "\(directory)/\(mine)")
        try FileManager.default.moveItem(atPath: "\(directory)/\(other)", toPath: "\(directory)/\(mine)")
        #expect(await open().bytes(for: key(1)) == nil)
    }

    @Test func theBudgetHoldsAndTheLeastRecentlyUsedLeaves() async {
        let disk = open(budget: 3000)
        for id in 1...2 { await disk.store(EncodedBytes(Array(repeating: 0, count: 900)), for: key(id)) }
        _ = await disk.bytes(for: key(1))
        for id in 3...4 { await disk.store(EncodedBytes(Array(repeating: 0, count: 900)), for: key(id)) }
        #expect(await disk.bytes(for: key(2)) == nil)
        #expect(await disk.count == 3)
        #expect(await disk.bytes(for: key(1)) != nil)
        #expect(sizeOnDisk() <= 3000)
        await disk.store(EncodedBytes(Array(repeating: 0, count: 3000)), for: key(9))
        #expect(await disk.count == 3)  // would not fit at all
        #expect(await open(budget: 1000).count == 1)
        #expect(sizeOnDisk() <= 1000)
    }

    @Test func theOrderOfUseSurvivesAStart() async throws {
        let disk = open()
        for id in 1...3 { await disk.store(EncodedBytes(Array(repeating: 0, count: 900)), for: key(id)) }
        for file in files() {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: "\(directory)/\(file)")
        }
        _ = await open().bytes(for: key(2))
        #expect(await open(budget: 1000).count == 1)
        #expect(await open().bytes(for: key(2)) != nil)
    }

    @Test func whatACrashLeftHalfWrittenIsSweptAndForeignFilesAreNotTouched() async throws {
        let disk = open()
        await disk.store(EncodedBytes([1, 2, 3]), for: key(1))
        let name = try #require(files().first).prefix(32)
        let partial = "\(name)-17.partial"
        for foreign in ["holiday.photo", "thesis.partial", "\(name).txt", partial] {
            try Data([1, 2]).write(to: URL(filePath: "\(directory)/\(foreign)"))
        }
        let next = open(budget: 100)
        #expect(await next.count == 1)
        await next.store(EncodedBytes([1, 2, 3]), for: key(2))
        #expect(Set(files()).isSuperset(of: ["holiday.photo", "thesis.partial", "\(name).txt"]))
        #expect(!files().contains(partial))
    }

    @Test func aFolderThatCannotBeWrittenStoresNothingAndHarmsNothing() async throws {
        try Data([1]).write(to: URL(filePath: directory))  // a file where the folder should be
        let disk = open()
        await disk.store(EncodedBytes([1]), for: key(1))
        #expect(await disk.bytes(for: key(1)) == nil)
        #expect(await disk.size == 0)
    }

    // MARK: In front of another loader

    private func bench(
        _ bytes: ScriptedByteLoader, decoder: ScriptedDecoder = ScriptedDecoder()
    ) -> (DiskCache, ImageLoader) {
        let disk = open()
        let loader = ImageLoader(
            bytes: CachedByteLoader(disk: disk, upstream: bytes), decoder: decoder, memory: MemoryCache(budget: 0))
        return (disk, loader)
    }

    @Test func aRemotePhotoIsFetchedOnceAndThenComesFromDisk() async throws {
        let bytes = ScriptedByteLoader()
        let (disk, loader) = bench(bytes)
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        await eventually { await disk.count == 1 }
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        #expect(bytes.gate.calls.count == 1 && loader.counters.bytesFetched == 7)
        #expect(loader.counters.diskHits == 1 && loader.counters.fetches == 1 && loader.counters.duplicateFetches == 0)
    }

    @Test func aFileIsNotCopiedToTheDiskCache() async throws {
        let bytes = ScriptedByteLoader()
        let (disk, loader) = bench(bytes)
        let request = ImageRequest(
            source: sampleSource, photo: Photo(id: PhotoID("1"), title: "a"), location: .file("/photos/1.jpg"),
            size: PixelSize(square: 10), fit: .fill)
        for _ in 0..<2 { _ = try await loader.image(for: request, priority: .visible) }
        #expect(bytes.gate.calls.count == 2 && loader.counters.diskHits == 0)
        #expect(await disk.count == 0)
    }

    @Test func storedBytesThatCannotBeDecodedAreFetchedAnewForTheSameRequest() async throws {
        let bytes = ScriptedByteLoader()
        let decodes = Probe(0)
        let (disk, loader) = bench(
            bytes, decoder: ScriptedDecoder { _ in decodes.change { $0 += 1; return $0 == 1 } })
        await disk.store(EncodedBytes([0]), for: FetchKey(sampleRequest(1)))
        _ = try await loader.image(for: sampleRequest(1), priority: .visible)
        #expect(bytes.gate.calls.count == 1 && decodes.state == 2 && loader.counters.failures == 0)
    }

    @Test func fetchedBytesThatCannotBeDecodedFailAndAreNotKept() async throws {
        let bytes = ScriptedByteLoader()
        let (disk, loader) = bench(bytes, decoder: ScriptedDecoder { _ in true })
        await disk.store(EncodedBytes([0]), for: FetchKey(sampleRequest(1)))
        await #expect(throws: LoadFailure.self) { try await loader.image(for: sampleRequest(1), priority: .visible) }
        #expect(bytes.gate.calls.count == 1 && loader.counters.failures == 1)
    }
}

/// A serial executor for tests: runs jobs one after the other.
private final class JobQueue: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDraining = false
    }
    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let startsDraining = state.withLock { state in
            state.jobs.append(job)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard startsDraining else { return }
        Task.detached { @concurrent in
            while let next = self.next() { next.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            if state.jobs.isEmpty { state.isDraining = false }
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
    }
}

extension EncodedBytes {
    var array: [UInt8] {
        var all: [UInt8] = []
        storage.withBytes { all = Array($0) }
        return all
    }
}
