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

    /// Returns the visible rows by the positions of their photos in another snapshot. Rows of which photos are no
    /// longer beside each other are left out.
    func kept(
        _ visible: Range<Int>, in next: CollectionSnapshot, _ room: Room, around anchor: Int?
    ) -> [RowBreaks.KeptRow] {
        guard room == self.room, let rows = (rows as? PlacedRows<JustifiedRows>)?.rows,
            let before = rows.proportions.snapshot,
            !visible.isEmpty, visible.lowerBound >= 0, visible.upperBound <= count
        else { return [] }
        var kept: [RowBreaks.KeptRow] = []
        for number in rows.number(of: visible.lowerBound)...rows.number(of: visible.upperBound - 1) {
            let row = rows.row(number).indices
            guard let first = next.position(of: before.ref(at: row.lowerBound)),
                first >= kept.last?.photos.upperBound ?? 0
            else { continue }
            let isTogether = row.allSatisfy { index in
                next.position(of: before.ref(at: index)) == first + index - row.lowerBound
            }
            guard isTogether else { continue }
            let photos = first..<first + row.count
            kept.append(RowBreaks.KeptRow(photos, holdsAnchor: anchor.map(photos.contains) == true))
        }
        return kept
    }
}
