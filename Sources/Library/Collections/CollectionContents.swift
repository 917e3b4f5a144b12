// The photos of a collection in their slots, as its source has listed them.
import Photos

/// What a source has told of its photos: a store, whose slots are found by name, and what is known of each photo.
///
/// Nothing here is arranged. A change of the source says what it means to the arrangement and to the indexer.
struct CollectionContents {
    /// What a change of the source has made of the photos.
    struct Effect {
        /// Photos whose facts are to be found out, of those that come with a stamp.
        var unindexed: [UnindexedPhoto] = []
        /// Photos that are gone, and their slots.
        var forgotten: [PhotoID] = [], gone: [UInt32] = []
        var renamed: [(before: PhotoID, after: PhotoID)] = []
        /// The slots of photos that may have another name than before.
        var named: [UInt32] = []
        /// The slots of photos that look otherwise.
        var seen: Set<UInt32> = []
    }

    private(set) var store = PhotoStore()
    /// Whether all that the source held has been listed.
    private(set) var isListed = false
    private var index: SlotIndex?
    private let reader = PhotoReader()
    private var early = EarlyPhotos()
    /// Whether there is one who finds out facts.
    private let isIndexed: Bool
    private let hasOpened: Bool

    /// - Parameter opened: A photo that is there before the source is listed, in the first slot.
    init(opened: ListedPhoto?, isIndexed: Bool) {
        self.isIndexed = isIndexed
        hasOpened = opened != nil
        guard let opened else { return }
        store.append(PackedPage(listed: [opened]))
        if let stamp = opened.stamp { store.columns.note([(slot: UInt32(0), stamp: stamp)]) }
        early = EarlyPhotos(CollectionOfOne(opened.photo))
    }

    // MARK: Early photos

    /// Whether photos came before the listing that has to come to them.
    var hasEarlyPhotos: Bool { !early.isEmpty }
    /// The slots of these photos, which are out of the order of the listing.
    var earlySlots: Range<UInt32> { early.slots }
    /// The slot of the opened photo, until the listing has come to it.
    var unlistedSlot: UInt32? { hasOpened && early.awaits(0) ? 0 : nil }

    /// Notes that the photos that were added first came before the listing, which has to come to them.
    mutating func note(early photos: [ListedPhoto]) { early = EarlyPhotos(photos.lazy.map(\.photo)) }

    /// Takes those early photos away that a complete listing did not hold; none of them is early any more.
    /// - Returns: Their slots.
    mutating func endEarlyPhotos() -> [UInt32] {
        let gone = early.takeUnlisted()
        store.remove(Array(gone.values))
        for name in gone.keys { index?.remove(name) { [reader, store] in reader.photo($0, of: store).id } }
        early = EarlyPhotos()
        return Array(gone.values)
    }

    // MARK: Changes of the source

    /// Takes a change of the source into account.
    mutating func apply(_ change: SourceChange) -> Effect {
        var effect = Effect()
        switch change {
        case .added(let page, let isLast):
            let first = UInt32(store.slotCount)
            store.append(page)
            if isLast { isListed = true }
            let photos = index == nil && page.stamps.isEmpty && early.isListed ? [] : page.photos
            let again = listAgain(photos, page.stamps, from: first, &effect)
            for (slot, photo) in zip(first..., photos) where !again.contains(slot) { index?.insert(photo.id, slot) }
            let new = zip(first..., zip(photos, page.stamps)).filter { !again.contains($0.0) }
            note(new.map { ($0, $1.0.id, $1.1) }, &effect)
        case .removed(let names):
            effect.gone = names.compactMap { takeOut($0) }
            store.remove(effect.gone)
            effect.forgotten = names
        case .changed(let photos):
            var next: [UInt32: ListedPhoto] = [:]
            for listed in photos {
                if let slot = slot(of: listed.photo.id) { next[slot] = listed }
            }
            replace(next, &effect)
        case .renamed(let renamings):
            rename(renamings, &effect)
        case .reported:
            break
        }
        return effect
    }

