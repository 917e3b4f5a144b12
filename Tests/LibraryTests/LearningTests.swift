import Photos
import Synchronization
import Testing

@testable import Library

/// A source whose changes come when a test gives them, below a folder.
private struct GivenChanges: PhotoSource {
    let identity = SourceID("given")
    let title = "Given"
    var root: String? { "/root" }
    let steps: AsyncStream<SourceChange>
    let give: AsyncStream<SourceChange>.Continuation

    init() { (steps, give) = AsyncStream.makeStream() }

    func changes() -> SourceChanges { SourceChanges(steps) }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// An indexer that keeps what it was asked, and knows some facts at once.
private final class KnowingIndexer: PhotoIndexing {
    let asked = Mutex<[UnindexedPhoto]>([])
    let told = Mutex<[String]>([])
    let known: @Sendable (UnindexedPhoto) -> PhotoFacts?

    init(known: @escaping @Sendable (UnindexedPhoto) -> PhotoFacts? = { _ in nil }) { self.known = known }

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        asked.withLock { $0 += photos }
        await collection.learn(photos.compactMap { photo in known(photo).map { (photo.slot, $0) } })
    }

    func prioritize(_ slots: [UInt32], of collection: PhotoRef.Collection) async {
        told.withLock { $0.append("first \(slots)") }
    }

    func forget(_ paths: [String], below root: String) async { told.withLock { $0.append("forget \(paths) \(root)") } }

    func rename(_ renamings: [(before: String, after: String)], below root: String) async {
        told.withLock { told in told += renamings.map { "rename \($0.before) \($0.after)" } }
    }
}

/// A clock that a test moves, and pauses that it ends.
private final class HandClock: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    let pauses: AsyncStream<(Duration, CheckedContinuation<Void, Never>)>
    private let paused: AsyncStream<(Duration, CheckedContinuation<Void, Never>)>.Continuation

    init() { (pauses, paused) = AsyncStream.makeStream() }

    func move(_ duration: Duration) { passed.withLock { $0 += duration } }

    var pace: ArrangingPace {
        ArrangingPace(
            now: { [self] in start + passed.withLock(\.self) },
            pause: { [paused] duration in await withCheckedContinuation { _ = paused.yield((duration, $0)) } })
    }
}

/// A collection that learns facts of its photos.
struct LearningTests {
    private func listed(_ names: [String], at time: Int64 = 0) -> [ListedPhoto] {
        names.enumerated().map { number, name in
            ListedPhoto(
                Photo(id: PhotoID(name), title: FilePath.name(of: name)),
                stamp: FileStamp(device: 1, inode: 1, byteCount: Int64(number), modified: time))
        }
    }

    private func facts(day: Int) -> PhotoFacts {
        var facts = PhotoFacts()
        let wall = WallTime(year: 2023, month: 6, day: day, hour: 0, minute: 0, second: 0)
        facts.taken = wall.map { TakenTime($0, origin: .exif) }
        return facts
    }

