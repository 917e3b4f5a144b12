import Photos
import Testing

@testable import Library

/// Orders of slots, and the edits that lead from one to the next.
struct ArrangementTests {
    /// The list that an edit makes of `old` when `new` says what is added.
    private func applied(_ edit: ListEdit?, to old: [UInt32], _ new: [UInt32]) -> [UInt32] {
        guard let edit else { return old }
        var list = old
        list.replaceSubrange(
            edit.position..<edit.position + edit.removed, with: new[edit.position..<edit.position + edit.added])
        return list
    }

    private func arranged(_ store: PhotoStore, by query: Query) -> Arrangement {
        var arranger = Arranger(
            ArrangingRules(collation: LowercaseCollation(), clock: UTCClock(), words: EnglishSearchWords()))
        return arranger.arrangement(of: store, by: query) { false } ?? Arrangement()
    }

    private func removing(_ slots: [UInt32]) -> SlotSet {
        var set = SlotSet()
        set.insert(slots)
        return set
    }

    @Test func listingOrderLeavesOutTombstones() {
        let gone: [UInt32] = [0, 5, 63, 64, 65, 190, 199]
        let arrangement = Arrangement(listing: 200, without: removing(gone))
        let left = (0..<UInt32(200)).filter { !gone.contains($0) }
        #expect(arrangement.count == left.count)
        #expect((0..<left.count).map { arrangement.slot(at: $0) } == left)
        #expect(left.indices.allSatisfy { arrangement.position(of: left[$0]) == $0 })
        #expect(gone.allSatisfy { arrangement.position(of: $0) == nil })
        #expect(arrangement.position(of: 200) == nil)
    }

    @Test func allOfABlockMayBeGone() {
        let arrangement = Arrangement(listing: 200, without: removing(Array(0..<128)))
        #expect(arrangement.slot(at: 0) == 128)
        #expect(arrangement.slot(at: 71) == 199)
        #expect(arrangement.position(of: 128) == 0)
    }

    @Test func aSortedOrderIsFoundBothWays() {
        let arrangement = Arrangement([4, 0, 2], slots: 5)
        #expect((0..<3).map { arrangement.slot(at: $0) } == [4, 0, 2])
        #expect((0..<5).map { arrangement.position(of: $0) } == [1, nil, 2, nil, 0])
    }

    @Test func aListThatGrowsIsAnEditWithoutAComparison() {
        let before = Arrangement(listing: 1_000_000, without: SlotSet())
        let after = Arrangement(listing: 1_004_096, without: SlotSet())
        #expect(ListEdit(from: before, to: after) == ListEdit(at: 1_000_000, removed: 0, added: 4_096))
        #expect(ListEdit(from: after, to: after) == nil)
    }

    @Test func aPhotoThatGoesIsAnEditOfOnePhoto() {
        let before = Arrangement(listing: 100, without: SlotSet())
        let after = Arrangement(listing: 100, without: removing([40]))
        #expect(ListEdit(from: before, to: after) == ListEdit(at: 40, removed: 1, added: 0))
    }

    @Test func theEditOfAPhotoThatMovesEndsWithItsNewPosition() {
        let before = Arrangement([0, 1, 2, 3, 4], slots: 5)
        let after = Arrangement([0, 2, 3, 1, 4], slots: 5)
        #expect(ListEdit(from: before, to: after) == ListEdit(at: 1, removed: 3, added: 3))
    }

    @Test func equalPhotosAtBothEndsAreCountedOnce() {
        let before = Arrangement([0, 1, 2], slots: 4)
        #expect(ListEdit(from: before, to: before) == nil)
        #expect(
            ListEdit(from: before, to: Arrangement([0, 1, 3, 2], slots: 4)) == ListEdit(at: 2, removed: 0, added: 1))
    }

    @Test(arguments: 0..<200)
    func anEditLeadsFromAnyOrderToAnyOther(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let slots = (0..<UInt32(random.next() % 60)).map { $0 }
        let old = slots.filter { _ in random.next() % 4 > 0 }.shuffledPartly(&random)
        let new = slots.filter { _ in random.next() % 4 > 0 }.shuffledPartly(&random)
        let (before, after) = (
            Arrangement(ContiguousArray(old), slots: 60), Arrangement(ContiguousArray(new), slots: 60)
        )
        let edit = ListEdit(from: before, to: after)
        #expect(applied(edit, to: old, new) == new)
        #expect((edit == nil) == (old == new))
        if let edit, edit.removed > 0, edit.added > 0 {
            #expect(old[edit.position] != new[edit.position])
            #expect(old[edit.position + edit.removed - 1] != new[edit.position + edit.added - 1])
        }
    }

    @Test func namesAreSortedByTheirKeysAndOtherwiseAsListed() {
        var store = PhotoStore()
        let titles = ["b", "a", "c", "a", "B"]
        store.append(PackedPage(titles.enumerated().map { Photo(id: PhotoID("\($0)"), title: $1) }))
        store.remove([2])
        let order = arranged(store, by: Query(order: .name))
        #expect((0..<order.count).map { order.slot(at: $0) } == [1, 3, 0, 4])
        let other = arranged(store, by: Query(order: .name, isDescending: true))
        #expect((0..<other.count).map { other.slot(at: $0) } == [4, 0, 3, 1])
        let last = arranged(store, by: Query(isDescending: true))
        #expect((0..<last.count).map { last.slot(at: $0) } == [4, 3, 1, 0])
    }
}

/// Names in the order of their lower-case letters.
struct LowercaseCollation: NameCollation {
    func key(for name: String) -> ContiguousArray<UInt8> { ContiguousArray(name.lowercased().utf8) }
}

extension Array {
    /// The same elements with some of them moved.
    fileprivate func shuffledPartly(_ random: inout SplitMix) -> [Element] {
        var moved = self
        for _ in 0..<Int(random.next() % 6) where !moved.isEmpty {
            let element = moved.remove(at: Int(random.next() % UInt64(moved.count)))
            moved.insert(element, at: Int(random.next() % UInt64(moved.count + 1)))
        }
        return moved
    }
}
