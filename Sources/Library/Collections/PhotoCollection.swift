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

    private var contents: CollectionContents
    private var store: PhotoStore { contents.store }
    private var isListed: Bool { contents.isListed }
    /// Whether the source has been read.
    private var isBegun = false
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
        let root = source.indexRoot
        self.root = root
        isListedByPath = source.isListedByPath
        isListedInOrder = source.isListedInOrder
        self.indexing = indexing
        self.pace = UpdatePace(pace)
        changes = source.changes().makeAsyncIterator()
        self.query = query
        self.opened = opened
        var arranger = Arranger(ArrangingRules(collation: collation, clock: clock, words: words, division: division))
        let contents = CollectionContents(opened: opened, isIndexed: indexing != nil && root != nil)
        let arrangement = arranger.arrangement(of: contents.store, by: query) { false } ?? Arrangement()
        let start = CollectionSnapshot(
            id, store: contents.store, arrangement: arrangement,
            unlisted: opened == nil ? nil : PhotoRef(id, slot: 0))
        (self.contents, self.arranger) = (contents, arranger)
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
        if !isBegun {
            isBegun = true
            if let opened {
                readAhead()
                await look(up: opened)
            } else if let indexing, let root, isListedByPath,
                case let photos = await EarlyPhotos.find(by: query, in: source, below: root, indexing), !photos.isEmpty
            {
                let effect = apply(.added(PackedPage(listed: photos), isLast: false))
                contents.note(early: photos)
                readAhead()
                await take(effect)
                return true
            }
        }
        guard let change = try await nextChange() else { return false }
        let effect = apply(change)
        readAhead()
        await take(effect)
        return true
    }

    /// Has the facts of the opened photo found out.
    private func look(up opened: ListedPhoto) async {
        guard let indexing, let root, let stamp = opened.stamp else { return }
        let due = due([UnindexedPhoto(slot: 0, path: FilePath(opened.photo.id.text), stamp: stamp)])
        if !due.isEmpty { await indexing.index(due, of: self, below: root) }
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

    /// Publishes what a change has made of the photos, and has their facts found out.
    private func take(_ effect: CollectionContents.Effect) async {
        let isHeld = query.dependsOnFacts && !effect.unindexed.isEmpty
        if isHeld { holds += 1 } else { publishChange() }
        if let indexing, let root {
            if !effect.forgotten.isEmpty { await indexing.forget(effect.forgotten.map(\.text), below: root) }
            if !effect.renamed.isEmpty {
                await indexing.rename(effect.renamed.map { ($0.before.text, $0.after.text) }, below: root)
            }
            if !effect.unindexed.isEmpty { await indexing.index(effect.unindexed, of: self, below: root) }
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
        let known = contents.learn(facts)
        guard !known.isEmpty else { return }
        indexed.settle(known)
        arranger.noteChange()
        pending.note(query.dependsOnFacts ? .learnedOrder : .content)
        pace.noteLearning(goesOn: indexed.isAwaiting)
        // The last answer shows that indexing has ended.
        if indexed.isAwaiting { publishInPace() } else { publishUnlessHeld() }
    }

    /// Takes the marks that the user has given to photos into account, before what keeps them is read again.
    public func mark(_ photos: [(slot: UInt32, marks: PhotoMarks)]) {
        guard contents.set(marks: photos) else { return }
        arranger.noteChange()
        pending.note(query.dependsOnFacts ? .order : .content)
        publishUnlessHeld()
    }

    /// Takes words and times taken that the user has edited into account, before the files are read again.
    public func take(edited photos: [(slot: UInt32, words: [PhotoWord], taken: TakenTime?)]) {
        guard contents.set(edited: photos) else { return }
        arranger.noteChange()
        pending.note(query.dependsOnFacts ? .order : .content)
        publishUnlessHeld()
    }

    /// Gives a photo the version of another content, which its file was found to have although it is as long as before
    /// and its time of modification is the same. What is known of a photo in another state is ignored.
    public func revise(_ slot: UInt32, of stamp: FileStamp, to revision: UInt32) {
        guard contents.revise(slot, of: stamp, to: revision) else { return }
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
        contents.slot(of: id).map { PhotoRef(self.id, slot: $0) }
    }

    // MARK: Changes

    private func apply(_ change: SourceChange) -> CollectionContents.Effect {
        if isListed || !isListedInOrder, isListedByPath, change.bringsNames {
            arranger.noteListingChange(after: isListed ? store.slotCount : 0)
        }
        if case .reported(let report) = change {
            self.report = report
            pending.note(.content)
            return .init()
        }
        var effect = contents.apply(change)
        arranger.noteNames(of: effect.named)
        pending.photos.formUnion(effect.seen)
        indexed.settle(effect.gone)
        effect.unindexed = due(effect.unindexed)
        if case .added = change, contents.hasEarlyPhotos { settleEarlyPhotos() }
        arranger.noteChange()
        pending.note(.order)
        return effect
    }

    /// Gives the photos that came before the listing their places in its order, and at its end takes those away that
    /// were not in it.
    private func settleEarlyPhotos() {
        guard isListed else { return noteEarlyPlaces(contents.earlySlots) }
        let slots = contents.earlySlots
        // The photo beside one that was opened and is not there takes its place: that has to be known before.
        if contents.unlistedSlot != nil {
            noteEarlyPlaces(slots)
            pending.note(.order)
            publishUnlessHeld()
        }
        indexed.settle(contents.endEarlyPhotos())
        noteEarlyPlaces(slots)
    }

    private func noteEarlyPlaces(_ slots: Range<UInt32>) {
        if isListedByPath, isListedInOrder { arranger.noteListing(of: store.slotCount, outOfPlace: slots) }
    }

    /// Puts off what nothing depends on.
    /// - Returns: The photos whose facts are to be found out now.
    private func due(_ photos: [UnindexedPhoto]) -> [UnindexedPhoto] {
        let due = source.readsFactsUnasked || query.asksForFacts ? photos : postponed.add(photos)
        indexed.expect(due.lazy.map(\.slot))
        return due
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
            snapshot: CollectionSnapshot(
                id, store: store, arrangement: arrangement,
                unlisted: contents.unlistedSlot.map { PhotoRef(id, slot: $0) }),
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
}
