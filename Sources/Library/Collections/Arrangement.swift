// An order of a collection's photos.

/// An immutable order of slots, made off the main thread. In listing order it holds nothing but the slots that are left
/// out; any other order takes four bytes for each photo in it and four for each slot.
public struct Arrangement: Sendable {
    private enum Order: Sendable {
        case listing(slots: Int, without: SlotSet)
        /// The slots in order, and by slot its position, or `absent`.
        case sorted(ContiguousArray<UInt32>, positions: ContiguousArray<UInt32>)
    }

    /// The position of a slot that is not part of the order: no slot is that high.
    private static let absent = UInt32.max

    private let order: Order
    /// The groups in the order, none where it is not grouped; together they hold all of its photos.
    public private(set) var sections: [ArrangedSection] = []
    /// What was searched for in place of words that no photo matches.
    public internal(set) var correction: SearchCorrection?

    /// No photos.
    public init() { order = .listing(slots: 0, without: SlotSet()) }

    /// The first `slots` slots in their own order, those in `hidden` left out.
    init(listing slots: Int, without hidden: SlotSet) { order = .listing(slots: slots, without: hidden) }

    /// Some of the first `slots` slots in the given order, each once.
    init(_ sorted: ContiguousArray<UInt32>, slots: Int, sections: [ArrangedSection] = []) {
        var positions = ContiguousArray(repeating: Self.absent, count: slots)
        for (position, slot) in sorted.enumerated() { positions[Int(slot)] = UInt32(position) }
        order = .sorted(sorted, positions: positions)
        self.sections = sections
    }

    /// Photos in the order.
    public var count: Int {
        switch order {
        case .listing(let slots, let hidden): slots - hidden.count
        case .sorted(let sorted, _): sorted.count
        }
    }

    /// The slot at `position`, which has to be less than `count`.
    public func slot(at position: Int) -> UInt32 {
        switch order {
        case .listing(_, let hidden): hidden.isEmpty ? UInt32(position) : hidden.slot(at: position)
        case .sorted(let sorted, _): sorted[position]
        }
    }

    /// The position of `slot`; nil when it is not part of the order.
    public func position(of slot: UInt32) -> Int? {
        switch order {
        case .listing(let slots, let hidden):
            guard slot < slots, !hidden.contains(slot) else { return nil }
            return Int(slot) - hidden.rank(slot)
        case .sorted(_, let positions):
            guard slot < positions.count, positions[Int(slot)] != Self.absent else { return nil }
            return Int(positions[Int(slot)])
        }
    }

    /// The section that `position` is part of; nil if there are none.
    func section(at position: Int) -> ArrangedSection? {
        var low = 0, high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? sections[low - 1] : nil
    }

    /// Calls `body` with the slots in order.
    func forEachSlot(_ body: (UInt32) -> Void) {
        switch order {
        case .sorted(let sorted, _): sorted.forEach(body)
        case .listing(let slots, let hidden):
            for slot in 0..<UInt32(slots) where hidden.isEmpty || !hidden.contains(slot) { body(slot) }
        }
    }

    /// The slots in order.
    var slots: ContiguousArray<UInt32> {
        switch order {
        case .sorted(let sorted, _): sorted
        case .listing(let slots, let hidden):
            ContiguousArray((0..<UInt32(slots)).lazy.filter { !hidden.contains($0) })
        }
    }

    /// The slots at `positions`, which have to be less than `count`.
    public func slots(at positions: Range<Int>) -> ContiguousArray<UInt32> {
        switch order {
        case .sorted(let sorted, _): ContiguousArray(sorted[positions])
        case .listing(_, let hidden) where hidden.isEmpty:
            ContiguousArray(UInt32(positions.lowerBound)..<UInt32(positions.upperBound))
        case .listing: ContiguousArray(positions.lazy.map(slot(at:)))
        }
    }

    /// All slots of the order as a set.
    public var slotSet: SlotSet {
        switch order {
        case .listing(let slots, let hidden):
            var set = SlotSet(below: slots)
            set.subtract(hidden)
            return set
        case .sorted(let sorted, _):
            var set = SlotSet()
            set.insert(sorted)
            return set
        }
    }

    /// Those of `slots` that are part of the order.
    public func shown(of slots: SlotSet) -> SlotSet {
        var shown = slots
        switch order {
        case .listing(_, let hidden): shown.subtract(hidden)
        case .sorted:
            var absent: [UInt32] = []
            slots.forEach { if position(of: $0) == nil { absent.append($0) } }
            shown.remove(absent)
        }
        return shown
    }

    /// Bytes of the order and its positions, without the sections; tests and figures ask.
    var byteCount: Int {
        switch order {
        case .listing(_, let hidden): hidden.byteCount
        case .sorted(let sorted, let positions): 4 * (sorted.count + positions.count)
        }
    }

    /// Whether `next` is this order with other slots behind it; then nothing has to be compared.
    func isListed(before next: Arrangement) -> Bool {
        guard case .listing(let slots, let hidden) = order, case .listing(let more, let others) = next.order else {
            return false
        }
        return slots <= more && hidden == others
    }
}
