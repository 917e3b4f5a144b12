// The slots of a store by the names of its photos.
import Photos

/// A hash table from a photo's name to its slot, 16 bytes or fewer for each photo. Made when a source first reports a
/// photo by name, so that a collection that only grows does without.
struct SlotIndex {
    /// A free place: no slot is that high.
    private static let free = UInt64.max

    /// The upper half of the name's hash and the slot, in one word each. The length is a power of two.
    private var table: ContiguousArray<UInt64> = []
    private var used = 0

    /// Indexes the photos of `store` that are there.
    init(_ store: PhotoStore) {
        reserve(store.count)
        var slot: UInt32 = 0
        for number in 0..<store.blockCount {
            for photo in store.photosOfBlock(number) {
                if !store.tombstones.contains(slot) { insert(photo.id, slot) }
                slot += 1
            }
        }
    }

    /// Adds a photo whose name is not in the index.
    mutating func insert(_ id: PhotoID, _ slot: UInt32) {
        reserve(used + 1)
        place(Self.word(Self.hash(id), slot))
        used += 1
    }

    /// The slot of the photo called `id`.
    /// - Parameter name: the name of the photo in a slot, to tell names of one hash apart.
    func slot(of id: PhotoID, name: (UInt32) -> PhotoID) -> UInt32? {
        position(of: id, name: name).map { UInt32(truncatingIfNeeded: table[$0]) }
    }

    /// Takes a name out.
    mutating func remove(_ id: PhotoID, name: (UInt32) -> PhotoID) {
        guard var hole = position(of: id, name: name) else { return }
        let mask = table.count - 1
        table[hole] = Self.free
        used -= 1
        // What follows without a gap may have been put there for want of this place (Knuth, algorithm 6.4 R).
        var next = (hole + 1) & mask
        while table[next] != Self.free {
            let home = Int(table[next] >> 32) & mask
            if (next - home) & mask >= (next - hole) & mask {
                table[hole] = table[next]
                table[next] = Self.free
                hole = next
            }
            next = (next + 1) & mask
        }
    }

    private func position(of id: PhotoID, name: (UInt32) -> PhotoID) -> Int? {
        guard !table.isEmpty else { return nil }
        let hash = Self.hash(id), mask = table.count - 1
        var place = Int(hash) & mask
        while table[place] != Self.free {
            if table[place] >> 32 == UInt64(hash), name(UInt32(truncatingIfNeeded: table[place])) == id { return place }
            place = (place + 1) & mask
        }
        return nil
    }

    private mutating func place(_ word: UInt64) {
        let mask = table.count - 1
        var place = Int(word >> 32) & mask
        while table[place] != Self.free { place = (place + 1) & mask }
        table[place] = word
    }

    /// Makes room for `count` names at a load of three quarters at most.
    private mutating func reserve(_ count: Int) {
        guard count * 4 > table.count * 3 else { return }
        var length = max(64, table.count)
        while count * 4 > length * 3 { length *= 2 }
        let words = table
        table = ContiguousArray(repeating: Self.free, count: length)
        for word in words where word != Self.free { place(word) }
    }

    private static func word(_ hash: UInt32, _ slot: UInt32) -> UInt64 { UInt64(hash) << 32 | UInt64(slot) }

    private static func hash(_ id: PhotoID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }
}