    private mutating func rename(_ renamings: [SourceChange.Renaming], _ effect: inout Effect) {
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
            effect.seen.insert(slot)
            effect.named.append(slot)
            effect.renamed.append((renaming.before, renaming.after.photo.id))
        }
        noteAnew(other, &effect)
        note(same, &effect)
    }

    /// Takes photos of the listing that have come before it out of their new slots.
    /// - Returns: Those slots.
    private mutating func listAgain(
        _ photos: ContiguousArray<Photo>, _ stamps: ContiguousArray<FileStamp?>, from first: UInt32,
        _ effect: inout Effect
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
        if !other.isEmpty { replace(other, &effect) }
        return doubles
    }

    private mutating func replace(_ photos: [UInt32: ListedPhoto], _ effect: inout Effect) {
        let other = photos.filter { isOther($0.value, than: $0.key) }
        // A photo of which only the sidecar or the file's entry is another one looks as before.
        let same = photos.filter { other[$0.key] == nil }
        let seen = photos.filter { other[$0.key] != nil || reader.photo($0.key, of: store) != $0.value.photo }
        store.replace(photos.mapValues(\.photo))
        effect.named += photos.keys
        effect.seen.formUnion(seen.keys)
        noteAnew(other, &effect)
        note(same, &effect)
    }

    /// Whether a photo has other content than the one that is in `slot`: it may differ in its name and companions
    /// alone.
    private func isOther(_ listed: ListedPhoto, than slot: UInt32) -> Bool {
        if reader.photo(slot, of: store).version != listed.photo.version { return true }
        guard let stamp = listed.stamp else { return false }
        return !store.facts(slot).areOf(stamp)
    }

    // MARK: Facts

    /// Forgets what is known of photos that have other content, and has it found out again. Where it will be found out,
    /// all but the shape holds until then: a photo that was turned keeps its place in an order by date.
    private mutating func noteAnew(_ photos: [UInt32: ListedPhoto], _ effect: inout Effect) {
        let changed = photos.sorted { $0.key < $1.key }
        store.columns.forgetShapes(of: changed.map(\.key))
        store.columns.forget(changed.filter { !isIndexed || $0.value.stamp == nil }.map(\.key))
        note(changed.map { ($0.key, $0.value.photo.id, $0.value.stamp) }, &effect)
    }

    /// Has the facts of photos found out again; until then what is known of them holds.
    private mutating func note(_ photos: [UInt32: ListedPhoto], _ effect: inout Effect) {
        note(photos.sorted { $0.key < $1.key }.map { ($0.key, $0.value.photo.id, $0.value.stamp) }, &effect)
    }

    /// Notes what the listing says of files, in ascending order of slots, and has the rest found out.
    private mutating func note(_ listed: [(slot: UInt32, name: PhotoID, stamp: FileStamp?)], _ effect: inout Effect) {
        let files = listed.compactMap { entry in
            entry.stamp.map { UnindexedPhoto(slot: entry.slot, path: FilePath(entry.name.text), stamp: $0) }
        }
        guard !files.isEmpty else { return }
        store.columns.note(files.lazy.map { (slot: $0.slot, stamp: $0.stamp) })
        if isIndexed { effect.unindexed += files }
    }

    /// Takes facts of photos into account. Those of a photo that is gone are ignored; of two of one photo the last ones
    /// count.
    /// - Returns: The slots of these photos.
    mutating func learn(_ facts: [(slot: UInt32, facts: PhotoFacts)]) -> [UInt32] {
        var known: [UInt32: PhotoFacts] = [:]
        for entry in facts where entry.slot < store.slotCount { known[entry.slot] = entry.facts }
        store.columns.learn(known.sorted { $0.key < $1.key }.map { (slot: $0.key, facts: $0.value) })
        return Array(known.keys)
    }

    /// Sets the marks of photos.
    /// - Returns: Whether one of them is there.
    mutating func set(marks photos: [(slot: UInt32, marks: PhotoMarks)]) -> Bool {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        store.columns.set(marks: known)
        return !known.isEmpty
    }

    /// Sets the words and the times taken of photos.
    /// - Returns: Whether one of them is there.
    mutating func set(edited photos: [(slot: UInt32, words: [PhotoWord], taken: TakenTime?)]) -> Bool {
        let known = photos.filter { $0.slot < store.slotCount }.sorted { $0.slot < $1.slot }
        store.columns.set(edited: known)
        return !known.isEmpty
    }

    /// Gives a photo the version of another content.
    /// - Parameter stamp: The state in which its file was looked at; that of another state is ignored.
    /// - Returns: Whether the version is another one now.
    mutating func revise(_ slot: UInt32, of stamp: FileStamp, to revision: UInt32) -> Bool {
        guard slot < store.slotCount, store.facts(slot).areOf(stamp) else { return false }
        let photo = reader.photo(slot, of: store)
        let version = FileVersion.text(
            FileVersion.fingerprint(
                stamp.fingerprint(revision: revision), turnedBy: FileVersion.quarterTurns(in: photo.version)))
        guard photo.version != version else { return false }
        store.replace([slot: photo.with(version: version)])
        return true
    }

    // MARK: Names

    /// The slot of the photo that is called `name`; nil when it is not listed, or gone. Indexes all names at the first
    /// call.
    mutating func slot(of name: PhotoID) -> UInt32? {
        if index == nil { index = SlotIndex(store) }
        return index?.slot(of: name) { [reader, store] in reader.photo($0, of: store).id }
    }

    /// Takes a name out of the index.
    /// - Returns: The slot that it had.
    private mutating func takeOut(_ name: PhotoID) -> UInt32? {
        let slot = slot(of: name)
        index?.remove(name) { [reader, store] in reader.photo($0, of: store).id }
        return slot
    }
}

extension KnownFacts {
    /// Whether these are facts of a file in this state.
    fileprivate func areOf(_ stamp: FileStamp) -> Bool {
        modified == stamp.modified && byteCount == stamp.byteCount
    }
}
