// The photo that the user has opened: part of the collection before its source is listed, and the same one afterwards.
import Photos
import Synchronization
import Testing

@testable import Library

struct OpenedPhotoTests {
    /// A collection of 300 files that have not been listed, of which number 250 was opened.
    private struct Opened {
        let files: [ListedPhoto]
        let source: ToldFolder
        let indexer: RememberingIndexer
        let collection: PhotoCollection
        var ref: PhotoRef { PhotoRef(collection.id, slot: 0) }

        init(_ count: Int = 300, by query: Query = Query()) {
            files = ToldFolder.files(count)
            (source, indexer) = (ToldFolder(files), RememberingIndexer(files))
            collection = PhotoCollection(
                source, opened: files[250], by: query, collation: LowercaseCollation(), indexing: indexer)
        }

        func list(_ photos: some Sequence<ListedPhoto>, isLast: Bool) async throws {
            source.list(Array(photos), isLast: isLast)
            repeat {} while try await collection.readChange() && isLast
        }

        /// Reads what is known of the opened photo before the listing.
        func begin() async throws {
            source.list([], isLast: false)
            #expect(try await collection.readChange())
        }
    }

    @Test(arguments: [Query(), Query(order: .modified, grouping: .month), Query(order: .name, isDescending: true)])
    func itIsThereBeforeAnythingIsListed(query: Query) async {
        let opened = Opened(by: query), start = opened.collection.start
        #expect(start.names == ["0250"] && start.ref(at: 0) == opened.ref)
        #expect(start.store.facts(0).byteCount == 1)
        #expect(start.unlisted == opened.ref)
        #expect(start.position(of: opened.ref) == 0 && start.listedPosition(of: opened.ref) == nil)
        #expect(start.arrangement.sections.count == (query.grouping == .none ? 0 : 1))
        #expect(opened.source.questions == 0)
    }

    @Test func nothingIsThereBeforeTheListingWhereNoPhotoWasOpened() async {
        let collection = PhotoCollection(ToldFolder([]), collation: LowercaseCollation())
        #expect(collection.start.count == 0 && collection.start.unlisted == nil)
    }

    @Test(arguments: [Query(), Query(isDescending: true), Query(order: .name), Query(order: .modified)])
    func theListingGivesItItsPlaceAndLeavesItsReference(query: Query) async throws {
        let opened = Opened(by: query)
        try await opened.list(opened.files[..<64], isLast: false)
        let early = try opened.collection.last
        #expect(early.count == 65 && early.unlisted == opened.ref && early.listedPosition(of: opened.ref) == nil)
        try await opened.list(opened.files[64...], isLast: true)
        let all = try opened.collection.last
        let isTurned = query.isDescending || query.order == .modified
        let names = opened.files.map(\.photo.id.text)
        #expect(all.names == (isTurned ? names.reversed() : names))
        #expect(all.listedPosition(of: opened.ref) == (isTurned ? 49 : 250))
        #expect(all.unlisted == nil && all.store.count == 300)
        #expect(await opened.collection.ref(of: PhotoID("0250")) == opened.ref)
    }

    @Test func itsPlaceIsKnownWithThePageThatHoldsIt() async throws {
        let opened = Opened()
        try await opened.list(opened.files[200..<264], isLast: false)
        #expect(try opened.collection.last.listedPosition(of: opened.ref) == 50)
    }

    @Test func itsFactsAreFoundOutBeforeTheListingAndOnce() async throws {
        let opened = Opened(by: Query(order: .modified))
        try await opened.begin()
        #expect(opened.indexer.asked.withLock(\.self) == ["0250"])
        try await opened.list(opened.files, isLast: true)
        #expect(opened.indexer.asked.withLock(\.self).count == 300)
    }

    @Test func whatTheListingSaysOfItCounts() async throws {
        let opened = Opened()
        var listed = opened.files
        listed[250] = ListedPhoto(
            Photo(id: PhotoID("0250"), title: "0250", version: "2"),
            stamp: FileStamp(device: 1, inode: 250, byteCount: 9, modified: 1))
        try await opened.list(listed, isLast: true)
        let updates = opened.collection.takeUpdates(), store = try #require(updates.last).snapshot.store
        #expect(updates.flatMap(\.changed) == [opened.ref])
        #expect(PhotoReader().photo(0, of: store).version == "2")
        #expect(store.facts(0).byteCount == 9)
    }

