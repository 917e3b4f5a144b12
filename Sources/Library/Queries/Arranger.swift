// The making of arrangements from a store and a query.
import Photos

/// Rules that differ from user to user.
struct ArrangingRules: Sendable {
    let collation: any NameCollation
    let clock: any LocalClock
    let words: any SearchWords
    var division: any WorkDivision = UndividedWork()
}

/// Arranges one collection, and keeps from one arrangement to the next what saves work.
///
/// Photos are sorted by what the query names, then by name, then as they are listed; those of which it is not known
/// come last in both directions. Grouped photos are sorted by their group first (`Groups`). Listing order costs
/// nothing; any other time in proportion to the photos, by sorting numbers rather than comparing photos.
struct Arranger {
    /// The order of all names is made once more than one photo in so many has the same sort key as another. It takes
    /// four bytes a photo and is kept while it is needed.
    private static let alikeShare = 16
    /// Fewer photos that are alike are always sorted by themselves.
    private static let fewAlike = 2048

    private let rules: ArrangingRules
    private var names: NameOrder?
    /// What is known of the order of a listing to which photos have come later; nil where slots are in that order.
    private var listing: LaterListing?
    private var search: SearchState

    init(_ rules: ArrangingRules) {
        self.rules = rules
        search = SearchState(rules.words, rules.division)
    }

    /// Whether the order of the listing is that of the slots, which costs nothing.
    var isListingFree: Bool { listing == nil }

    /// Notes that a listing by path is about to change: what comes from now on, and what gets another name, is put
    /// where a new listing would have it.
    /// - Parameter count: the slots of the listing.
    mutating func noteListingChange(after count: Int) {
        if listing == nil { listing = LaterListing(count: count) }
    }

    /// Notes that slots are in the order of a listing by path but for some of them.
    /// - Parameter count: the slots of the listing.
    mutating func noteListing(of count: Int, outOfPlace slots: some Sequence<UInt32>) {
        var next = LaterListing(count: count)
        next.rename(slots)
        listing = next
    }

    /// Notes that photos have come or gone, or that something else is known of them.
    mutating func noteChange() { search.forget() }

    /// Notes that these photos have other names.
    mutating func noteNames(of slots: some Sequence<UInt32>) {
        names?.rename(slots)
        listing?.rename(slots)
    }

    /// Bytes that are kept beside the arrangement; tests and figures ask.
    var keptBytes: Int { 4 * ((names?.slots.count ?? 0) + (listing?.order?.slots.count ?? 0)) }

    /// The photos of `store` in the order that `query` asks for.
    /// - Parameter isOutdated: whether the arrangement is not needed any more; asked some hundred times a second.
    /// - Returns: nil when it was outdated.
    mutating func arrangement(of store: PhotoStore, by query: Query, isOutdated: @Sendable () -> Bool) -> Arrangement? {
        var hidden = store.tombstones
        var correction: SearchCorrection?
        if let text = SearchText(query.search, rules.words, today: rules.clock.today) {
            guard let result = search.result(store, text, isOutdated: isOutdated) else { return nil }
            hidden.formUnion(result.unmatched)
            correction = result.correction
        } else {
            search.forget()
        }
        if !query.filter.isEmpty {
            guard
                let unmatched = FilterMatcher.unmatched(
                    query.filter, in: store, without: hidden, isOutdated: isOutdated)
            else { return nil }
            hidden.formUnion(unmatched)
        }
        var arrangement = arrangement(of: store, by: query, without: hidden, isOutdated)
        arrangement?.correction = correction
        return arrangement
    }

    /// The numbers of photos for the choices of the query's filter.
    /// - Returns: nil when it was outdated.
    mutating func filterCounts(of store: PhotoStore, by query: Query, isOutdated: @Sendable () -> Bool) -> FilterCounts?
    {
        var hidden = store.tombstones
        if let text = SearchText(query.search, rules.words, today: rules.clock.today) {
            guard let result = search.result(store, text, isOutdated: isOutdated) else { return nil }
            hidden.formUnion(result.unmatched)
        }
        return FilterCounts(query.filter, in: store, without: hidden, isOutdated: isOutdated)
    }

