// The order in which images are evicted from the memory cache, and the memory of the user's stops, which it depends on.

/// Three segments of pictures, each in the order of their last use. A picture that arrives is on probation; it is
/// promoted when the user stops at it, and again when the user comes back and stops again. The lowest segment is
/// emptied first. The upper two may hold a quarter of the limit each; what exceeds that is demoted, oldest first.
/// Pictures on the screen are held and never leave; those planned for it leave when nothing else is left, the least
/// urgent first.
///
/// Why not plain recency: one long fling would flush what was read before it, because whatever passes the screen counts
/// as used. Here a fling goes through the lowest segment only. Why not S3-FIFO, SIEVE or W-TinyLFU: they tell pictures
/// apart by look-ups, and a grid looks up what flies past as often as what is read; what tells them apart is the stop.
/// `tessera-lab bench loader` holds all of them against recorded scrolling. Plain recency is as good where no picture
/// is shown twice, as in a sweep, and where the budget is less than what is planned.
///
/// Every operation takes constant time per image.
struct EvictionOrder {
    /// How a picture has earned to stay.
    enum Segment: Int, Comparable, Sendable {
        /// It passed by, or was planned once.
        case probation
        /// The user has stopped at it.
        case protected
        /// The user has come back to it.
        case frequent

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    fileprivate enum List { case segment, planned, held }

    /// The state of one image. Holds no reference-counted value, since it is read several times in every look-up.
    fileprivate struct Item: Sendable {
        /// Index of the key in `names`.
        let name: Int
        let cost: Int
        var segment: Segment
        var list: List
        /// Number of the last plan that included it.
        var plan: Int
    }
    private typealias Slab = LinkedSlab<Item>
    /// The identity of an image in the order, valid until it is removed.
    struct Slot: Sendable {
        fileprivate let slot: LinkedSlab<Item>.Slot
    }

    /// Each upper segment may have one part in four of the limit: a choice between close ones. On the recorded fling a
    /// third for stops finds more at 16 MB and loads a little more again at 32 MB; a seventh finds less at 32 MB.
    private static let share = 4

    /// Bytes that all pictures may have; the shares of the upper segments follow it.
    var limit: Int { didSet { demote() } }
    private var slab = Slab()
    private var names: [ImageKey?] = []
    private var freeNames: [Int] = []
    private var segments = [Slab.List](repeating: Slab.List(), count: 3)
    private var bytes = [0, 0, 0]
    private var planned = Slab.List()
    private var plan = 0

    init(limit: Int) { self.limit = limit }

    /// Adds a picture as the one used last.
    mutating func insert(_ key: ImageKey, cost: Int, on segment: Segment, isHeld: Bool, isPlanned: Bool) -> Slot {
        let name = freeNames.popLast() ?? names.count
        if name < names.count { names[name] = key } else { names.append(key) }
        let slot = slab.allocate(
            Item(name: name, cost: cost, segment: segment, list: .held, plan: isPlanned ? plan : plan - 1))
        if !isHeld { put(slot) }
        demote()
        return Slot(slot: slot)
    }

    mutating func remove(_ slot: Slot) {
        take(slot.slot)
        let item = slab.release(slot.slot)
        names[item.name] = nil
        freeNames.append(item.name)
    }

    func segment(of slot: Slot) -> Segment { slab[slot.slot].segment }

    /// Marks the image as used.
    mutating func use(_ slot: Slot) {
        let slot = slot.slot
        switch slab[slot].list {
        case .segment:
            let segment = slab[slot].segment.rawValue
            guard segments[segment].last != slot else { return }
            slab.unlink(slot, from: &segments[segment])
            slab.append(slot, to: &segments[segment])
        case .planned:
            slab.unlink(slot, from: &planned)
            slab.append(slot, to: &planned)
        case .held: break
        }
    }

    /// Replaces the plan. Counts as a use of each planned image.
    /// - Parameter slots: most urgent first; should planned images have to leave, the last one does first.
    mutating func plan(_ slots: [Slot]) {
        plan += 1
        while let slot = planned.first {
            take(slot)
            put(slot)
        }
        for slot in slots.reversed().lazy.map(\.slot) {
            slab[slot].plan = plan
            guard slab[slot].list != .held else { continue }
            take(slot)
            put(slot)
        }
        demote()
    }

    /// Keeps an image that is on the screen from eviction until `letGo`.
    mutating func hold(_ slot: Slot) { take(slot.slot) }

    /// Makes an image that has left the screen evictable again; counts as a use.
    mutating func letGo(_ slot: Slot) {
        put(slot.slot)
        demote()
    }

    /// Moves a held picture up; never down.
    mutating func raise(_ slot: Slot, to segment: Segment) {
        slab[slot.slot].segment = max(segment, slab[slot.slot].segment)
    }

    /// The image to evict next; nil when all are held.
    var next: ImageKey? {
        let slot = segments[0].first ?? segments[1].first ?? segments[2].first ?? planned.first
        return slot.flatMap { names[slab[$0].name] }
    }

    /// Adds an image that is in no list to the list where it belongs.
    private mutating func put(_ slot: Slab.Slot) {
        if slab[slot].plan == plan {
            slab[slot].list = .planned
            slab.append(slot, to: &planned)
        } else {
            slab[slot].list = .segment
            slab.append(slot, to: &segments[slab[slot].segment.rawValue])
            bytes[slab[slot].segment.rawValue] += slab[slot].cost
        }
    }

    /// Removes the image from its list.
    private mutating func take(_ slot: Slab.Slot) {
        switch slab[slot].list {
        case .segment:
            slab.unlink(slot, from: &segments[slab[slot].segment.rawValue])
            bytes[slab[slot].segment.rawValue] -= slab[slot].cost
        case .planned: slab.unlink(slot, from: &planned)
        case .held: break
        }
        slab[slot].list = .held
    }

    /// Demotes what exceeds the shares of the upper segments.
    private mutating func demote() {
        for segment in [Segment.frequent, .protected] {
            while bytes[segment.rawValue] > limit / Self.share, let first = segments[segment.rawValue].first {
                take(first)
                slab[first].segment = Segment(rawValue: segment.rawValue - 1) ?? .probation
                put(first)
            }
        }
    }
}

/// A bounded memory of the images at which the user has stopped; the oldest is forgotten first.
struct StopMemory {
    /// Twenty screens of two dozen tiles.
    static let capacity = 512

    private var slab = LinkedSlab<ImageKey>()
    private var order = LinkedSlab<ImageKey>.List()
    private var slots: [ImageKey: LinkedSlab<ImageKey>.Slot] = [:]

    /// Records that the user has stopped at an image.
    /// - Returns: whether the user had stopped at it before.
    mutating func note(_ key: ImageKey) -> Bool {
        if let slot = slots[key] {
            slab.unlink(slot, from: &order)
            slab.append(slot, to: &order)
            return true
        }
        if order.count == Self.capacity, let oldest = order.first {
            slab.unlink(oldest, from: &order)
            slots[slab.release(oldest)] = nil
        }
        let slot = slab.allocate(key)
        slab.append(slot, to: &order)
        slots[key] = slot
        return false
    }
}
