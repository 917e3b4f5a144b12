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

    /// All slots below `count`.
    public init(below count: Int) {
        words = ContiguousArray(repeating: .max, count: (count + 63) / 64)
        if count % 64 > 0 { words[count / 64] = 1 << UInt64(count % 64) - 1 }
        rankWords()
    }

    /// Adds slots, in any order, in time proportional to them and to a 64th of the highest member.
    /// - Returns: how many of them were not members.
    @discardableResult
    public mutating func insert(_ slots: some Collection<UInt32>) -> Int {
        guard let highest = slots.max() else { return 0 }
        let before = count
        let needed = Int(highest / 64) + 1
        if words.count < needed { words += repeatElement(0, count: needed - words.count) }
        for slot in slots { words[Int(slot / 64)] |= 1 << (slot % 64) }
        rankWords()
        return count - before
    }

    /// Takes slots out, in any order and whether they are members or not, in time proportional to them and to a 64th of
    /// the highest member.
    public mutating func remove(_ slots: some Collection<UInt32>) {
        guard !isEmpty else { return }
        for slot in slots where Int(slot / 64) < words.count { words[Int(slot / 64)] &= ~(1 << (slot % 64)) }
        rankWords()
    }

    // The three operations on two sets take time proportional to a 64th of the highest members.

    /// Adds the members of another set.
    public mutating func formUnion(_ other: SlotSet) {
        guard !other.isEmpty else { return }
        combine(other, upTo: max(words.count, other.words.count), |)
    }

    /// Takes out the members of another set.
    public mutating func subtract(_ other: SlotSet) {
        guard !other.isEmpty, !isEmpty else { return }
        combine(other, upTo: words.count) { $0 & ~$1 }
    }

    /// Keeps what is a member of one of the two sets alone.
    public mutating func formSymmetricDifference(_ other: SlotSet) {
        guard !other.isEmpty else { return }
        combine(other, upTo: max(words.count, other.words.count), ^)
    }

    /// Replaces the first `length` words, which are all that there are.
    private mutating func combine(_ other: SlotSet, upTo length: Int, _ operation: (UInt64, UInt64) -> UInt64) {
        if words.count < length { words += repeatElement(0, count: length - words.count) }
        for number in 0..<length { words[number] = operation(words[number], other.word(number)) }
        rankWords()
    }

    private func word(_ number: Int) -> UInt64 { number < words.count ? words[number] : 0 }

    /// Counts anew. Drops the words behind the highest member, so that equal sets have equal words.
    private mutating func rankWords() {
        while words.last == 0 { words.removeLast() }
        ranks.removeAll(keepingCapacity: true)
        ranks.reserveCapacity(words.count)
        count = 0
        for word in words {
            ranks.append(UInt32(count))
            count += word.nonzeroBitCount
        }
    }

    /// Calls `body` with the members in ascending order.
    public func forEach(_ body: (UInt32) -> Void) {
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
