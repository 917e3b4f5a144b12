// What a collection holds at one moment, and how one moment leads to the next.
public import Photos

/// The photos of a collection at one moment and their order. A value that is cheap to copy and never changes.
public struct CollectionSnapshot: Sendable {
    public let collection: PhotoRef.Collection
    public let store: PhotoStore
    public let arrangement: Arrangement
    /// The photo that was opened before the source was listed, until the listing has come to it: which photos are
    /// beside it is not known yet.
    public let unlisted: PhotoRef?

    /// A collection of which nothing is known yet.
    public init(_ collection: PhotoRef.Collection) {
        self.init(collection, store: PhotoStore(), arrangement: Arrangement())
    }

    init(
        _ collection: PhotoRef.Collection, store: PhotoStore, arrangement: Arrangement, unlisted: PhotoRef? = nil
    ) {
        self.collection = collection
        self.store = store
        self.arrangement = arrangement
        self.unlisted = unlisted
    }

    /// Photos in the arrangement.
    public var count: Int { arrangement.count }

    /// The photo at `position`, which has to be less than `count`.
    public func ref(at position: Int) -> PhotoRef { PhotoRef(collection, slot: arrangement.slot(at: position)) }

    /// Where a photo is; nil when it is gone, or of another collection.
    public func position(of ref: PhotoRef) -> Int? {
        ref.collection == collection ? arrangement.position(of: ref.slot) : nil
    }

    /// Where a photo is, once it is known which photos are beside it; nil before, and when it is gone.
    public func listedPosition(of ref: PhotoRef) -> Int? { ref == unlisted ? nil : position(of: ref) }

    /// The section that `position` is part of; nil if there are none.
    public func section(at position: Int) -> ArrangedSection? { arrangement.section(at: position) }

    /// Bytes that facts and order take beyond the listing, without the sections; tests and figures ask.
    public var arrangedBytes: Int { store.columns.byteTotal + arrangement.byteCount }

    /// The photo that takes the place of one which is there now and not in `next`: the first behind it that stays, or
    /// else the last before it. Itself when it stays.
    public func successor(of ref: PhotoRef, in next: CollectionSnapshot) -> PhotoRef? {
        if next.position(of: ref) != nil { return ref }
        guard let position = position(of: ref) else { return nil }
        let behind = (position..<count).lazy.map(self.ref(at:)).first { next.position(of: $0) != nil }
        return behind ?? (0..<position).reversed().lazy.map(self.ref(at:)).first { next.position(of: $0) != nil }
    }
}

/// One step of a collection, to be applied in one iteration of the main loop.
public struct CollectionUpdate: Sendable {
    /// The state after the step.
    public let snapshot: CollectionSnapshot
    /// The difference of the list from the snapshot before; nil where it is the same.
    public let edit: ListEdit?
    /// Photos that have stayed and whose facts or content have changed.
    public let changed: [PhotoRef]
    /// Whether all that the source held when it was listed is there.
    public let isListed: Bool
    /// What the source has to say beside its photos.
    public var report = SourceReport()
    /// How far indexing has come; nil when there is nothing to index.
    public var progress: IndexingProgress?

    /// Whether photos that were in the snapshot before have gone or have another position.
    public var movesPhotos: Bool {
        guard let edit else { return false }
        return edit.removed > 0 || edit.position + edit.added < snapshot.count
    }
}
