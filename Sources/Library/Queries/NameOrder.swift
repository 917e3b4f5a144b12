// The order of a store's photos by their names or paths, kept from one arrangement to the next.
import Photos

/// All slots of a store, those of tombstones among them, by their titles or paths; equal ones as listed.
///
/// A few photos that come or get another name are put into their places, each by some twenty comparisons. Four bytes a
/// slot.
struct NameOrder {
    /// The share of the slots up to which new names are merged in; more are sorted with all others.
    private static let mergedShare = 64

    private(set) var slots: ContiguousArray<UInt32> = []
    /// Slots whose names have changed since they were sorted.
    private var renamed: Set<UInt32> = []
    /// Another one has to put the slots that are there into the same order.
    var naming: Naming

    /// No slots yet.
    init(_ naming: Naming) { self.naming = naming }

    /// The first `count` slots, which are in order but for the `renamed` ones.
    init(_ naming: Naming, listed count: Int, renamed: some Sequence<UInt32>) {
        self.naming = naming
        slots = ContiguousArray(0..<UInt32(count))
        self.renamed = Set(renamed)
    }

    /// Notes that these photos have other names.
    mutating func rename(_ slots: some Sequence<UInt32>) { renamed.formUnion(slots) }

    /// Takes what has come to `store` and what was renamed into account.
    mutating func update(_ store: PhotoStore) {
        let added = UInt32(slots.count)..<UInt32(store.slotCount)
        renamed = renamed.filter { $0 < added.lowerBound }
        guard !added.isEmpty || !renamed.isEmpty else { return }
        defer { renamed = [] }
        guard (added.count + renamed.count) * Self.mergedShare <= slots.count else {
            slots = NameKeys(store, naming).sorted()
            return
        }
        let coming = NameKeys(store, naming, of: ContiguousArray(renamed) + added).sorted()
        if !renamed.isEmpty { slots.removeAll { renamed.contains($0) } }
        merge(coming, store)
    }

    private mutating func merge(_ coming: ContiguousArray<UInt32>, _ store: PhotoStore) {
        var merged: ContiguousArray<UInt32> = []
        merged.reserveCapacity(slots.count + coming.count)
        var low = 0
        var maker = NameKeyMaker(naming)
        for slot in coming {
            let key = maker.key(of: slot, in: store)
            var from = low, to = slots.count
            while from < to {
                let middle = (from + to) / 2
                let other = maker.key(of: slots[middle], in: store)
                let isBefore = other == key ? slots[middle] < slot : other.lexicographicallyPrecedes(key)
                if isBefore { from = middle + 1 } else { to = middle }
            }
            merged += slots[low..<from]
            merged.append(slot)
            low = from
        }
        merged += slots[low...]
        slots = merged
    }
}
