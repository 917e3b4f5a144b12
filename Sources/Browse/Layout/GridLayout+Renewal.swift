// When a layout has to be made anew, and what of it stays.
public import Library

extension GridLayout {
    /// Returns whether a step of the collection asks for a new layout in the same room: photos have come, gone or
    /// moved, sections have changed, or proportions have become known that rows depend on. Compares a few numbers.
    public func isOutdated(by update: CollectionUpdate) -> Bool {
        let snapshot = update.snapshot
        if snapshot.count != count || snapshot.arrangement.sections != sections { return true }
        guard room.kind == .justified else { return false }
        return update.edit != nil || snapshot.proportionChanges != proportionChanges
    }

    /// Returns the photos of visible rows by their positions in another snapshot, row by row. Rows of which photos are
    /// no longer beside each other are left out.
    func kept(_ visible: Range<Int>, in next: CollectionSnapshot, _ room: Room) -> [Range<Int>] {
        guard room == self.room, let rows = rows as? JustifiedRows, let before = rows.proportions.snapshot,
            !visible.isEmpty, visible.lowerBound >= 0, visible.upperBound <= count
        else { return [] }
        var kept: [Range<Int>] = []
        for number in rows.number(of: visible.lowerBound)...rows.number(of: visible.upperBound - 1) {
            let row = rows.row(number).indices
            guard let first = next.position(of: before.ref(at: row.lowerBound)) else { continue }
            let isTogether = row.allSatisfy { index in
                next.position(of: before.ref(at: index)) == first + index - row.lowerBound
            }
            if isTogether, first >= kept.last?.upperBound ?? 0 { kept.append(first..<first + row.count) }
        }
        return kept
    }
}
