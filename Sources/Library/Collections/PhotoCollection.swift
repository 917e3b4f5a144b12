// One opened source: its store, its arrangement, and the steps by which both change.
public import Photos
import Synchronization

/// The photos of one source, kept and arranged off the main thread.
///
/// What changes comes out as updates, each of which leads from the one before it; the main thread takes them in order. The
/// actor reads its source only when it is told to, so a service is asked for no more than is looked at.
public actor PhotoCollection {
    /// Names the collection in references.
    public nonisolated let id = PhotoRef.Collection.next()

    /// An element for each time that updates were made and none was waiting; a reason to call `takeUpdates()`. Read by one
    /// reader. Changes that were asked for by a call tell of themselves as well.
    public nonisolated let arrivals: AsyncStream<Void>
    private nonisolated let arrived: AsyncStream<Void>.Continuation

    private let changes: SourceChanges.AsyncIterator
    private let root: String?
    private let indexing: (any PhotoIndexing)?
    private let collation: any NameCollation
    private var snapshot: CollectionSnapshot
    private var index: SlotIndex?
    private let reader = PhotoReader()
    private var query: Query
    private var isListed = false
    private var report = SourceReport()
    private nonisolated let updates = Mutex<[CollectionUpdate]>([])

    /// Nothing is read yet.
    /// - Parameter indexing: finds out the facts of photos that come with a stamp.
    public init(
        _ source: any PhotoSource, by query: Query = .init(), collation: any NameCollation,
        indexing: (any PhotoIndexing)? = nil
    ) {
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        root = source.root
        self.indexing = indexing
        changes = source.changes().makeAsyncIterator()
        self.query = query
        self.collation = collation
        snapshot = CollectionSnapshot(id)
    }

    /// The updates that have not been taken yet, in order. Each is handed out once. Any thread.
    public nonisolated func takeUpdates() -> [CollectionUpdate] {
        updates.withLock { updates in
            defer { updates = [] }
            return updates
        }
    }

    /// Reads the next change of the source and makes an update of it. One call at a time.
    /// - Returns: false when the source will tell of nothing more.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`; the next call tries again.
    public func readChange() async throws -> Bool {
        guard let change = try await changes.next() else { return false }
        apply(change)
        return true
    }

    /// Arranges the photos anew.
    public func arrange(by query: Query) {
        guard query != self.query else { return }
        self.query = query
        publish(snapshot.store, changed: [])
    }

    /// Takes facts of photos into account, by which they may get other positions and sections. Several calls may make one
    /// update. Facts of a photo that is gone are ignored.
    public func learn(_ facts: [(slot: UInt32, facts: PhotoFacts)]) async {}

    /// Has the facts of these photos found out before those of others, in this order.
    public nonisolated func prioritize(_ slots: [UInt32]) async { await indexing?.prioritize(slots, of: id) }

    /// The photo that is called `id`; nil when it is not listed, or gone.
    public func ref(of id: PhotoID) -> PhotoRef? {
        slot(of: id, in: snapshot.store).map { PhotoRef(self.id, slot: $0) }
    }

    private func apply(_ change: SourceChange) {
        var store = snapshot.store
        var changed: Set<UInt32> = []
        switch change {
        case .added(let page, let isLast):
            let first = UInt32(store.slotCount)
            store.append(page)
            isListed = isListed || isLast
            if index != nil { for (slot, photo) in zip(first..., page.photos) { index?.insert(photo.id, slot) } }
        case .removed(let names):
            store.remove(names.compactMap { takeOut($0, of: store) })
        case .changed(let photos):
            var next: [UInt32: Photo] = [:]
            for listed in photos {
                if let slot = slot(of: listed.photo.id, in: store) { next[slot] = listed.photo }
            }
            store.replace(next)
            changed = Set(next.keys)
        case .renamed(let renamings):
            // One by one, for a name that one photo gives up may be another's next.
            for renaming in renamings {
                guard let slot = takeOut(renaming.before, of: store) else { continue }
                store.replace([slot: renaming.after.photo])
                index?.insert(renaming.after.photo.id, slot)
                changed.insert(slot)
            }
        case .reported(let report):
            self.report = report
        }
        publish(store, changed: changed.sorted())
    }

    private func publish(_ store: PhotoStore, changed: [UInt32]) {
        let arrangement = Arrangement(store, by: query, collation: collation)
        let update = CollectionUpdate(
            snapshot: CollectionSnapshot(id, store: store, arrangement: arrangement),
            edit: ListEdit(from: snapshot.arrangement, to: arrangement),
            changed: changed.map { PhotoRef(id, slot: $0) }, isListed: isListed, report: report)
        snapshot = update.snapshot
        updates.withLock { $0.append(update) }
        arrived.yield()
    }

    // MARK: Names

    /// The slot of the photo that is called `name`. Indexes all names at the first call.
    private func slot(of name: PhotoID, in store: PhotoStore) -> UInt32? {
        if index == nil { index = SlotIndex(store) }
        return index?.slot(of: name) { [reader] in reader.photo($0, of: store).id }
    }

    /// Takes a name out of the index.
    /// - Returns: the slot that it had.
    private func takeOut(_ name: PhotoID, of store: PhotoStore) -> UInt32? {
        let slot = slot(of: name, in: store)
        index?.remove(name) { [reader] in reader.photo($0, of: store).id }
        return slot
    }
}