    /// The photos of `store` that are not in `hidden`, in the order that `query` asks for.
    private mutating func arrangement(
        of store: PhotoStore, by query: Query, without hidden: SlotSet, _ isOutdated: () -> Bool
    ) -> Arrangement? {
        if query.order != .name && !query.order.isNumeric { names = nil }
        if query.order != .listing { listing?.order = nil }
        if query.order == .listing, !query.isDescending, query.grouping == .none, isListingFree {
            return Arrangement(listing: store.slotCount, without: hidden)
        }
        guard var order = ordered(store, query, hidden, isOutdated), !isOutdated() else { return nil }
        guard query.grouping != .none else { return Arrangement(order, slots: store.slotCount) }
        let made = Groups(store, by: query, clock: rules.clock, collation: rules.collation) { !isOutdated() }
        guard let groups = made, !isOutdated() else { return nil }
        var keyed = ContiguousArray(order.lazy.map { KeyedSlot(key: groups.sortKey(of: $0), slot: $0) })
        keyed.sortByKey()
        order = ContiguousArray(keyed.lazy.map(\.slot))
        return Arrangement(order, slots: store.slotCount, sections: groups.sections(of: order))
    }

    /// The shown photos in order, without regard to groups.
    private mutating func ordered(
        _ store: PhotoStore, _ query: Query, _ hidden: SlotSet, _ isOutdated: () -> Bool
    ) -> ContiguousArray<UInt32>? {
        let listed: ContiguousArray<UInt32>
        switch query.order {
        case .listing:
            listed = listedOrder(store, hidden)
            return query.isDescending ? ContiguousArray(listed.reversed()) : listed
        case .name:
            let named = named(store, hidden)
            return query.isDescending ? ContiguousArray(named.reversed()) : named
        case .taken, .modified, .size:
            let numbers = Self.numbers(store, query)
            guard !isOutdated() else { return nil }
            let sorted = Self.sorted(Self.shown(0..<UInt32(store.slotCount), hidden), by: numbers, query.isDescending)
            guard !isOutdated() else { return nil }
            let alike = Self.runs(of: sorted)
            let count = alike.reduce(0) { $0 + $1.count }
            guard count > max(Self.fewAlike, sorted.count / Self.alikeShare) else {
                names = nil
                return settled(sorted, alike, store, query.isDescending)
            }
            let byName = named(store, hidden)
            guard !isOutdated() else { return nil }
            return ContiguousArray(Self.sorted(byName, by: numbers, query.isDescending).lazy.map(\.slot))
        }
    }

    /// How photos that are alike follow each other: by name, then as listed, which slots do not say any more once
    /// photos have come later.
    private var naming: Naming { listing == nil ? .title(rules.collation) : .titleAndPath(rules.collation) }

    private mutating func named(_ store: PhotoStore, _ hidden: SlotSet) -> ContiguousArray<UInt32> {
        var order = names ?? NameOrder(naming)
        order.naming = naming
        // Nothing else may hold the order while it changes, or it would be copied.
        names = nil
        order.update(store)
        names = order
        return hidden.isEmpty ? order.slots : Self.shown(order.slots, hidden)
    }

    private mutating func listedOrder(_ store: PhotoStore, _ hidden: SlotSet) -> ContiguousArray<UInt32> {
        guard var later = listing else { return Self.shown(0..<UInt32(store.slotCount), hidden) }
        // Nothing else may hold the order while it changes, or it would be copied.
        listing = nil
        later.update(store, rules.collation)
        listing = later
        return Self.shown(later.order?.slots ?? [], hidden)
    }

    private static func shown(_ slots: some Sequence<UInt32>, _ hidden: SlotSet) -> ContiguousArray<UInt32> {
        hidden.isEmpty ? ContiguousArray(slots) : ContiguousArray(slots.lazy.filter { !hidden.contains($0) })
    }

