// One opened source: its store, its arrangement, and the steps by which both change.
public import Photos
import Synchronization

/// The photos of one source, kept and arranged off the main thread.
///
/// What changes comes out as updates, each of which leads from the one before it; the main thread takes them in order.
/// The actor reads its source only when it is told to, so that a service is asked only for what is looked at. What is
/// known of photos is learned from its listing and from an indexer; many such changes make one arrangement
/// (`ArrangingPace`), and an arrangement that was asked for overtakes one that is being made.
public actor PhotoCollection {
    /// Names the collection in references.
    public nonisolated let id = PhotoRef.Collection.next()
    /// An element for each time that updates were made and none was waiting; a reason to call `takeUpdates()`. Read by
    /// one reader. Changes that a call has asked for are reported here as well.
    public nonisolated let arrivals: AsyncStream<Void>
    private nonisolated let arrived: AsyncStream<Void>.Continuation

    /// The state before the first update.
    public nonisolated let start: CollectionSnapshot

    private let source: any PhotoSource
    private let changes: SourceChanges.AsyncIterator
    /// Reads the next change of a source that is being listed, while the last one is taken into account.
    private var ahead: Task<SourceChange?, any Error>?
    private let root: String?
    private let isListedByPath: Bool, isListedInOrder: Bool
    private let indexing: (any PhotoIndexing)?
    private let pace: ArrangingPace

    private var store: PhotoStore
    private var index: SlotIndex?
    private let reader = PhotoReader()
    private var hasBegun = false
    private var isListed = false
    private var early = EarlyPhotos()
    /// The photo that was opened, in the first slot.
    private let opened: ListedPhoto?
    private var report = SourceReport()
    private var indexed = IndexingState()
    /// Photos whose facts have not been asked for: of a source that reads none unasked.
    private var postponed: [UnindexedPhoto] = []
    /// Photos whose facts are found out although nothing depends on them, and the most of these.
    private var unasked: Set<UInt32> = []
    private static let mostUnasked = 1_000

    private var query: Query
    private var arranger: Arranger
    /// The state after the last update.
    private var snapshot: CollectionSnapshot
    /// What is not part of an update yet.
    private var pending = Pending()
    private var lastArranged: ContinuousClock.Instant?
    private var lastWork = Duration.zero
    /// When the last update was made, which may have brought no arrangement.
    private var lastUpdate: ContinuousClock.Instant?
    /// The time from which on facts have been learned that were not known; nil while all are.
    private var learningSince: ContinuousClock.Instant?
    /// Arranges what has come within the interval.
    private var delayed: Task<Void, Never>?
    /// Arranges what has been learned and was left out of an update.
    private var arranging: Task<Void, Never>?
    /// Calls that hold photos back until their facts are looked up.
    private var holds = 0

    /// Counts the queries that were asked for, and which of them is being answered.
    private nonisolated let latestTurn = Atomic<UInt64>(0)
    private var turn: UInt64 = 0
    private nonisolated let updates = Mutex<[CollectionUpdate]>([])

    /// Changes since the last update.
    private struct Pending {
        var photos: Set<UInt32> = []
        /// Whether the order may be another one.
        var isOrder = false
        /// Whether it may be another one by facts that have been learned, which has some time.
        var isLearned = false
        /// Whether there is anything to tell.
        var isAny = false
    }

    /// Nothing is read yet.
    /// - Parameters:
    ///   - opened: a photo that is part of the collection before the source is listed, and keeps its reference then.
    ///     At the end of the listing it goes if that does not hold it.
    ///   - clock: the time zone by which times of change belong to days.
    ///   - words: the names of the calendar by which is searched.
    ///   - division: how the search of a large collection is divided.
    ///   - indexing: finds out the facts of photos that come with a stamp.
    public init(
        _ source: any PhotoSource, opened: ListedPhoto? = nil, by query: Query = .init(),
        collation: any NameCollation, clock: any LocalClock = UTCClock(),
        words: any SearchWords = EnglishSearchWords(), division: any WorkDivision = UndividedWork(),
        indexing: (any PhotoIndexing)? = nil,
        pace: ArrangingPace = .init()
    ) {
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.source = source
        root = source.indexRoot
        isListedByPath = source.isListedByPath
        isListedInOrder = source.isListedInOrder
        self.indexing = indexing
        self.pace = pace
        changes = source.changes().makeAsyncIterator()
        self.query = query
        self.opened = opened
        var arranger = Arranger(ArrangingRules(collation: collation, clock: clock, words: words, division: division))
        var store = PhotoStore()
        if let opened {
            store.append(PackedPage(listed: [opened]))
            if let stamp = opened.stamp { store.columns.note([(slot: UInt32(0), stamp: stamp)]) }
            early = EarlyPhotos(CollectionOfOne(opened.photo))
        }
        let arrangement = arranger.arrangement(of: store, by: query) { false } ?? Arrangement()
        let start = CollectionSnapshot(
            id, store: store, arrangement: arrangement, unlisted: opened == nil ? nil : PhotoRef(id, slot: 0))
        (self.store, self.arranger) = (store, arranger)
        (self.start, snapshot) = (start, start)
    }

    deinit {
        ahead?.cancel()
        delayed?.cancel()
        arranging?.cancel()
        arrived.finish()
    }

    /// The updates that have not been taken yet, in order. Each is handed out once. Any thread.
    public nonisolated func takeUpdates() -> [CollectionUpdate] {
        updates.withLock { updates in
            defer { updates = [] }
            return updates
        }
    }

    /// Reads the next change of the source and takes it into account. One call at a time. Photos that are arranged by
    /// what is not known of them are held back until the indexer has looked them up; those that came first by it in an
    /// earlier run, and have not changed, come before the listing.
    /// - Returns: false when the source will report nothing more.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`; the next call tries again.
    public func readChange() async throws -> Bool {
        if !hasBegun {
            hasBegun = true
            if let opened {
                readAhead()
                await look(up: opened)
            } else if let indexing, let root, isListedByPath,
                case let photos = await EarlyPhotos.find(by: query, in: source, below: root, indexing), !photos.isEmpty
            {
                let work = apply(.added(PackedPage(listed: photos), isLast: false))
                early = EarlyPhotos(photos.lazy.map(\.photo))
                readAhead()
                await take(work)
                return true
            }
        }
        guard let change = try await nextChange() else { return false }
        let work = apply(change)
        readAhead()
        await take(work)
        return true
    }

    /// Has the facts of the opened photo found out.
    private func look(up opened: ListedPhoto) async {
        var work = IndexingWork()
        take([(0, opened.photo.id.text, opened.stamp)], &work)
        if let indexing, let root, !work.unindexed.isEmpty {
            await indexing.index(work.unindexed, of: self, below: root)
        }
    }

    private func nextChange() async throws -> SourceChange? {
        guard let ahead else { return try await changes.next() }
        self.ahead = nil
        return try await ahead.value
    }

    /// Has a folder go on with its listing. A service is asked only for what is looked at.
    private func readAhead() {
        guard source.isLocal, !isListed, ahead == nil else { return }
        ahead = Task { [changes] in try await changes.next() }
    }

    private func take(_ work: IndexingWork) async {
        let isHeld = query.dependsOnFacts && !work.unindexed.isEmpty
        if isHeld { holds += 1 } else { publishChange() }
        if let indexing, let root {
            if !work.forgotten.isEmpty { await indexing.forget(work.forgotten, below: root) }
            if !work.renamed.isEmpty { await indexing.rename(work.renamed, below: root) }
            if !work.unindexed.isEmpty { await indexing.index(work.unindexed, of: self, below: root) }
        }
        if isHeld {
            holds -= 1
            publishChange()
        }
    }

    /// Arranges the photos anew. A call that follows before this one is done overtakes it.
    public nonisolated func arrange(by query: Query) async {
        let turn = latestTurn.wrappingAdd(1, ordering: .relaxed).newValue
        await arrange(by: query, turn: turn)
    }

    private func arrange(by query: Query, turn: UInt64) {
        guard turn == latestTurn.load(ordering: .relaxed) else { return }
        self.turn = turn
        if query != self.query { note(order: true) }
        self.query = query
        if pending.isAny { publish() }
        indexPostponed()
    }

    /// Has the facts found out that nothing has depended on so far, if something does now.
    private func indexPostponed() {
        guard query.asksForFacts, !postponed.isEmpty, let indexing, let root else { return }
        let photos = postponed
        postponed = []
        indexed.expect(photos.lazy.map(\.slot))
        note(order: false)
        publishUnlessHeld()
        Task { await indexing.index(photos, of: self, below: root) }
    }

    /// The numbers of photos for the choices of the present query's filter, by what is known now.
    /// - Returns: nil when the calling task was cancelled, or another query is on its way.
    public func filterCounts() -> FilterCounts? {
        arranger.filterCounts(of: store, by: query) { [turn] in
            Task.isCancelled || turn != latestTurn.load(ordering: .relaxed)
        }
    }

    /// Takes facts of photos into account, by which they may get other positions and sections. Several calls may make
    /// one update. Facts of a photo that is gone are ignored; of two of one photo the last ones count.
    public func learn(_ facts: [(slot: UInt32, facts: PhotoFacts)]) async {
        var known: [UInt32: PhotoFacts] = [:]
        for entry in facts where entry.slot < store.slotCount { known[entry.slot] = entry.facts }
        guard !known.isEmpty else { return }
        store.columns.learn(known.sorted { $0.key < $1.key }.map { (slot: $0.key, facts: $0.value) })
        indexed.settle(known.keys)
        arranger.noteChange()
        note(order: false)
        pending.isLearned = pending.isLearned || query.dependsOnFacts
        // The last answer shows that indexing has ended.
        if indexed.isAwaiting {
            if learningSince == nil { learningSince = pace.now() }
            publishInPace()
        } else {
            learningSince = nil
            publishUnlessHeld()
        }
    }

    /// Takes the marks that the user has given to photos into account, before what keeps them is read again.
    public func mark(_ photos: [(slot: UInt32, marks: PhotoMarks)]) {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        guard !known.isEmpty else { return }
        store.columns.set(marks: known)
        arranger.noteChange()
        note(order: query.dependsOnFacts)
        publishUnlessHeld()
    }

    /// Takes words and times taken that the user has edited into account, before the files are read again.
    public func take(edited photos: [(slot: UInt32, words: [PhotoWord], taken: TakenTime?)]) {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        guard !known.isEmpty else { return }
        store.columns.set(edited: known)
        arranger.noteChange()
        note(order: query.dependsOnFacts)
        publishUnlessHeld()
    }

    /// Gives a photo the version of another content, which its file was found to have although it is as long as before
    /// and its time of modification is the same. What is known of a photo in another state is ignored.
    public func revise(_ slot: UInt32, of stamp: FileStamp, to revision: UInt32) {
        guard slot < store.slotCount else { return }
        let known = store.facts(slot), photo = reader.photo(slot, of: store)
        guard known.modified == stamp.modified, known.byteCount == stamp.byteCount else { return }
        let version = FileVersion.text(
            FileVersion.fingerprint(
                stamp.fingerprint(revision: revision), turnedBy: FileVersion.quarterTurns(in: photo.version)))
        guard photo.version != version else { return }
        store.replace([slot: photo.with(version: version)])
        pending.photos.insert(slot)
        arranger.noteChange()
        note(order: false)
        publishUnlessHeld()
    }

    /// Has the facts of no more photos read, or has that go on. What is known without reading is learned all the same.
    public nonisolated func holdIndexing(_ isHeld: Bool) async { await indexing?.hold(isHeld, id) }

    /// Has the facts of these photos found out before those of others, in this order.
    public nonisolated func prioritize(_ slots: [UInt32]) async { await indexing?.prioritize(slots, of: id) }

    /// The photo that is called `id`; nil when it is not listed, or gone.
    public func ref(of id: PhotoID) -> PhotoRef? {
        slot(of: id).map { PhotoRef(self.id, slot: $0) }
    }

    // MARK: Changes

    /// What a change means to the indexer.
    private struct IndexingWork {
        var unindexed: [UnindexedPhoto] = []
        var forgotten: [String] = []
        var renamed: [(before: String, after: String)] = []
    }

    private func apply(_ change: SourceChange) -> IndexingWork {
        var work = IndexingWork()
        if isListed || !isListedInOrder, isListedByPath, change.bringsNames {
            arranger.noteListingChange(after: isListed ? store.slotCount : 0)
        }
        switch change {
        case .added(let page, let isLast):
            let first = UInt32(store.slotCount)
            store.append(page)
            isListed = isListed || isLast
            let photos = index == nil && page.stamps.isEmpty && early.isListed ? [] : page.photos
            let again = listAgain(photos, page.stamps, from: first, &work)
            for (slot, photo) in zip(first..., photos) where !again.contains(slot) { index?.insert(photo.id, slot) }
            let new = zip(first..., zip(photos, page.stamps)).filter { !again.contains($0.0) }
            take(new.map { ($0, $1.0.id.text, $1.1) }, &work)
            if !early.isEmpty { settleEarlyPhotos() }
        case .removed(let names):
            let slots = names.compactMap(takeOut)
            store.remove(slots)
            indexed.settle(slots)
            work.forgotten = names.map(\.text)
        case .changed(let photos):
            var next: [UInt32: ListedPhoto] = [:]
            for listed in photos {
                if let slot = slot(of: listed.photo.id) { next[slot] = listed }
            }
            replace(next, &work)
        case .renamed(let renamings):
            var other: [UInt32: ListedPhoto] = [:], same: [UInt32: ListedPhoto] = [:]
            // One by one, for a name that one photo gives up may be another's next.
            for renaming in renamings {
                guard let slot = takeOut(renaming.before) else { continue }
                if isOther(renaming.after, than: slot) {
                    other[slot] = renaming.after
                } else {
                    same[slot] = renaming.after
                }
                store.replace([slot: renaming.after.photo])
                index?.insert(renaming.after.photo.id, slot)
                pending.photos.insert(slot)
                arranger.noteNames(of: [slot])
                work.renamed.append((renaming.before.text, renaming.after.photo.id.text))
            }
            takeAnew(other, &work)
            take(same, &work)
        case .reported(let report):
            self.report = report
            note(order: false)
            return work
        }
        arranger.noteChange()
        note(order: true)
        return work
    }

    /// Takes photos of the listing that have come before it out of their new slots.
    /// - Returns: those slots.
    private func listAgain(
        _ photos: ContiguousArray<Photo>, _ stamps: ContiguousArray<FileStamp?>, from first: UInt32,
        _ work: inout IndexingWork
    ) -> Set<UInt32> {
        guard !early.isListed else { return [] }
        var doubles: Set<UInt32> = []
        var other: [UInt32: ListedPhoto] = [:]
        for (place, photo) in photos.enumerated() {
            guard let slot = early.list(photo.id) else { continue }
            doubles.insert(first + UInt32(place))
            let listed = ListedPhoto(photo, stamp: place < stamps.count ? stamps[place] : nil)
            if reader.photo(slot, of: store) != photo || isOther(listed, than: slot) { other[slot] = listed }
        }
        store.remove(Array(doubles))
        if !other.isEmpty { replace(other, &work) }
        return doubles
    }

    /// Gives the photos that came before the listing their places in its order, and at its end takes those away that
    /// were not in it.
    private func settleEarlyPhotos() {
        if isListed {
            // The photo beside one that was opened and is not there takes its place: that has to be known before.
            if unlisted != nil {
                noteEarlyPlaces()
                note(order: true)
                publishUnlessHeld()
            }
            let gone = early.takeUnlisted()
            store.remove(Array(gone.values))
            indexed.settle(gone.values)
            for name in gone.keys { index?.remove(name) { [reader, store] in reader.photo($0, of: store).id } }
        }
        noteEarlyPlaces()
        if isListed { early = EarlyPhotos() }
    }

    private func noteEarlyPlaces() {
        if isListedByPath, isListedInOrder { arranger.noteListing(of: store.slotCount, outOfPlace: early.slots) }
    }

    /// The opened photo, until the listing has come to it.
    private var unlisted: PhotoRef? { opened != nil && early.awaits(0) ? PhotoRef(id, slot: 0) : nil }

    private func replace(_ photos: [UInt32: ListedPhoto], _ work: inout IndexingWork) {
        let other = photos.filter { isOther($0.value, than: $0.key) }
        // A photo of which only the sidecar or the file's entry is another one looks as before.
        let same = photos.filter { other[$0.key] == nil }
        let seen = photos.filter { other[$0.key] != nil || reader.photo($0.key, of: store) != $0.value.photo }
        store.replace(photos.mapValues(\.photo))
        arranger.noteNames(of: photos.keys)
        takeAnew(other, &work)
        take(same, &work)
        pending.photos.formUnion(seen.keys)
    }

    /// Whether a photo has other content than the one that is in `slot`: it may differ in its name and companions
    /// alone.
    private func isOther(_ listed: ListedPhoto, than slot: UInt32) -> Bool {
        if reader.photo(slot, of: store).version != listed.photo.version { return true }
        guard let stamp = listed.stamp else { return false }
        let known = store.facts(slot)
        return known.modified != stamp.modified || known.byteCount != stamp.byteCount
    }

    /// Has the facts of photos looked up again; until then what is known of them holds.
    private func take(_ photos: [UInt32: ListedPhoto], _ work: inout IndexingWork) {
        if photos.isEmpty { return }
        take(photos.sorted { $0.key < $1.key }.map { ($0.key, $0.value.photo.id.text, $0.value.stamp) }, &work)
    }

    /// Forgets what is known of photos that have other content, and has it found out again. Where it will be found out,
    /// all but the shape holds until then: a photo that was turned keeps its place in an order by date.
    private func takeAnew(_ photos: [UInt32: ListedPhoto], _ work: inout IndexingWork) {
        let changed = photos.sorted { $0.key < $1.key }
        let isIndexed = indexing != nil && root != nil
        store.columns.forgetShapes(of: changed.map(\.key))
        store.columns.forget(changed.filter { !isIndexed || $0.value.stamp == nil }.map(\.key))
        take(changed.map { ($0.key, $0.value.photo.id.text, $0.value.stamp) }, &work)
    }

    /// Notes what the listing says of files, in ascending order of slots, and has the rest found out.
    private func take(_ listed: [(slot: UInt32, path: String, stamp: FileStamp?)], _ work: inout IndexingWork) {
        let files = listed.compactMap { entry in
            entry.stamp.map { (slot: entry.slot, path: entry.path, stamp: $0) }
        }
        guard !files.isEmpty else { return }
        store.columns.note(files.lazy.map { (slot: $0.slot, stamp: $0.stamp) })
        guard indexing != nil, root != nil else { return }
        let photos = files.map { UnindexedPhoto(slot: $0.slot, path: FilePath($0.path), stamp: $0.stamp) }
        let due = source.readsFactsUnasked || query.asksForFacts ? photos : postpone(photos)
        indexed.expect(due.lazy.map(\.slot))
        work.unindexed += due
    }

    /// Puts off what nothing depends on.
    /// - Returns: The photos with sidecars, in which a person has said something, as far as they are few.
    private func postpone(_ photos: [UnindexedPhoto]) -> [UnindexedPhoto] {
        var due: [UnindexedPhoto] = []
        for photo in photos {
            if photo.stamp.sidecar != 0, unasked.count < Self.mostUnasked || unasked.contains(photo.slot) {
                unasked.insert(photo.slot)
                due.append(photo)
            } else {
                postponed.append(photo)
            }
        }
        return due
    }

    private func note(order: Bool) {
        pending.isAny = true
        pending.isOrder = pending.isOrder || order
    }

    // MARK: Updates

    /// Publishes a change of the source: at once where that is little work, or where the listing is complete.
    private func publishChange() {
        let isLittle = store.count <= ArrangingPace.smallCount || (query == Query() && arranger.isListingFree)
        if isLittle || !pending.isOrder || isListed != isShownAsListed { publishUnlessHeld() } else { publishInPace() }
    }

    private func publishUnlessHeld() {
        if holds == 0, pending.isAny { publish() }
    }

    private func publishInPace() {
        guard delayed == nil else { return }
        let interval = max(pace.interval, pending.isOrder ? lastWork * ArrangingPace.restPerWork : .zero)
        let last = pending.isOrder ? lastArranged : lastUpdate
        let left = last.map { interval - $0.duration(to: pace.now()) } ?? .zero
        guard left > .zero else { return publishUnlessHeld() }
        delayed = Task { [weak self, pace] in
            await pace.pause(left)
            await self?.publishDelayed()
        }
    }

    /// The time for which what was learned does not change the order yet: the longer, the longer there is something to
    /// learn.
    private var restOfLearning: Duration {
        guard let learningSince, let lastArranged else { return .zero }
        let now = pace.now()
        let rest = max(
            pace.interval, lastWork * ArrangingPace.restPerWork,
            learningSince.duration(to: now) / ArrangingPace.restPerLearning)
        return rest - lastArranged.duration(to: now)
    }

    /// Arranges what was learned in time, though nothing more is learned.
    private func arrangeLater() {
        guard arranging == nil else { return }
        arranging = Task { [weak self, pace, rest = restOfLearning] in
            await pace.pause(rest)
            if !Task.isCancelled { await self?.arrangeLearned() }
        }
    }

    private func arrangeLearned() {
        arranging = nil
        publishUnlessHeld()
    }

    private func publishDelayed() {
        delayed = nil
        publishUnlessHeld()
    }

    /// Whether the last update said that the listing is complete.
    private var isShownAsListed = false

    /// Makes an update of what has changed; does nothing when another query is on its way, which will do so.
    private func publish() {
        let start = pace.now()
        var arrangement = snapshot.arrangement
        let isArranged = pending.isOrder || pending.isLearned && restOfLearning <= .zero
        if isArranged {
            let made = arranger.arrangement(of: store, by: query) { [turn] in
                latestTurn.load(ordering: .relaxed) != turn
            }
            guard let made else { return }
            arrangement = made
        }
        let update = CollectionUpdate(
            snapshot: CollectionSnapshot(id, store: store, arrangement: arrangement, unlisted: unlisted),
            edit: isArranged ? ListEdit(from: snapshot.arrangement, to: arrangement) : nil,
            changed: pending.photos.sorted().map { PhotoRef(id, slot: $0) }, isListed: isListed, report: report,
            progress: indexed.progress)
        let isLeft = pending.isLearned && !isArranged
        pending = Pending()
        isShownAsListed = isListed
        snapshot = update.snapshot
        updates.withLock { $0.append(update) }
        lastUpdate = pace.now()
        if isArranged {
            lastArranged = lastUpdate
            lastWork = start.duration(to: pace.now())
        }
        arrived.yield()
        if isLeft {
            (pending.isLearned, pending.isAny) = (true, true)
            arrangeLater()
        } else if isArranged {
            arranging?.cancel()
            arranging = nil
        }
    }

    // MARK: Names

    /// The slot of the photo that is called `name`. Indexes all names at the first call.
    private func slot(of name: PhotoID) -> UInt32? {
        if index == nil { index = SlotIndex(store) }
        return index?.slot(of: name) { [reader, store] in reader.photo($0, of: store).id }
    }

    /// Takes a name out of the index.
    /// - Returns: the slot that it had.
    private func takeOut(_ name: PhotoID) -> UInt32? {
        let slot = slot(of: name)
        index?.remove(name) { [reader, store] in reader.photo($0, of: store).id }
        return slot
    }
}
