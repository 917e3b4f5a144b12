// An order of a collection's photos.

/// An immutable order of slots, made off the main thread. In listing order it holds nothing but the tombstones; any other
/// order takes eight bytes for each slot.
public struct Arrangement: Sendable {
    private enum Order: Sendable {
        case listing(slots: Int, without: SlotSet)
        /// Slots by position, and positions by slot.
        case sorted(ContiguousArray<UInt32>, positions: ContiguousArray<UInt32>)
    }

    /// The position of a slot that is not part of the order.
    private static let nowhere = UInt32.max

    private let order: Order
    /// The groups in the order, none where it is not grouped; together they hold all of its photos.
    public private(set) var sections: [ArrangedSection] = []

    /// No photos.
    public init() { order = .listing(slots: 0, without: SlotSet()) }

    /// The first `slots` slots in their own order, those in `tombstones` left out.
    init(listing slots: Int, without tombstones: SlotSet) { order = .listing(slots: slots, without: tombstones) }

    /// Some of the first `slots` slots in the given order, each once.
    init(_ sorted: ContiguousArray<UInt32>, slots: Int) {
        var positions = ContiguousArray(repeating: Self.nowhere, count: slots)
        for (position, slot) in sorted.enumerated() { positions[Int(slot)] = UInt32(position) }
        order = .sorted(sorted, positions: positions)
    }

    /// Photos in the order.
    public var count: Int {
        switch order {
        case .listing(let slots, let tombstones): slots - tombstones.count
        case .sorted(let sorted, _): sorted.count
        }
    }

    /// The slot at `position`, which has to be less than `count`.
    public func slot(at position: Int) -> UInt32 {
        switch order {
        case .listing(_, let tombstones): tombstones.isEmpty ? UInt32(position) : tombstones.slot(at: position)
        case .sorted(let sorted, _): sorted[position]
        }
    }

    /// The position of `slot`; nil when it is not part of the order.
    public func position(of slot: UInt32) -> Int? {
        switch order {
        case .listing(let slots, let tombstones):
            guard slot < slots, !tombstones.contains(slot) else { return nil }
            return Int(slot) - tombstones.rank(slot)
        case .sorted(_, let positions):
            guard slot < positions.count, positions[Int(slot)] != Self.nowhere else { return nil }
            return Int(positions[Int(slot)])
        }
    }

    /// The section that `position` is part of; nil where there are none.
    func section(at position: Int) -> ArrangedSection? {
        var low = 0, high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? sections[low - 1] : nil
    }

    /// The slots in order.
    var slots: ContiguousArray<UInt32> {
        switch order {
        case .sorted(let sorted, _): sorted
        case .listing(let slots, let tombstones):
            ContiguousArray((0..<UInt32(slots)).lazy.filter { !tombstones.contains($0) })
        }
    }

    /// Whether `next` is this order with other slots behind it; then nothing has to be compared.
    func isListed(before next: Arrangement) -> Bool {
        guard case .listing(let slots, let tombstones) = order, case .listing(let more, let others) = next.order else {
            return false
        }
        return slots <= more && tombstones == others
    }
}
