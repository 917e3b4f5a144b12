import Photos
import Testing

@testable import Library

/// A source whose changes are a script.
private struct ScriptedChanges: PhotoSource {
    let steps: AsyncStream<SourceChange>
    let identity = SourceID("scripted changes")
    let title = "Scripted changes"

    init(_ changes: [SourceChange]) {
        steps = AsyncStream { stream in
            for change in changes { stream.yield(change) }
            stream.finish()
        }
    }

    func changes() -> SourceChanges { SourceChanges(steps) }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// A collection under changes of its source.
struct PhotoCollectionTests {
    private func photos(_ names: [String], version: String = "") -> [Photo] {
        names.map { Photo(id: PhotoID($0), title: $0, version: version) }
    }

    private func added(_ names: [String], isLast: Bool = true) -> SourceChange {
        .added(PackedPage(photos(names)), isLast: isLast)
    }

    private func names(_ snapshot: CollectionSnapshot) -> [String] {
        let reader = PhotoReader()
        return (0..<snapshot.count).map { reader.photo(snapshot.ref(at: $0).slot, of: snapshot.store).id.text }
    }

    /// Reads all changes and checks that the edit of each update leads to its list.
    private func updates(_ changes: [SourceChange], by query: Query = .init()) async throws -> [CollectionUpdate] {
        let collection = PhotoCollection(ScriptedChanges(changes), by: query, collation: LowercaseCollation())
        while try await collection.readChange() {}
        let updates = collection.takeUpdates()
        var list: [PhotoRef] = []
        for update in updates {
            let next = (0..<update.snapshot.count).map { update.snapshot.ref(at: $0) }
            if let edit = update.edit {
                list.replaceSubrange(
                    edit.position..<edit.position + edit.removed, with: next[edit.position..<edit.position + edit.added]
                )
            }
            #expect(list == next)
        }
        #expect(collection.takeUpdates().isEmpty)
        return updates
    }

    @Test func photosComeGoChangeAndAreRenamed() async throws {
        let updates = try await updates([
            added(["a", "b"], isLast: false), added(["c"]), .removed([PhotoID("b"), PhotoID("unknown")]), added(["d"]),
            .changed(photos(["c"], version: "2").map { ListedPhoto($0) }),
            .renamed([.init(PhotoID("a"), to: ListedPhoto(photos(["e"])[0]))]),
        ])
        #expect(
            updates.map { names($0.snapshot) } == [
                ["a", "b"], ["a", "b", "c"], ["a", "c"], ["a", "c", "d"], ["a", "c", "d"], ["e", "c", "d"],
            ])
        #expect(updates.map(\.isListed) == [false, true, true, true, true, true])
        #expect(updates.map(\.changed.count) == [0, 0, 0, 0, 1, 1])
        // Only the removal does more than add photos at the end.
        #expect(updates.map(\.movesPhotos) == [false, false, true, false, false, false])
        #expect(updates[4].changed == [updates[1].snapshot.ref(at: 2)])
        // The photo keeps its reference under another name.
        #expect(updates[5].changed == [updates[0].snapshot.ref(at: 0)])
    }

    @Test func aPhotoThatComesBackHasAnotherReference() async throws {
        let updates = try await updates([added(["a", "b"]), .removed([PhotoID("a")]), added(["a"])])
        let (first, last) = (updates[0].snapshot, updates[2].snapshot)
        #expect(names(last) == ["b", "a"])
        #expect(first.ref(at: 0) != last.ref(at: 1))
        #expect(last.position(of: first.ref(at: 0)) == nil)
    }

    @Test func namesThatChangePlacesFollowTheirPhotos() async throws {
        let updates = try await updates([
            added(["a", "b"]),
            .renamed([
                .init(PhotoID("a"), to: ListedPhoto(photos(["x"])[0])),
                .init(PhotoID("b"), to: ListedPhoto(photos(["a"])[0])),
                .init(PhotoID("x"), to: ListedPhoto(photos(["b"])[0])),
            ]),
            .removed([PhotoID("a")]),
        ])
        #expect(names(updates[1].snapshot) == ["b", "a"])
        #expect(names(updates[2].snapshot) == ["b"])
    }

    @Test func newPhotosTakeTheirPlaceByName() async throws {
        let updates = try await updates([added(["b", "d"]), added(["c", "a"])], by: Query(order: .name))
        #expect(updates.map { names($0.snapshot) } == [["b", "d"], ["a", "b", "c", "d"]])
        #expect(updates[1].edit == ListEdit(at: 0, removed: 1, added: 3))
    }

    @Test func anotherQueryArrangesWhatIsThere() async throws {
        let collection = PhotoCollection(ScriptedChanges([added(["b", "c", "a"])]), collation: LowercaseCollation())
        while try await collection.readChange() {}
        await collection.arrange(by: Query(order: .name))
        await collection.arrange(by: Query(order: .name))
        #expect(collection.takeUpdates().map { names($0.snapshot) } == [["b", "c", "a"], ["a", "b", "c"]])
    }

    @Test func aPhotoIsFoundByItsNameWhileItIsThere() async throws {
        let collection = PhotoCollection(
            ScriptedChanges([added(["a", "b", "c"]), .removed([PhotoID("b")])]), collation: LowercaseCollation())
        while try await collection.readChange() {}
        let snapshot = try #require(collection.takeUpdates().last?.snapshot)
        #expect(await collection.ref(of: PhotoID("c")) == snapshot.ref(at: 1))
        #expect(await collection.ref(of: PhotoID("b")) == nil)
    }

    @Test func theSuccessorOfAPhotoIsTheNextThatStays() async throws {
        let updates = try await updates([
            added(["a", "b", "c", "d", "e"]), .removed(["b", "c"].map { PhotoID($0) }),
            .removed(["d", "e"].map { PhotoID($0) }), .removed([PhotoID("a")]),
        ]).map(\.snapshot)
        let (a, b, d) = (updates[0].ref(at: 0), updates[0].ref(at: 1), updates[0].ref(at: 3))
        #expect(updates[0].successor(of: b, in: updates[1]) == d)
        #expect(updates[0].successor(of: a, in: updates[1]) == a)
        #expect(updates[1].successor(of: d, in: updates[2]) == a)
        #expect(updates[2].successor(of: a, in: updates[3]) == nil)
    }

    @Test func thousandsOfChangesKeepEveryName() async throws {
        var random = SplitMix(seed: 3)
        var model = (0..<3_000).map { "p\($0)" }
        var changes = [added(model)]
        var next = model.count
        for _ in 0..<200 {
            let gone = (0..<10).map { _ in model.remove(at: Int(random.next() % UInt64(model.count))) }
            changes.append(.removed(gone.map { PhotoID($0) }))
            let place = Int(random.next() % UInt64(model.count))
            changes.append(.renamed([.init(PhotoID(model[place]), to: ListedPhoto(photos(["p\(next)"])[0]))]))
            model[place] = "p\(next)"
            let new = (0..<10).map { "p\(next + 1 + $0)" }
            next += 11
            changes.append(added(new))
            model += new
        }
        let last = try await updates(changes).last
        #expect(last.map { names($0.snapshot) } == model)
    }

    @Test func references() {
        #expect(MemoryLayout<PhotoRef>.size == 8)
        #expect(PhotoRef.Collection.next() != PhotoRef.Collection.next())
    }
}
