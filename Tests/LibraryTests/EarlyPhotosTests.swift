// The photos that came first in an earlier run: shown before the listing, which has the last word on them.
import Photos
import Synchronization
import Testing

@testable import Library

struct EarlyPhotosTests {
    private static let byTime = Query(order: .modified)

    @Test func theFirstSnapshotHoldsWhatCameFirstInItsOrderBeforeAnythingIsListed() async throws {
        let files = ToldFolder.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let snapshot = try #require(collection.takeUpdates().first).snapshot
        #expect(snapshot.names == files.reversed().prefix(EarlyPhotos.count).map(\.photo.id.text))
        #expect(snapshot.store.facts(0).modified == 1_000_000_000)
    }

    @Test func theListingConfirmsThemAndNonePhotoIsThereTwice() async throws {
        let files = ToldFolder.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let early = try collection.last
        source.list(Array(files[..<512]), isLast: false)
        source.list(Array(files[512...]), isLast: true)
        while try await collection.readChange() {}
        let all = try collection.last
        #expect(all.names == files.reversed().map(\.photo.id.text))
        #expect((0..<early.count).allSatisfy { all.ref(at: $0) == early.ref(at: $0) })
        #expect(all.store.count == 1_000)
        #expect(await collection.ref(of: PhotoID("0999")) == early.ref(at: 0))
        // In the order of the listing they have the places that it gives them.
        await collection.arrange(by: Query())
        #expect(try collection.last.names == files.map(\.photo.id.text))
    }

    @Test func theOrderOfTheListingHoldsWhileItGoesOn() async throws {
        let files = ToldFolder.files(1_000)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        source.list(Array(files[..<512]), isLast: false)
        #expect(try await collection.readChange())
        await collection.arrange(by: Query())
        let shown = try collection.last.names
        #expect(shown == shown.sorted() && shown.count == 512 + EarlyPhotos.count)
    }

    @Test func whatIsGoneOrAnotherFileNowIsNotShownEarly() async throws {
        let files = ToldFolder.files(300)
        var now = files
        now.remove(at: 299)
        now[298] = ListedPhoto(now[298].photo, stamp: FileStamp(device: 1, inode: 298, byteCount: 7, modified: 5))
        let source = ToldFolder(now), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        let early = try collection.last.names
        #expect(!early.contains("0299") && !early.contains("0298") && early.first == "0297")
        // A whole number of blocks.
        #expect(early.count == 192)
        source.list(now, isLast: true)
        while try await collection.readChange() {}
        #expect(try collection.last.names == ["0298"] + files[..<298].reversed().map(\.photo.id.text))
        #expect(indexer.unknown.withLock(\.self) == ["0298"])
    }

    @Test func whatTheListingDoesNotHaveGoesAtItsEndAndNotBefore() async throws {
        let files = ToldFolder.files(300)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        // As a camera raw file that belongs to an image by now, or one that was deleted since the look.
        let listed = files.filter { $0.photo.id.text != "0290" }
        source.list(Array(listed[..<128]), isLast: false)
        source.list(Array(listed[128...]), isLast: true)
        #expect(try await collection.readChange())
        #expect(try collection.last.names.contains("0290"))
        while try await collection.readChange() {}
        #expect(try collection.last.names == listed.reversed().map(\.photo.id.text))
        #expect(await collection.ref(of: PhotoID("0290")) == nil)
    }

    @Test func whatTheListingSaysOfThemCounts() async throws {
        let files = ToldFolder.files(128)
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
        let early = try collection.last
        let ref = early.ref(at: 27)
        source.list(listed, isLast: true)
        while try await collection.readChange() {}
        let all = try collection.last
        let reader = PhotoReader()
        #expect(all.names.first == "0100" && all.ref(at: 0) == ref)
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
        let files = ToldFolder.files(128)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        source.end()
        let collection = PhotoCollection(source, by: query, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange() == false)
    }

    @Test func aSmallFolderIsListedAtOnce() async throws {
        let files = ToldFolder.files(PhotoBlock.capacity - 1)
        let source = ToldFolder(files), indexer = RememberingIndexer(files)
        source.list(files, isLast: true)
        let collection = PhotoCollection(source, by: Self.byTime, collation: LowercaseCollation(), indexing: indexer)
        #expect(try await collection.readChange())
        #expect(try collection.last.count == files.count)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func aFolderIsListedOnWhileItsFilesAreLookedUpAndAServiceIsNot(isLocal: Bool) async throws {
        let gate = Gate(), files = ToldFolder.files(192)
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
        #expect(try collection.last.count == 192)
        // Each change was asked for once, and the end as well.
        #expect(source.questions == 4)
    }
}
