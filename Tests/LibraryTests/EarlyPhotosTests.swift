// The photos that came first in an earlier run: shown before the listing, which has the last word on them.
import Photos
import Synchronization
import Testing

@testable import Library

/// A folder of files that answers looks at once and lists when the test says so.
private final class ToldFolder: PhotoSource {
    let identity = SourceID("told")
    let title = "Told"
    let isLocal: Bool
    let isListedByPath = true
    let root: String? = "/root"
    private let files: Mutex<[String: ListedPhoto]>
    private let steps: AsyncStream<SourceChange>
    private let tell: AsyncStream<SourceChange>.Continuation
    private let asked = Mutex(0)

    init(_ files: [ListedPhoto], isLocal: Bool = true) {
        self.isLocal = isLocal
        (steps, tell) = AsyncStream.makeStream()
        self.files = Mutex(Dictionary(uniqueKeysWithValues: files.map { ($0.photo.id.text, $0) }))
    }

    /// How many changes were asked for.
    var questions: Int { asked.withLock(\.self) }

    func list(_ photos: [ListedPhoto], isLast: Bool) {
        tell.yield(.added(PackedPage(listed: photos), isLast: isLast))
        if isLast { end() }
    }

    /// Tells of nothing more.
    func end() { tell.finish() }

    func changes() -> SourceChanges {
        SourceChanges { [self] in
            asked.withLock { $0 += 1 }
            var iterator = steps.makeAsyncIterator()
            return await iterator.next()
        }
    }

    func look(for names: [PhotoID]) async -> [ListedPhoto] {
        files.withLock { files in names.compactMap { files[$0.text] } }
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// An indexer that has known all files since an earlier run, until they change.
private final class RememberingIndexer: PhotoIndexing {
    private let files: [(path: String, stamp: FileStamp)]
    let queries = Mutex<[Query]>([])
    let unknown = Mutex<[String]>([])
    /// Holds back the answer about photos that are listed.
    let gate: Gate?

    init(_ files: [ListedPhoto], gate: Gate? = nil) {
        self.files = files.compactMap { file in file.stamp.map { (file.photo.id.text, $0) } }
        self.gate = gate
    }

    func first(_ count: Int, by query: Query, below root: String) async -> [(path: String, stamp: FileStamp)] {
        queries.withLock { $0.append(query) }
        guard query.leadingFact == .modified else { return [] }
        let sorted = files.sorted { $0.stamp.modified < $1.stamp.modified }
        return Array((query.isDescending ? sorted.reversed() : sorted).prefix(count))
    }

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        await gate?.wait()
        let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.stamp) })
        unknown.withLock { $0 += photos.filter { known[$0.path.text] != $0.stamp }.map(\.path.text) }
        await collection.learn(
            photos.map { photo in
                var facts = PhotoFacts()
                (facts.modified, facts.byteCount) = (photo.stamp.modified, photo.stamp.byteCount)
                return (photo.slot, facts)
            })
    }
}

struct EarlyPhotosTests {
    /// Files whose times run against their names.
    private static func files(_ count: Int, length: Int64 = 1) -> [ListedPhoto] {
        (0..<count).map { number in
            let digits = String(number), name = String(repeating: "0", count: 4 - digits.count) + digits
            return ListedPhoto(
                Photo(id: PhotoID(name), title: name, version: "1"),
                stamp: FileStamp(
                    device: 1, inode: UInt64(number), byteCount: length, modified: Int64(count - number) * 1_000_000_000
                ))
        }
    }

    private static let byTime = Query(order: .modified)

    private func names(_ snapshot: CollectionSnapshot) -> [String] {
        let reader = PhotoReader()
        return (0..<snapshot.count).map { reader.photo(snapshot.ref(at: $0).slot, of: snapshot.store).id.text }
    }

    private func last(_ collection: PhotoCollection) throws -> CollectionSnapshot {
        try #require(collection.takeUpdates().last).snapshot
    }

    @Test func theFirstSnapshotHoldsWhatCameFirstInItsOrderBeforeAnythingIsListed() async throws {
        let files = Self.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let snapshot = try #require(collection.takeUpdates().first).snapshot
        #expect(names(snapshot) == files.reversed().prefix(EarlyPhotos.count).map(\.photo.id.text))
        #expect(snapshot.store.facts(0).modified == 1_000_000_000)
    }

    @Test func theListingConfirmsThemAndNonePhotoIsThereTwice() async throws {
        let files = Self.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let early = try last(collection)
        source.list(Array(files[..<512]), isLast: false)
        source.list(Array(files[512...]), isLast: true)
        while try await collection.readChange() {}
        let all = try last(collection)
        #expect(names(all) == files.reversed().map(\.photo.id.text))
        #expect((0..<early.count).allSatisfy { all.ref(at: $0) == early.ref(at: $0) })
        #expect(all.store.count == 1_000)
        #expect(await collection.ref(of: PhotoID("0999")) == early.ref(at: 0))
        // In the order of the listing they have the places that it gives them.
        await collection.arrange(by: Query())
        #expect(names(try last(collection)) == files.map(\.photo.id.text))
    }

