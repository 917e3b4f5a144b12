// The difference between two arrangements, as one replacement in a list.

/// One replacement in a list: `removed` items at `position` go and `added` others come.
///
/// There is one for each step of a collection, however many photos have come, gone and moved between its first and its
/// last. It says what has stayed where it was; GTK's own grid, with which Tessera's is compared, binds every cell
/// behind it again.
public struct ListEdit: Hashable, Sendable {
    public let position: Int
    public let removed: Int
    public let added: Int

    public init(at position: Int, removed: Int, added: Int) {
        (self.position, self.removed, self.added) = (position, removed, added)
    }

    /// The smallest edit that leads from `old` to `new`; nil where they are the same. Takes time in proportion to the
    /// number of photos, and none where photos have only been added behind the others.
    init?(from old: Arrangement, to new: Arrangement) {
        if old.isListed(before: new) {
            guard old.count < new.count else { return nil }
            self.init(at: old.count, removed: 0, added: new.count - old.count)
            return
        }
        let before = old.slots, after = new.slots
        let shorter = min(before.count, after.count)
        let start = zip(before, after).prefix { $0 == $1 }.count
        var end = 0
        while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
        guard start + end < max(before.count, after.count) else { return nil }
        self.init(at: start, removed: before.count - end - start, added: after.count - end - start)
    }
}