    @Test func nothingIsSaidOfItWhereTheListingSaysTheSame() async throws {
        let opened = Opened()
        try await opened.list(opened.files, isLast: true)
        #expect(opened.collection.takeUpdates().flatMap(\.changed) == [])
    }

    @Test func itGoesAtTheEndOfAListingThatDoesNotHoldItAndTheOneBesideItIsKnown() async throws {
        let opened = Opened()
        let others = opened.files.filter { $0.photo.id.text != "0250" }
        try await opened.list(others[..<64], isLast: false)
        #expect(try opened.collection.last.position(of: opened.ref) == 64)
        try await opened.list(others[64...], isLast: true)
        let steps = opened.collection.takeUpdates().map(\.snapshot)
        let last = try #require(steps.firstIndex { $0.position(of: opened.ref) == nil })
        let (before, all) = (steps[last - 1], steps[last])
        #expect(all.names == others.map(\.photo.id.text))
        #expect(await opened.collection.ref(of: PhotoID("0250")) == nil)
        #expect(before.unlisted == opened.ref && before.count == 300)
        #expect(before.successor(of: opened.ref, in: all).map { all.names[all.position(of: $0) ?? 0] } == "0251")
    }

    @Test func itIsLeftAloneInAFolderThatHoldsNothingElse() async throws {
        let opened = Opened()
        try await opened.list([opened.files[250]], isLast: true)
        #expect(try opened.collection.last.names == ["0250"])
    }

    @Test func itStaysWhereTheSourceCannotBeListed() async throws {
        let failure = LoadFailure(stage: .listing, culprit: "S", reason: .unreadable(.verbatim("x")))
        let photo = Photo(id: PhotoID("a"), title: "a")
        let collection = PhotoCollection(
            ScriptedSource([.failure(failure), .page(["a"], next: nil)]), opened: ListedPhoto(photo),
            collation: LowercaseCollation())
        await #expect(throws: failure) { _ = try await collection.readChange() }
        #expect(collection.takeUpdates().isEmpty && collection.start.names == ["a"])
        // And another try goes on from there.
        while try await collection.readChange() {}
        let all = try collection.last
        #expect(all.names == ["a"] && all.listedPosition(of: PhotoRef(collection.id, slot: 0)) == 0)
    }

    @Test func aSearchThatItDoesNotMatchDoesNotHoldIt() async throws {
        let opened = Opened(by: Query(search: "0007"))
        #expect(opened.collection.start.count == 0 && opened.collection.start.store.count == 1)
        try await opened.list(opened.files, isLast: true)
        let all = try opened.collection.last
        #expect(all.names == ["0007"] && all.store.count == 300 && all.position(of: opened.ref) == nil)
        await opened.collection.arrange(by: Query())
        #expect(try opened.collection.last.listedPosition(of: opened.ref) == 250)
    }

    @Test func marksThatAreGivenToItWhileItsFolderIsListedStayItsOwn() async throws {
        let opened = Opened()
        try await opened.begin()
        await opened.collection.mark([(slot: 0, marks: PhotoMarks(stars: 4))])
        try await opened.list(opened.files, isLast: true)
        let all = try opened.collection.last
        #expect(all.store.marks(0).stars == 4)
        #expect(all.listedPosition(of: opened.ref) == 250)
    }

    @Test func changesThatComeAfterTheListingConcernItByItsName() async throws {
        let opened = Opened()
        opened.source.list(opened.files, isLast: false)
        opened.source.tell(.added(PackedPage([]), isLast: true))
        let after = Photo(id: PhotoID("0099b"), title: "0099b", version: "1")
        opened.source.tell(.renamed([.init(PhotoID("0250"), to: ListedPhoto(after, stamp: opened.files[250].stamp))]))
        opened.source.end()
        while try await opened.collection.readChange() {}
        let all = try opened.collection.last
        #expect(all.position(of: opened.ref) == 100 && all.names[100] == "0099b")
    }
}
