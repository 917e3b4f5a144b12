// The making of an arrangement from a store and a query.
import Photos

extension Arrangement {
    /// The photos of `store` in the order that `query` asks for. Listing order costs nothing; any other n log n, and some
    /// hundred bytes for each photo while it is made.
    init(_ store: PhotoStore, by query: Query, collation: any NameCollation) {
        switch (query.order, query.isDescending) {
        case (.listing, false), (.taken, _), (.modified, _), (.size, _):
            self.init(listing: store.slotCount, without: store.tombstones)
        case (.listing, true):
            let listed = Arrangement(listing: store.slotCount, without: store.tombstones).slots
            self.init(ContiguousArray(listed.reversed()), slots: store.slotCount)
        case (.name, let isDescending):
            var named = Self.named(store, collation)
            named.sort { isDescending ? $1 < $0 : $0 < $1 }
            self.init(ContiguousArray(named.lazy.map(\.slot)), slots: store.slotCount)
        }
    }

    /// A slot with what it is sorted by. Equal names stay in listing order.
    private struct Named: Comparable {
        let key: ContiguousArray<UInt8>
        let slot: UInt32

        static func < (a: Self, b: Self) -> Bool {
            a.key == b.key ? a.slot < b.slot : a.key.lexicographicallyPrecedes(b.key)
        }
    }

    private static func named(_ store: PhotoStore, _ collation: any NameCollation) -> ContiguousArray<Named> {
        var named: ContiguousArray<Named> = []
        named.reserveCapacity(store.count)
        var slot: UInt32 = 0
        for number in 0..<store.blockCount {
            for photo in store.photosOfBlock(number) {
                if !store.tombstones.contains(slot) {
                    named.append(Named(key: collation.key(for: photo.title), slot: slot))
                }
                slot += 1
            }
        }
        return named
    }
}