    /// What photos are sorted by, by slot; `Column.unknown` where it is unknown.
    private static func numbers(_ store: PhotoStore, _ query: Query) -> ContiguousArray<UInt64> {
        let columns = store.columns
        return switch query.order {
        case .modified: columns.modified.numbers(store.slotCount)
        case .size: columns.byteCount.numbers(store.slotCount)
        case .taken, .name, .listing: columns.taken.numbers(store.slotCount)
        }
    }

    /// Slots by their numbers, those without one last. Slots that are alike keep their order, or are turned round where
    /// the order is descending.
    private static func sorted(
        _ slots: ContiguousArray<UInt32>, by numbers: ContiguousArray<UInt64>, _ isDescending: Bool
    ) -> ContiguousArray<KeyedSlot> {
        var keyed: ContiguousArray<KeyedSlot> = []
        keyed.reserveCapacity(slots.count)
        // Keys from zero on have fewer bytes that differ.
        var least = UInt64.max, most: UInt64 = 0
        for slot in slots where numbers[Int(slot)] != Column.unknown {
            least = min(least, numbers[Int(slot)])
            most = max(most, numbers[Int(slot)])
        }
        let last = most >= least ? most - least + 1 : 0
        func key(_ slot: UInt32) -> UInt64 {
            let number = numbers[Int(slot)]
            return number == Column.unknown ? last : isDescending ? most - number : number - least
        }
        if isDescending {
            for slot in slots.reversed() { keyed.append(KeyedSlot(key: key(slot), slot: slot)) }
        } else {
            for slot in slots { keyed.append(KeyedSlot(key: key(slot), slot: slot)) }
        }
        keyed.sortByKey()
        return keyed
    }

    /// The ranges of two and more photos that are alike.
    private static func runs(of sorted: ContiguousArray<KeyedSlot>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
            if end - start > 1 { runs.append(start..<end) }
            start = end
        }
        return runs
    }

    /// Sorts each run by name.
    private func settled(
        _ sorted: ContiguousArray<KeyedSlot>, _ runs: [Range<Int>], _ store: PhotoStore, _ isDescending: Bool
    ) -> ContiguousArray<UInt32> {
        var order = ContiguousArray(sorted.lazy.map(\.slot))
        for run in runs {
            let named = NameKeys(store, naming, of: order[run]).sorted()
            if isDescending {
                order.replaceSubrange(run, with: named.reversed())
            } else {
                order.replaceSubrange(run, with: named)
            }
        }
        return order
    }
}

/// A listing by path to which photos have come later.
private struct LaterListing {
    /// The slots of the listing.
    let count: Int
    /// Those of them that have other names now.
    private var renamed = SlotSet()
    /// The order, while it is needed: four bytes a slot.
    var order: NameOrder?

    init(count: Int) { self.count = count }

    mutating func rename(_ slots: some Sequence<UInt32>) {
        order?.rename(slots)
        renamed.insert(slots.filter { $0 < count })
    }

    mutating func update(_ store: PhotoStore, _ collation: any NameCollation) {
        if order == nil {
            var before: [UInt32] = []
            renamed.forEach { before.append($0) }
            order = NameOrder(.path(collation), listed: count, renamed: before)
        }
        order?.update(store)
    }
}

extension Query.Order {
    /// Whether photos are sorted by a number that is known of them.
    fileprivate var isNumeric: Bool { self == .taken || self == .modified || self == .size }
}

extension Query {
    /// Whether the arrangement may change when more is known of a photo.
    public var dependsOnFacts: Bool {
        order.isNumeric || (grouping != .none && grouping != .folder) || isNarrowed
    }

    /// Whether the arrangement is by what files say, and not by their names, times and lengths alone. A search for
    /// words looks in what is known.
    public var asksForFacts: Bool {
        let isByTimeTaken = order == .taken || (grouping != .none && grouping != .folder && order != .modified)
        return isByTimeTaken || !filter.isEmpty
    }

    /// The fact of each photo that alone decides which ones come first, but for photos that are alike in it; nil where
    /// it takes more than one.
    var leadingFact: Order? {
        guard order.isNumeric, !isNarrowed else { return nil }
        let isByTime = order == .taken || order == .modified
        return grouping == .none || (isByTime && grouping != .folder) ? order : nil
    }
}