    /// The same photo with another state of its sidecar; 0 for none.
    private func photo(withSidecar sidecar: UInt32) -> ListedPhoto {
        ListedPhoto(
            Photo(id: PhotoID("a.jpg"), title: "a.jpg", version: "1"),
            stamp: FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1, sidecar: sidecar))
    }

    private func names(_ snapshot: CollectionSnapshot?) -> [String] {
        guard let snapshot else { return [] }
        let reader = PhotoReader()
        return (0..<snapshot.count).map { reader.photo(snapshot.ref(at: $0).slot, of: snapshot.store).id.text }
    }

    @Test func photosThatAreKnownAlreadyComeInTheirOrderAtOnce() async throws {
        let source = GivenChanges()
        let days = ["a": 3, "b": 1, "c": 2]
        let indexer = KnowingIndexer { facts(day: days[$0.path.text] ?? 0) }
        let collection = PhotoCollection(
            source, by: Query(order: .taken, grouping: .day), collation: LowercaseCollation(), indexing: indexer)
        source.give.yield(.added(PackedPage(listed: listed(["a", "b", "c"])), isLast: true))
        _ = try await collection.readChange()
        let updates = collection.takeUpdates()
        #expect(updates.map { names($0.snapshot) } == [["b", "c", "a"]])
        #expect(updates.map(\.progress) == [nil])
        #expect(updates.last?.snapshot.section(at: 1)?.key == .day(year: 2023, month: 6, day: 2))
        #expect(indexer.asked.withLock { $0.map(\.path) } == ["a", "b", "c"])
    }

    @Test func factsThatComeLaterAreArrangedAFewTimesASecond() async throws {
        let source = GivenChanges(), clock = HandClock()
        let collection = PhotoCollection(
            source, by: Query(order: .taken), collation: LowercaseCollation(), indexing: KnowingIndexer(),
            pace: clock.pace)
        source.give.yield(.added(PackedPage(listed: listed(["a", "b", "c", "d"])), isLast: true))
        _ = try await collection.readChange()
        #expect(collection.takeUpdates().last?.progress == IndexingProgress(done: 0, total: 4))
        await collection.learn([(0, facts(day: 9))])
        await collection.learn([(1, facts(day: 8)), (77, facts(day: 1))])
        #expect(collection.takeUpdates().isEmpty)
        var pauses = clock.pauses.makeAsyncIterator()
        let pause = try #require(await pauses.next())
        #expect(pause.0 == .milliseconds(250))
        var arrivals = collection.arrivals.makeAsyncIterator()
        await arrivals.next()
        clock.move(pause.0)
        pause.1.resume()
        await arrivals.next()
        let both = collection.takeUpdates()
        #expect(both.map { names($0.snapshot) } == [["b", "a", "c", "d"]])
        #expect(both.last?.progress == IndexingProgress(done: 2, total: 4))
        // Facts are no reason to load a picture again.
        #expect(both.allSatisfy { $0.changed.isEmpty })
        // After the interval the next ones are arranged at once, and the last ones always.
        clock.move(.milliseconds(250))
        await collection.learn([(2, facts(day: 7))])
        #expect(collection.takeUpdates().map { names($0.snapshot) } == [["c", "b", "a", "d"]])
        await collection.learn([(3, PhotoFacts())])
        let last = collection.takeUpdates()
        #expect(last.map { names($0.snapshot) } == [["c", "b", "a", "d"]])
        #expect(last.map(\.edit) == [nil])
        #expect(last.map(\.progress) == [nil])
    }

    @Test func theLongerFactsAreFoundOutTheLessOftenPhotosAreArranged() async throws {
        let source = GivenChanges(), clock = HandClock()
        let collection = PhotoCollection(
            source, by: Query(order: .taken), collation: LowercaseCollation(), indexing: KnowingIndexer(),
            pace: clock.pace)
        source.give.yield(.added(PackedPage(listed: listed((0..<200).map { "p\($0)" })), isLast: true))
        _ = try await collection.readChange()
        _ = collection.takeUpdates()
        var arranged: [Int] = [], told = 0
        // A batch each 300 milliseconds, for half a minute.
        for batch in 0..<100 {
            clock.move(.milliseconds(300))
            await collection.learn([(UInt32(199 - batch), facts(day: 1 + batch % 28))])
            for update in collection.takeUpdates() {
                told += 1
                if update.edit != nil { arranged.append(batch) }
            }
        }
        #expect(arranged.first == 0)
        #expect(arranged.count > 8 && arranged.count < 25)
        #expect(zip(arranged, arranged.dropFirst()).allSatisfy { $1 - $0 <= 1 + $1 / 3 })
        // Progress is told of all the while.
        #expect(told > 90)
    }

    @Test func changesOfALargeCollectionAreArrangedAFewTimesASecond() async throws {
        let source = GivenChanges(), clock = HandClock()
        let collection = PhotoCollection(
            source, by: Query(order: .name), collation: LowercaseCollation(), pace: clock.pace)
        let many = (0...ArrangingPace.smallCount).map { "p\($0)" }
        source.give.yield(.added(PackedPage(listed: listed(many)), isLast: true))
        _ = try await collection.readChange()
        #expect(collection.takeUpdates().map(\.snapshot.count) == [many.count])
        for name in ["x", "y"] {
            source.give.yield(.added(PackedPage(listed: listed([name])), isLast: false))
            _ = try await collection.readChange()
        }
        #expect(collection.takeUpdates().isEmpty)
        var pauses = clock.pauses.makeAsyncIterator()
        let pause = try #require(await pauses.next())
        var arrivals = collection.arrivals.makeAsyncIterator()
        await arrivals.next()
        clock.move(pause.0)
        pause.1.resume()
        await arrivals.next()
        #expect(collection.takeUpdates().map(\.snapshot.count) == [many.count + 2])
    }

    @Test func aChangedFileKeepsItsPlaceWhileItIsIndexedAnewAndOneThatIsGoneIsForgotten() async throws {
        let source = GivenChanges()
        let indexer = KnowingIndexer { $0.stamp.modified == 0 ? facts(day: 5) : nil }
        let collection = PhotoCollection(
            source, by: Query(order: .taken, grouping: .month), collation: LowercaseCollation(), indexing: indexer)
        source.give.yield(.added(PackedPage(listed: listed(["a", "b", "c"])), isLast: true))
        source.give.yield(.changed(listed(["b"], at: 5)))
        source.give.yield(.removed([PhotoID("a"), PhotoID("b")]))
        source.give.yield(.renamed([.init(PhotoID("c"), to: listed(["f/d"])[0])]))
        for _ in 0..<4 { _ = try await collection.readChange() }
        await collection.prioritize([2])
        let updates = collection.takeUpdates()
        #expect(updates.map { $0.snapshot.arrangement.sections.map(\.count) } == [[3], [3], [1], [1]])
        #expect(names(updates[1].snapshot) == names(updates[0].snapshot))
        #expect(updates.map(\.progress) == [nil, IndexingProgress(done: 0, total: 1), nil, nil])
        #expect(names(updates[3].snapshot) == ["f/d"])
        #expect(indexer.told.withLock(\.self) == [#"forget ["a", "b"] /root"#, "rename c f/d", "first [2]"])
    }

    @Test func everyPhotoThatIsToldOfIsLookedUpAgainAndKeepsWhatIsKnownOfTheSameContent() async throws {
        func photo(_ name: String, _ version: String, _ companions: [FileName] = []) -> ListedPhoto {
            ListedPhoto(
                Photo(id: PhotoID(name), title: name, version: version, companions: companions),
                stamp: FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1))
        }
        let source = GivenChanges()
        let indexer = KnowingIndexer { facts(day: $0.path == "a.jpg" ? 5 : 6) }
        let collection = PhotoCollection(source, collation: LowercaseCollation(), indexing: indexer)
        source.give.yield(.added(PackedPage(listed: [photo("a.jpg", "1")]), isLast: true))
        // The raw file comes, the image goes, and the raw file gets another name.
        source.give.yield(.changed([photo("a.jpg", "1", ["a.cr2"])]))
        source.give.yield(.renamed([.init(PhotoID("a.jpg"), to: photo("a.cr2", "2"))]))
        source.give.yield(.renamed([.init(PhotoID("a.cr2"), to: photo("b.cr2", "2"))]))
        var days: [Int?] = []
        for _ in 0..<4 {
            _ = try await collection.readChange()
            days.append(collection.takeUpdates().last?.snapshot.store.facts(0).taken?.time?.day)
        }
        #expect(indexer.asked.withLock { $0.map(\.path) } == ["a.jpg", "a.jpg", "a.cr2", "b.cr2"])
        #expect(days == [5, 5, 6, 6])
    }

    @Test func aPhotoWhoseFileHoldsAnotherContentGetsAnotherVersionAndKeepsItsTurn() async throws {
        let stamp = FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1, changed: 5)
        let version = FileVersion.text(FileVersion.fingerprint(stamp.fingerprint(), turnedBy: 3))
        let source = GivenChanges()
        let collection = PhotoCollection(source, collation: LowercaseCollation(), indexing: KnowingIndexer { _ in nil })
        let photo = Photo(id: PhotoID("a.jpg"), title: "a.jpg", version: version)
        source.give.yield(.added(PackedPage(listed: [ListedPhoto(photo, stamp: stamp)]), isLast: true))
        _ = try await collection.readChange()
        _ = collection.takeUpdates()
        var other = stamp
        other.modified = 2
        await collection.revise(0, of: other, to: 7)
        #expect(collection.takeUpdates().isEmpty, "it is in another state by now")
        await collection.revise(0, of: stamp, to: 7)
        let update = try #require(collection.takeUpdates().last)
        let now = PhotoReader().photo(0, of: update.snapshot.store)
        #expect(update.changed.map(\.slot) == [0] && now.version != version && now.id == photo.id)
        #expect(FileVersion.quarterTurns(in: now.version) == 3)
    }

    @Test func aPhotoWhoseSidecarHasChangedIsLookedUpAgainAndKeepsWhatIsKnown() async throws {
        let source = GivenChanges()
        let indexer = KnowingIndexer { asked in
            guard asked.stamp.sidecar < 3 else { return nil }
            var known = facts(day: 5)
            known.marks = PhotoMarks(stars: Int(asked.stamp.sidecar))
            return known
        }
        let collection = PhotoCollection(source, collation: LowercaseCollation(), indexing: indexer)
        source.give.yield(.added(PackedPage(listed: [photo(withSidecar: 0)]), isLast: true))
        for sidecar in [1, 2, 0, 3] as [UInt32] { source.give.yield(.changed([photo(withSidecar: sidecar)])) }
        var stars: [Int?] = [], days: [Int?] = [], seen = 0
        for _ in 0..<5 {
            _ = try await collection.readChange()
            let updates = collection.takeUpdates()
            stars.append(updates.last?.snapshot.store.marks(0).stars)
            days.append(updates.last?.snapshot.store.facts(0).taken?.time?.day)
            seen += updates.reduce(0) { $0 + $1.changed.count }
        }
        #expect(stars == [0, 1, 2, 0, 0] && days == [5, 5, 5, 5, 5])
        #expect(seen == 0, "its picture is the same")
    }

    /// Its date was the sidecar's, and it never had marks.
    @Test func aPhotoWhoseSidecarHasGoneIsLookedUpAgain() async throws {
        let source = GivenChanges()
        let indexer = KnowingIndexer { asked in
            facts(day: asked.stamp.sidecar == 0 ? 5 : 6)
        }
        let collection = PhotoCollection(source, collation: LowercaseCollation(), indexing: indexer)
        source.give.yield(.added(PackedPage(listed: [photo(withSidecar: 7)]), isLast: true))
        for _ in 0..<2 { source.give.yield(.changed([photo(withSidecar: 0)])) }
        var days: [Int?] = []
        for _ in 0..<3 {
            _ = try await collection.readChange()
            days.append(collection.takeUpdates().last?.snapshot.store.facts(0).taken?.time?.day)
        }
        #expect(days == [6, 5, 5])
    }

    @Test func marksThatAreGivenAreShownAtOnceAndSearched() async throws {
        let source = GivenChanges()
        let collection = PhotoCollection(source, by: Query(search: "stars>=3"), collation: LowercaseCollation())
        source.give.yield(.added(PackedPage(listed: listed(["a", "b", "c"])), isLast: true))
        _ = try await collection.readChange()
        await collection.mark([(2, PhotoMarks(stars: 3)), (0, PhotoMarks(stars: 5)), (9, PhotoMarks(stars: 5))])
        #expect(names(collection.takeUpdates().last?.snapshot) == ["a", "c"])
        await collection.mark([(0, .none)])
        #expect(names(collection.takeUpdates().last?.snapshot) == ["c"])
    }

    @Test func allFilesMayChangeAtOnce() async throws {
        let source = GivenChanges()
        let collection = PhotoCollection(source, by: Query(order: .modified), collation: LowercaseCollation())
        let names = (0..<5_000).map { "IMG_\($0)" }
        source.give.yield(.added(PackedPage(listed: listed(names)), isLast: true))
        source.give.yield(.changed(listed(names, at: 5)))
        source.give.finish()
        while try await collection.readChange() {}
        let updates = collection.takeUpdates()
        #expect(updates.count == 2)
        #expect(updates.last?.changed.count == names.count)
        #expect(updates.last?.edit == nil)
        let store = try #require(updates.last?.snapshot.store)
        #expect((0..<UInt32(names.count)).allSatisfy { store.facts($0).modified == 5 })
    }

    /// Keystrokes that come while the actor works: only the last one is answered, and what has come meanwhile is in it.
    @Test func aNewerQueryOvertakesThoseBeforeIt() async throws {
        let source = GivenChanges()
        let collection = PhotoCollection(source, collation: LowercaseCollation())
        source.give.yield(.added(PackedPage(listed: listed(["ab", "abc", "b"])), isLast: true))
        _ = try await collection.readChange()
        _ = collection.takeUpdates()
        await withTaskGroup(of: Void.self) { group in
            for text in ["a", "ab", "abc", "ab", "b"] {
                group.addTask { await collection.arrange(by: Query(search: text)) }
            }
        }
        await collection.arrange(by: Query(search: "abc"))
        #expect(names(collection.takeUpdates().last?.snapshot) == ["abc"])
        await collection.arrange(by: Query(search: ""))
        #expect(names(collection.takeUpdates().last?.snapshot) == ["ab", "abc", "b"])
    }

    @Test func aSearchFollowsWhatComesAndWhatIsLearned() async throws {
        let source = GivenChanges()
        let collection = PhotoCollection(source, by: Query(search: "june"), collation: LowercaseCollation())
        source.give.yield(.added(PackedPage(listed: listed(["a", "June 1"])), isLast: true))
        source.give.yield(.added(PackedPage(listed: listed(["my june"])), isLast: true))
        _ = try await collection.readChange()
        _ = try await collection.readChange()
        await collection.learn([(0, facts(day: 1))])
        #expect(
            collection.takeUpdates().map { names($0.snapshot) } == [
                ["June 1"], ["June 1", "my june"], ["a", "June 1", "my june"],
            ])
    }
}
