// What a rubber band does to the selection under it.
import Library

/// A rubber band that is held. What it leaves is again as it was before.
struct SelectionBand: Sendable {
    /// What was selected when the band began.
    private(set) var before: SlotSet
    /// What is selected where the band does not cover: as before, or nothing that is shown.
    private var outside: SlotSet
    private let toggles: Bool
    private(set) var selected: SlotSet
    /// The photos that the band covers, by position and by slot.
    private var positions: [Range<Int>] = []
    private var covered = SlotSet()
    /// Whether the positions are those of the present arrangement.
    private var arePositionsValid = true

    init(over slots: SlotSet, _ keys: SelectionKeys, in snapshot: CollectionSnapshot) {
        before = slots
        outside = slots
        toggles = keys.contains(.toggle)
        if keys.isEmpty { outside.subtract(snapshot.arrangement.slotSet) }
        selected = outside
    }

    /// Follows a change of the collection: positions mean something else now, photos do not.
    mutating func take(without gone: SlotSet) {
        before.subtract(gone)
        outside.subtract(gone)
        selected.subtract(gone)
        covered.subtract(gone)
        arePositionsValid = false
    }

    /// Covers the photos at these positions and no others. Takes time in proportion to the ranges and to the photos
    /// that come or go.
    mutating func cover(_ next: [Range<Int>], in snapshot: CollectionSnapshot) {
        let next = next.map { $0.clamped(to: 0..<snapshot.count) }.filter { !$0.isEmpty }
        if arePositionsValid {
            covered.remove(Self.slots(of: Self.difference(positions, without: next), in: snapshot))
            covered.insert(Self.slots(of: Self.difference(next, without: positions), in: snapshot))
        } else {
            covered = SlotSet()
            covered.insert(Self.slots(of: next, in: snapshot))
        }
        (positions, arePositionsValid) = (next, true)
        selected = outside
        if toggles { selected.formSymmetricDifference(covered) } else { selected.formUnion(covered) }
    }

    private static func slots(of ranges: [Range<Int>], in snapshot: CollectionSnapshot) -> ContiguousArray<UInt32> {
        var slots: ContiguousArray<UInt32> = []
        slots.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
        for range in ranges { slots += snapshot.arrangement.slots(at: range) }
        return slots
    }

    /// The parts of ascending ranges that are in none of the ascending `others`.
    static func difference(_ ranges: [Range<Int>], without others: [Range<Int>]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var index = 0
        for range in ranges {
            var start = range.lowerBound
            while index < others.count, others[index].upperBound <= start { index += 1 }
            var next = index
            while next < others.count, others[next].lowerBound < range.upperBound {
                if start < others[next].lowerBound { parts.append(start..<others[next].lowerBound) }
                start = max(start, others[next].upperBound)
                next += 1
            }
            if start < range.upperBound { parts.append(start..<range.upperBound) }
        }
        return parts
    }
}
