// The order in which images are evicted from the memory cache.

/// A segmented LRU of three segments, each in the order of last use. A new image is on probation (`passing`). It moves
/// up to the protected segment (`stopped`) when the user stops at it, and to the frequent segment (`returned`) when the
/// user comes back to it and stops again. Probation is emptied first. The upper two segments may hold a quarter of the
/// limit each; what exceeds that is demoted, oldest first. Images on the screen are held and never evicted; those
/// planned for it are evicted when nothing else is left.
///
/// Why not plain LRU: one long fling would flush what was looked at before it, because everything that passes the
/// screen counts as used. Here a fling goes through probation only. Why not S3-FIFO, SIEVE or W-TinyLFU: they
/// distinguish entries by look-ups, and a grid looks up what flies past as often as what is looked at; the difference
/// is the stop. `tessera-lab bench loader` compares all of them on recorded scrolling. Plain LRU is as good where the
/// user does not come back, as in a sweep, and where the budget is smaller than what is planned.
///
/// Every operation takes constant time per image.
struct EvictionOrder {
    /// The segments, in the order in which they protect an image from eviction.
    enum Shelf: Int, Comparable, Sendable {
        /// Probation: it passed the screen, or was planned once.
        case passing
        /// Protected: the user has stopped at it.
        case stopped
        /// Frequent: the user has come back to it.
        case returned

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    fileprivate enum Place { case shelf, planned, held }

    /// The state of one image. Holds no reference-counted value, since it is read several times in every look-up.
    fileprivate struct Item: Sendable {
        /// Index of the key in `names`.
        let name: Int
        let cost: Int
        var shelf: Shelf
        var place: Place
        /// Number of the last plan that included it.
        var plan: Int
    }
    private typealias Slab = LinkedSlab<Item>
    /// The identity of an image in the order, valid until it is removed.
    struct Slot: Sendable {
        fileprivate let slot: LinkedSlab<Item>.Slot
    }

    /// The divisor of the limit that gives the size of each upper segment. Other values come close: on the recorded
    /// fling, a third for the protected segment hits more at 16 MB and loads slightly more again at 32 MB; a seventh
    /// hits less at 32 MB.
    private static let share = 4

    /// The budget of all images, in bytes; the shares of the upper segments follow it.
    var limit: Int { didSet { settle() } }
    private var slab = Slab()
    private var names: [ImageKey?] = []
    private var freeNames: [Int] = []
    private var shelves = [Slab.List](repeating: Slab.List(), count: 3)
    private var bytes = [0, 0, 0]
    private var planned = Slab.List()
    private var plan = 0

    init(limit: Int) { self.limit = limit }

    /// Adds an image as the most recently used one.
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

    /// Marks the image as used.
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

    /// Replaces the plan. Counts as a use of each planned image.
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

    /// Keeps an image that is on the screen from eviction until `letGo`.
    mutating func hold(_ slot: Slot) { take(slot.slot) }

    /// Makes an image that has left the screen evictable again; counts as a use.
    mutating func letGo(_ slot: Slot) {
        put(slot.slot)
        settle()
    }

    /// Moves a held image to a higher segment; never to a lower one.
    mutating func raise(_ slot: Slot, to shelf: Shelf) { slab[slot.slot].shelf = max(shelf, slab[slot.slot].shelf) }

    /// The image to evict next; nil when all are held.
    var next: ImageKey? {
        let slot = shelves[0].first ?? shelves[1].first ?? shelves[2].first ?? planned.first
        return slot.flatMap { names[slab[$0].name] }
    }

    /// Adds an image that is in no list to the list where it belongs.
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

    /// Removes the image from its list.
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

    /// Demotes what exceeds the shares of the upper segments.
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
