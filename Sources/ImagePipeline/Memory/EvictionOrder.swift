// Who leaves the memory cache next: where eviction is decided.

/// Three shelves of pictures, each in the order of their last use. A picture that arrives lies on the lowest; it climbs
/// one when the user stops at it, and another when the user comes back and stops again. The lowest shelf is emptied
/// first. The upper two may hold a quarter of the limit each; what exceeds that comes down again, oldest first.
/// Pictures on the screen are held and never leave; those planned for it leave when nothing else is left.
///
/// Why not plain recency: one long fling would flush what was read before it, because whatever passes the screen counts
/// as used. Here a fling goes through the lowest shelf only. Why not S3-FIFO, SIEVE or W-TinyLFU: they tell pictures
/// apart by look-ups, and a grid looks up what flies past as often as what is read; what tells them apart is the stop.
/// `tessera-lab bench loader` holds all of them against recorded scrolling. Plain recency is as good where nobody comes
/// back, as in a sweep, and where the budget is less than what is planned.
///
/// Every operation takes constant time a picture.
struct EvictionOrder {
    /// How a picture has earned to stay.
    enum Shelf: Int, Comparable, Sendable {
        /// It passed by, or was planned once.
        case passing
        /// The user has stopped at it.
        case stopped
        /// The user has come back to it.
        case returned

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    fileprivate enum Place { case shelf, planned, held }

    /// Without anything that is counted by reference: an item is read several times in every look-up.
    fileprivate struct Item: Sendable {
        /// Index of the key.
        let name: Int
        let cost: Int
        var shelf: Shelf
        var place: Place
        /// The last plan that it was part of.
        var plan: Int
    }
    private typealias Slab = LinkedSlab<Item>
    /// Names a picture in the order, until it is removed.
    struct Slot: Sendable {
        fileprivate let slot: LinkedSlab<Item>.Slot
    }

    /// Each upper shelf may have one part in four of the limit: a choice between close ones. On the recorded fling a
    /// third for stops finds more at 16 MB and loads a little more again at 32 MB; a seventh finds less at 32 MB.
    private static let share = 4

    /// Bytes that all pictures may have; the upper shelves' shares follow it.
    var limit: Int { didSet { settle() } }
    private var slab = Slab()
    private var names: [ImageKey?] = []
    private var freeNames: [Int] = []
    private var shelves = [Slab.List](repeating: Slab.List(), count: 3)
    private var bytes = [0, 0, 0]
    private var planned = Slab.List()
    private var plan = 0

    init(limit: Int) { self.limit = limit }

    /// Adds a picture as the one used last.
    mutating func insert(_ key: ImageKey, cost: Int, on shelf: Shelf, isHeld: Bool, isPlanned: Bool) -> Slot {
        let name = freeNames.popLast() ?? names.count
        if name < names.count { names[name] = key } else { names.append(key) }
        let slot = slab.allocate(
            Item(name: name, cost: cost, shelf: shelf, place: .held, plan: isPlanned ? plan : plan - 1))
        if !isHeld { put(slot) }
        settle()
        return Slot(slot: slot)
    }

    mutating func remove(_ slot: Slot) {
        take(slot.slot)
        let item = slab.release(slot.slot)
        names[item.name] = nil
        freeNames.append(item.name)
    }

    func shelf(of slot: Slot) -> Shelf { slab[slot.slot].shelf }

    /// The picture was asked for.
    mutating func use(_ slot: Slot) {
        let slot = slot.slot
        switch slab[slot].place {
        case .shelf:
            let shelf = slab[slot].shelf.rawValue
            guard shelves[shelf].last != slot else { return }
            slab.unlink(slot, from: &shelves[shelf])
            slab.append(slot, to: &shelves[shelf])
        case .planned:
            slab.unlink(slot, from: &planned)
            slab.append(slot, to: &planned)
        case .held: break
        }
    }

    /// These are planned now, and what was planned before is so no more. For all of them a use.
    mutating func plan(_ slots: some Sequence<Slot>) {
        plan += 1
        while let slot = planned.first {
            take(slot)
            put(slot)
        }
        for slot in slots.lazy.map(\.slot) {
            slab[slot].plan = plan
            guard slab[slot].place != .held else { continue }
            take(slot)
            put(slot)
        }
        settle()
    }

    /// The picture is on the screen: it does not leave until it is let go.
    mutating func hold(_ slot: Slot) { take(slot.slot) }

    /// The picture has left the screen: a use.
    mutating func letGo(_ slot: Slot) {
        put(slot.slot)
        settle()
    }

    /// Moves a held picture up; never down.
    mutating func raise(_ slot: Slot, to shelf: Shelf) { slab[slot.slot].shelf = max(shelf, slab[slot.slot].shelf) }

    /// The picture that leaves next; nil when all are held.
    var next: ImageKey? {
        let slot = shelves[0].first ?? shelves[1].first ?? shelves[2].first ?? planned.first
        return slot.flatMap { names[slab[$0].name] }
    }

    /// Puts what is in no list where it belongs.
    private mutating func put(_ slot: Slab.Slot) {
        if slab[slot].plan == plan {
            slab[slot].place = .planned
            slab.append(slot, to: &planned)
        } else {
            slab[slot].place = .shelf
            slab.append(slot, to: &shelves[slab[slot].shelf.rawValue])
            bytes[slab[slot].shelf.rawValue] += slab[slot].cost
        }
    }

    /// Takes the picture out of the list that it is in.
    private mutating func take(_ slot: Slab.Slot) {
        switch slab[slot].place {
        case .shelf:
            slab.unlink(slot, from: &shelves[slab[slot].shelf.rawValue])
            bytes[slab[slot].shelf.rawValue] -= slab[slot].cost
        case .planned: slab.unlink(slot, from: &planned)
        case .held: break
        }
        slab[slot].place = .held
    }

    /// Takes down what the upper shelves have too much.
    private mutating func settle() {
        for shelf in [Shelf.returned, .stopped] {
            while bytes[shelf.rawValue] > limit / Self.share, let first = shelves[shelf.rawValue].first {
                take(first)
                slab[first].shelf = Shelf(rawValue: shelf.rawValue - 1) ?? .passing
                put(first)
            }
        }
    }
}
