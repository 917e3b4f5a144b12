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

    private var store: PhotoStore
    private var index: SlotIndex?
    private let reader = PhotoReader()
    private var listing = Listing.new
    private var isListed: Bool { listing == .complete }
    private var early = EarlyPhotos()
    /// The photo that was opened, in the first slot.
    private let opened: ListedPhoto?
    private var report = SourceReport()
    private var indexed = IndexingState()
    private var postponed = PostponedFacts()

    private var query: Query
    private var arranger: Arranger
    /// The state after the last update.
    private var snapshot: CollectionSnapshot
    /// Whether that said that the listing is complete.
    private var isShownAsListed = false
    /// What is not part of an update yet.
    private var pending = PendingUpdate()
    private var pace: UpdatePace
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

    /// How far the source has been read.
    private enum Listing {
        case new, begun, complete
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
        self.pace = UpdatePace(pace)
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
        if listing == .new {
            listing = .begun
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
        if query != self.query { pending.note(.order) }
        self.query = query
        if pending.change > .nothing { publish() }
        indexPostponed()
    }

    /// Has the facts found out that nothing has depended on so far, if something does now.
    private func indexPostponed() {
        guard query.asksForFacts, !postponed.isEmpty, let indexing, let root else { return }
        let photos = postponed.take()
        indexed.expect(photos.lazy.map(\.slot))
        pending.note(.content)
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
        pending.note(query.dependsOnFacts ? .learnedOrder : .content)
        pace.noteLearning(goesOn: indexed.isAwaiting)
        // The last answer shows that indexing has ended.
        if indexed.isAwaiting { publishInPace() } else { publishUnlessHeld() }
    }

    /// Takes the marks that the user has given to photos into account, before what keeps them is read again.
    public func mark(_ photos: [(slot: UInt32, marks: PhotoMarks)]) {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        guard !known.isEmpty else { return }
        store.columns.set(marks: known)
        arranger.noteChange()
        pending.note(query.dependsOnFacts ? .order : .content)
        publishUnlessHeld()
    }

    /// Takes words and times taken that the user has edited into account, before the files are read again.
    public func take(edited photos: [(slot: UInt32, words: [PhotoWord], taken: TakenTime?)]) {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        guard !known.isEmpty else { return }
        store.columns.set(edited: known)
        arranger.noteChange()
        pending.note(query.dependsOnFacts ? .order : .content)
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
        pending.note(.content)
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
            if isLast { listing = .complete }
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
            pending.note(.content)
            return work
        }
        arranger.noteChange()
        pending.note(.order)
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
                pending.note(.order)
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
        let due = source.readsFactsUnasked || query.asksForFacts ? photos : postponed.add(photos)
        indexed.expect(due.lazy.map(\.slot))
        work.unindexed += due
    }

    // MARK: Updates

    /// Publishes a change of the source: at once where that is little work, or where the listing is complete.
    private func publishChange() {
        let isLittle = store.count <= ArrangingPace.smallCount || (query == Query() && arranger.isListingFree)
        if isLittle || pending.change < .order || isListed != isShownAsListed {
            publishUnlessHeld()
        } else {
            publishInPace()
        }
    }

    private func publishUnlessHeld() {
        if holds == 0, pending.change > .nothing { publish() }
    }

    private func publishInPace() {
        guard delayed == nil else { return }
        let rest = pace.rest(before: pending.change)
        guard rest > .zero else { return publishUnlessHeld() }
        delayed = Task { [weak self, pace = pace.pace] in
            await pace.pause(rest)
            await self?.publishDelayed()
        }
    }

    /// Arranges what was learned in time, though nothing more is learned.
    private func arrangeLater() {
        guard arranging == nil else { return }
        arranging = Task { [weak self, pace = pace.pace, rest = pace.restOfLearning] in
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

    /// Makes an update of what has changed; does nothing when another query is on its way, which will do so.
    private func publish() {
        let start = pace.pace.now()
        var arrangement = snapshot.arrangement
        let isArranged = pending.change == .order || pending.change == .learnedOrder && pace.restOfLearning <= .zero
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
        let isLeft = pending.change == .learnedOrder && !isArranged
        pending = PendingUpdate()
        isShownAsListed = isListed
        snapshot = update.snapshot
        updates.withLock { $0.append(update) }
        pace.noteUpdate(from: start, isArranged: isArranged)
        arrived.yield()
        if isLeft {
            pending.note(.learnedOrder)
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
