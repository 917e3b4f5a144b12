// The difference between two arrangements, as edits of a list.

/// One replacement in a list: `removed` items at `position` go and `added` others come. Edits are applied from the first to
/// the last; the position of each counts those before it.
public struct ListEdit: Hashable, Sendable {
    public let position: Int
    public let removed: Int
    public let added: Int

    public init(at position: Int, removed: Int, added: Int) {
        (self.position, self.removed, self.added) = (position, removed, added)
    }

    /// Edits in one change, at most. Each costs the grid's list a signal and a walk through a tree; beyond some dozens it is
    /// cheaper to replace what lies between two edits than to keep it.
    static let most = 64

    /// The edits that lead from `old` to `new`: as few photos as possible go and come, a photo that has moved among them,
    /// in at most `most` edits. Takes time in proportion to n log n where the order has changed.
    static func edits(from old: Arrangement, to new: Arrangement, most: Int = most) -> [ListEdit] {
        if old.isListed(before: new) {
            return old.count == new.count ? [] : [ListEdit(at: old.count, removed: 0, added: new.count - old.count)]
        }
        let before = old.slots
        // The new positions of the photos that stay, in the old order: those of a longest ascending run keep their places.
        var positions: ContiguousArray<UInt32> = []
        var places: ContiguousArray<Int> = []
        for (place, slot) in before.enumerated() {
            guard let position = new.position(of: slot) else { continue }
            positions.append(UInt32(position))
            places.append(place)
        }
        var edits: [ListEdit] = []
        var (oldEnd, newEnd) = (0, 0)
        for kept in longestAscent(positions) {
            let place = places[kept], position = Int(positions[kept])
            if place > oldEnd || position > newEnd {
                edits.append(ListEdit(at: newEnd, removed: place - oldEnd, added: position - newEnd))
            }
            (oldEnd, newEnd) = (place + 1, position + 1)
        }
        if before.count > oldEnd || new.count > newEnd {
            edits.append(ListEdit(at: newEnd, removed: before.count - oldEnd, added: new.count - newEnd))
        }
        return joined(edits, most: most)
    }

    /// Joins neighbouring edits over gaps that grow until there are few enough.
    private static func joined(_ edits: [ListEdit], most: Int) -> [ListEdit] {
        var edits = edits
        var gap = 1
        while edits.count > most {
            var fewer: [ListEdit] = []
            for edit in edits {
                if let last = fewer.last, edit.position - (last.position + last.added) <= gap {
                    let between = edit.position - (last.position + last.added)
                    fewer[fewer.count - 1] = ListEdit(
                        at: last.position, removed: last.removed + between + edit.removed,
                        added: last.added + between + edit.added)
                } else {
                    fewer.append(edit)
                }
            }
            edits = fewer
            gap *= 2
        }
        return edits
    }

    /// The indices of a longest ascending subsequence (Fredman 1975, by patience sorting).
    private static func longestAscent(_ numbers: ContiguousArray<UInt32>) -> [Int] {
        // The index of the smallest number that ends a run of each length, and what comes before each number in its run.
        var ends: [Int] = []
        var previous = ContiguousArray(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var low = 0, high = ends.count
            if let last = ends.last, numbers[last] < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var ascent: [Int] = []
        ascent.reserveCapacity(ends.count)
        var index = ends.last ?? -1
        while index >= 0 {
            ascent.append(index)
            index = previous[index]
        }
        return ascent.reversed()
    }
}