    @Test func theOrderOfTheListingHoldsWhileItGoesOn() async throws {
        let files = Self.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        source.list(Array(files[..<512]), isLast: false)
        #expect(try await collection.readChange())
        await collection.arrange(by: Query())
        let shown = names(try last(collection))
        #expect(shown == shown.sorted() && shown.count == 512 + EarlyPhotos.count)
    }

    @Test func whatIsGoneOrAnotherFileNowIsNotShownEarly() async throws {
        let files = Self.files(300)
        var now = files
        now.remove(at: 299)
        now[298] = ListedPhoto(now[298].photo, stamp: FileStamp(device: 1, inode: 298, byteCount: 7, modified: 5))
        let source = ToldFolder(now), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let early = names(try last(collection))
        #expect(!early.contains("0299") && !early.contains("0298") && early.first == "0297")
        // A whole number of blocks.
        #expect(early.count == 192)
        source.list(now, isLast: true)
        while try await collection.readChange() {}
        #expect(names(try last(collection)) == ["0298"] + files[..<298].reversed().map(\.photo.id.text))
        #expect(indexer.unknown.withLock(\.self) == ["0298"])
    }

    @Test func whatTheListingDoesNotHaveGoesAtItsEndAndNotBefore() async throws {
        let files = Self.files(300)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        // As a camera raw file that belongs to an image by now, or one that was deleted since the look.
        let listed = files.filter { $0.photo.id.text != "0290" }
        source.list(Array(listed[..<128]), isLast: false)
        source.list(Array(listed[128...]), isLast: true)
        #expect(try await collection.readChange())
        #expect(names(try last(collection)).contains("0290"))
        while try await collection.readChange() {}
        #expect(names(try last(collection)) == listed.reversed().map(\.photo.id.text))
        #expect(await collection.ref(of: PhotoID("0290")) == nil)
    }

    @Test func whatTheListingSaysOfThemCounts() async throws {
        let files = Self.files(128)
        var listed = files
        let old = files[100]
        listed[100] = ListedPhoto(
            Photo(id: old.photo.id, title: "0100", version: "2", companions: ["0100.dng"]),
            stamp: FileStamp(device: 1, inode: 100, byteCount: 9, modified: 1))
        listed[101] = ListedPhoto(
            Photo(id: files[101].photo.id, title: "0101", version: "1", companions: ["0101.dng"]),
            stamp: files[101].stamp)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let early = try last(collection)
        let ref = early.ref(at: 27)
        source.list(listed, isLast: true)
        while try await collection.readChange() {}
        let all = try last(collection)
        let reader = PhotoReader()
        #expect(names(all).first == "0100" && all.ref(at: 0) == ref)
        #expect(reader.photo(ref.slot, of: all.store) == listed[100].photo)
        #expect(all.store.facts(ref.slot).byteCount == 9)
        #expect(reader.photo(early.ref(at: 26).slot, of: all.store) == listed[101].photo)
        // A photo that has a companion now is not read again.
        #expect(indexer.unknown.withLock(\.self) == ["0100"])
    }

    @Test(arguments: [
        Query(), Query(order: .name), Query(order: .name, grouping: .month), Query(order: .modified, grouping: .folder),
        Query(order: .size, grouping: .day), Query(order: .modified, search: "june"),
    ])
    func noneAreShownWhereOneFactDoesNotDecideWhatComesFirst(query: Query) async throws {
        let files = Self.files(128)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        source.end()
        let collection = PhotoCollection(source, by: query, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange() == false)
    }

    @Test func aSmallFolderIsListedAtOnce() async throws {
        let files = Self.files(PackedPhotos.capacity - 1)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        source.list(files, isLast: true)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        #expect(try last(collection).count == files.count)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func aFolderIsListedOnWhileItsFilesAreLookedUpAndAServiceIsNot(isLocal: Bool) async throws {
        let gate = Gate(), files = Self.files(192)
        let source = ToldFolder([], isLocal: isLocal), indexer = RememberingIndexer(files, gate: gate)
        for number in 0..<3 { source.list(Array(files[64 * number..<64 * (number + 1)]), isLast: number == 2) }
        let collection = PhotoCollection(source, collation: LowercaseCollation(), indexing: indexer)
        async let read = collection.readChange()
        await gate.reached()
        if isLocal {
            while source.questions < 2 { await Task.yield() }
        } else {
            #expect(source.questions == 1)
        }
        await gate.open()
        #expect(try await read)
        while try await collection.readChange() {}
        #expect(try last(collection).count == 192)
        // Each change was asked for once, and the end as well.
        #expect(source.questions == 4)
    }
}
