// A set of slots as bits, with ranks.

/// A set of slots. An empty one takes no memory, any other an eighth of a byte and a sixteenth for each slot up to the
/// highest member.
public struct SlotSet: Hashable, Sendable {
    private var words: ContiguousArray<UInt64> = []
    /// Members in the words before each word.
    private var ranks: ContiguousArray<UInt32> = []
    public private(set) var count = 0

    /// An empty set.
    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// Bytes of the bits and ranks; tests and figures ask.
    var byteCount: Int { 8 * words.count + 4 * ranks.count }

    public func contains(_ slot: UInt32) -> Bool {
        let word = Int(slot / 64)
        return word < words.count && words[word] >> (slot % 64) & 1 == 1
    }

    /// The slots below `count` that are not among `slots`, which are in any order.
    init(allBelow count: Int, but slots: some Sequence<UInt32>) {
        words = ContiguousArray(repeating: .max, count: (count + 63) / 64)
        if count % 64 > 0 { words[count / 64] = 1 << UInt64(count % 64) - 1 }
        for slot in slots { words[Int(slot / 64)] &= ~(1 << (slot % 64)) }
        rankWords()
    }

    /// Adds slots, in any order, in time proportional to them and to a 64th of the highest member.
    /// - Returns: how many of them were not members.
    @discardableResult
    mutating func insert(_ slots: some Collection<UInt32>) -> Int {
        guard let highest = slots.max() else { return 0 }
        let before = count
        let needed = Int(highest / 64) + 1
        if words.count < needed { words += repeatElement(0, count: needed - words.count) }
        for slot in slots { words[Int(slot / 64)] |= 1 << (slot % 64) }
        rankWords()
        return count - before
    }

    /// Adds the members of another set.
    mutating func formUnion(_ other: SlotSet) {
        guard !other.isEmpty else { return }
        if words.count < other.words.count { words += repeatElement(0, count: other.words.count - words.count) }
        for (number, word) in other.words.enumerated() { words[number] |= word }
        rankWords()
    }

    private mutating func rankWords() {
        ranks.removeAll(keepingCapacity: true)
        ranks.reserveCapacity(words.count)
        count = 0
        for word in words {
            ranks.append(UInt32(count))
            count += word.nonzeroBitCount
        }
    }

    /// Calls `body` with the members in ascending order.
    func forEach(_ body: (UInt32) -> Void) {
        for (number, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(UInt32(64 * number + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// How many members are below `slot`.
    func rank(_ slot: UInt32) -> Int {
        let word = Int(slot / 64)
        guard word < words.count else { return count }
        return Int(ranks[word]) + (words[word] & (1 << (slot % 64) - 1)).nonzeroBitCount
    }

    /// The slot that `position` slots which are not members precede, itself no member.
    func slot(at position: Int) -> UInt32 {
        // The last word with at most `position` such slots before it.
        var low = 0, high = words.count
        while low < high {
            let middle = (low + high) / 2
            if 64 * middle - Int(ranks[middle]) <= position { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return UInt32(position) }
        let word = low - 1
        var rest = position - (64 * word - Int(ranks[word]))
        var absent = ~words[word]
        while absent != 0 {
            let bit = absent.trailingZeroBitCount
            if rest == 0 { return UInt32(64 * word + bit) }
            rest -= 1
            absent &= absent - 1
        }
        // Behind the last word nothing is a member.
        return UInt32(64 * (word + 1) + rest)
    }
}
