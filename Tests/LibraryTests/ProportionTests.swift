import Photos
import Testing

@testable import Library

/// What a collection knows of the shapes of its photos.
struct ProportionTests {
    /// Photos of which every third is listed with a size of 16:9.
    private func snapshot(_ count: Int) -> CollectionSnapshot {
        var store = PhotoStore()
        store.append(
            PackedPage(
                (0..<count).map { number in
                    Photo(
                        id: PhotoID("p\(number)"), title: "",
                        size: number % 3 == 0 ? PixelSize(width: 1600, height: 900) : nil)
                }))
        return CollectionSnapshot(
            PhotoRef.Collection.next(), store: store, arrangement: Arrangement(listing: count, without: SlotSet()))
    }

    private func learning(_ sizes: [UInt32: PixelSize?], _ snapshot: CollectionSnapshot) -> CollectionSnapshot {
        var store = snapshot.store
        store.columns.learn(
            sizes.sorted { $0.key < $1.key }.map { slot, size in
                var facts = PhotoFacts()
                facts.pixelSize = size
                return (slot: slot, facts: facts)
            })
        return CollectionSnapshot(snapshot.collection, store: store, arrangement: snapshot.arrangement)
    }

    @Test func theListingTellsUntilTheFileDoes() {
        let listed = snapshot(3_000)
        #expect(listed.proportion(at: 0) == Float(1600) / 900 && listed.proportion(at: 1) == nil)
        let learned = learning([0: PixelSize(width: 300, height: 400), 1: PixelSize(square: 5), 2_999: nil], listed)
        #expect(learned.proportion(at: 0) == 0.75 && learned.proportion(at: 1) == 1)
        #expect(learned.proportion(at: 3) == Float(1600) / 900 && learned.proportion(at: 2_999) == nil)
        // A file that cannot be read leaves what was listed.
        #expect(learning([0: nil], learned).proportion(at: 0) == Float(1600) / 900)
    }

    @Test func allTogetherAreThoseOfEach() {
        let learned = learning([5: PixelSize(width: 9, height: 3), 1_500: PixelSize(square: 1)], snapshot(2_100))
        var hidden = SlotSet()
        hidden.insert([0, 1, 1_400])
        let sorted = ContiguousArray((0..<UInt32(2_100)).reversed().filter { $0 % 2 == 0 })
        for arrangement in [
            learned.arrangement, Arrangement(listing: 2_100, without: hidden), Arrangement(sorted, slots: 2_100),
        ] {
            let snapshot = CollectionSnapshot(learned.collection, store: learned.store, arrangement: arrangement)
            #expect(Array(snapshot.proportions()) == (0..<snapshot.count).map { snapshot.proportion(at: $0) ?? 0 })
        }
    }

    @Test func onlyOtherSizesCountAsAChange() {
        let listed = snapshot(10)
        let learned = learning([1: PixelSize(square: 5)], listed)
        #expect(learned.proportionChanges != listed.proportionChanges)
        #expect(learning([1: PixelSize(square: 5), 2: nil], learned).proportionChanges == learned.proportionChanges)
        #expect(learning([1: nil], learned).proportionChanges != learned.proportionChanges)
    }

    @Test func photosWithoutListedSizesTakeNoMemoryForThem() {
        var store = PhotoStore()
        store.append(PackedPage((0..<5_000).map { Photo(id: PhotoID("p\($0)"), title: "") }))
        #expect(store.columns.byteTotal == 0)
    }
}
