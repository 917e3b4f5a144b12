// The order of a store's photos by their names, kept from one arrangement to the next.
import Photos

/// All slots of a store, those of tombstones among them, by the collation of their titles; equal ones as listed.
///
/// A few photos that come or get another name are put into their places, each by some twenty comparisons. Four bytes a
/// slot.
struct NameOrder {
    /// The share of the slots up to which new names are merged in; more are sorted with all others.
    private static let mergedShare = 64

    private(set) var slots: ContiguousArray<UInt32> = []
    /// Slots whose names have changed since they were sorted.
    private var renamed: Set<UInt32> = []
    private let collation: any NameCollation

    init(_ collation: any NameCollation) { self.collation = collation }

    /// Notes that these photos have other names.
    mutating func rename(_ slots: some Sequence<UInt32>) { renamed.formUnion(slots) }

    /// Takes what has come to `store` and what was renamed into account.
    mutating func update(_ store: PhotoStore) {
        let added = UInt32(slots.count)..<UInt32(store.slotCount)
        renamed = renamed.filter { $0 < added.lowerBound }
        guard !added.isEmpty || !renamed.isEmpty else { return }
        defer { renamed = [] }
        guard (added.count + renamed.count) * Self.mergedShare <= slots.count else {
            slots = NameKeys(store, collation).sorted()
            return
        }
        let coming = NameKeys(store, collation, of: ContiguousArray(renamed) + added).sorted()
        if !renamed.isEmpty { slots.removeAll { renamed.contains($0) } }
        merge(coming, store)
    }

    private mutating func merge(_ coming: ContiguousArray<UInt32>, _ store: PhotoStore) {
        var merged: ContiguousArray<UInt32> = []
        merged.reserveCapacity(slots.count + coming.count)
        var low = 0
        for slot in coming {
            let key = NameKeys.key(of: slot, in: store, collation)
            var from = low, to = slots.count
            while from < to {
                let middle = (from + to) / 2
                let other = NameKeys.key(of: slots[middle], in: store, collation)
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

/// The collation keys of photos while they are sorted: the bytes of all in one array.
struct NameKeys {
    private struct Entry {
        let start: Int
        let length: Int32
        let slot: UInt32
    }

    private var bytes: ContiguousArray<UInt8> = []
    private var entries: ContiguousArray<Entry> = []

    /// The keys of all photos of a store.
    init(_ store: PhotoStore, _ collation: any NameCollation) {
        entries.reserveCapacity(store.slotCount)
        store.forEachName { slot, _, title in
            add(collation.key(for: String(decoding: title, as: UTF8.self)), slot)
        }
    }

    /// The keys of some photos.
    init(_ store: PhotoStore, _ collation: any NameCollation, of slots: some Collection<UInt32>) {
        entries.reserveCapacity(slots.count)
        for slot in slots { add(Self.key(of: slot, in: store, collation), slot) }
    }

    static func key(of slot: UInt32, in store: PhotoStore, _ collation: any NameCollation) -> ContiguousArray<UInt8> {
        store.withName(of: slot) { _, title in collation.key(for: String(decoding: title, as: UTF8.self)) } ?? []
    }

    private mutating func add(_ key: ContiguousArray<UInt8>, _ slot: UInt32) {
        entries.append(Entry(start: bytes.count, length: Int32(truncatingIfNeeded: key.count), slot: slot))
        bytes += key
    }

    /// The slots by their keys; equal ones in ascending order of slots.
    consuming func sorted() -> ContiguousArray<UInt32> {
        var entries = entries
        bytes.withUnsafeBufferPointer { bytes in
            entries.sort { a, b in
                let shorter = Int(min(a.length, b.length))
                for place in 0..<shorter where bytes[a.start + place] != bytes[b.start + place] {
                    return bytes[a.start + place] < bytes[b.start + place]
                }
                return a.length == b.length ? a.slot < b.slot : a.length < b.length
            }
        }
        return ContiguousArray(entries.lazy.map(\.slot))
    }
}
