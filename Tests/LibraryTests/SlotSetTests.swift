import Photos
import Testing

@testable import Library

/// Sets of slots against the standard library's.
struct SlotSetTests {
    private func set(_ members: Set<UInt32>) -> SlotSet {
        var set = SlotSet()
        set.insert(members)
        return set
    }

    private func members(_ set: SlotSet) -> [UInt32] {
        var members: [UInt32] = []
        set.forEach { members.append($0) }
        return members
    }

    @Test func operationsAreThoseOfSetsAndEqualSetsAreEqual() {
        var random = SplitMix(seed: 3)
        for _ in 0..<300 {
            let highest = 1 + random.next() % 400
            func some() -> Set<UInt32> { Set((0..<random.next() % 80).map { _ in UInt32(random.next() % highest) }) }
            let one = some(), other = some()
            for (result, expected): ((inout SlotSet) -> Void, Set<UInt32>) in [
                ({ $0.formUnion(self.set(other)) }, one.union(other)),
                ({ $0.subtract(self.set(other)) }, one.subtracting(other)),
                ({ $0.formSymmetricDifference(self.set(other)) }, one.symmetricDifference(other)),
                ({ $0.remove(Array(other)) }, one.subtracting(other)),
            ] {
                var changed = set(one)
                result(&changed)
                #expect(members(changed) == expected.sorted())
                #expect(changed == set(expected) && changed.count == expected.count)
                #expect((0..<420).allSatisfy { slot in changed.rank(slot) == expected.filter { $0 < slot }.count })
            }
        }
    }

    @Test func anArrangementKnowsItsSlotsAsASet() {
        let listed = Arrangement(listing: 200, without: set([3, 70, 199]))
        let sorted = Arrangement([4, 0, 2], slots: 5)
        #expect(listed.slotSet == set(Set(0..<200).subtracting([3, 70, 199])))
        #expect(sorted.slotSet == set([0, 2, 4]))
        #expect(listed.shown(of: set([3, 4, 198, 199])) == set([4, 198]))
        #expect(sorted.shown(of: set([0, 1, 4])) == set([0, 4]))
        #expect(Array(sorted.slots(at: 1..<3)) == [0, 2])
        #expect(Array(listed.slots(at: 2..<5)) == [2, 4, 5])
        #expect(Array(Arrangement(listing: 9, without: SlotSet()).slots(at: 2..<5)) == [2, 3, 4])
    }
}
