import Photos
import Testing

@testable import Library

/// The length of the files of some photos together.
struct ByteTotalTests {
    private static func total(_ lengths: [Int64?]) -> Int64? {
        var store = PhotoStore()
        store.append(PackedPage(lengths.indices.map { Photo(id: PhotoID("p\($0)"), title: "") }))
        store.columns.learn(
            lengths.enumerated().map { slot, length in
                var facts = PhotoFacts()
                facts.byteCount = length
                return (slot: UInt32(slot), facts: facts)
            })
        var slots = SlotSet()
        slots.insert(lengths.indices.map { UInt32($0) })
        return store.byteTotal(of: slots)
    }

    @Test func ordinaryLengthsAreAdded() {
        #expect(Self.total([3, 4, 0]) == 7)
        #expect(Self.total([3, nil]) == nil)
    }

    /// Sparse files of 6 EiB each, as tmpfs, XFS and btrfs have them.
    @Test func lengthsThatAreTooMuchTogetherAreAsMuchAsThereIs() {
        #expect(Self.total([6 << 60, 6 << 60, 6 << 60]) == .max)
        #expect(Self.total([.max, .max]) == .max && Self.total([.max, 1, nil]) == nil)
    }
}
