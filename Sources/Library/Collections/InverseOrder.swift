// The positions of slots in an order, without an array of them.

/// The inverse of a permutation, to be used with it: less than a byte an element, and some memory reads for an answer.
///
/// An element's place is found by following its cycle to the element that leads back to it. Every eighth element of a
/// cycle has a pointer to the eighth before it, so that no cycle is followed further than that twice (J. I. Munro et
/// al., “Succinct representations of permutations and functions”, 2012).
struct InverseOrder: Sendable {
    /// Elements from one pointer to the next.
    private static let stride = 8

    /// The elements that have a pointer.
    private var marked = SlotSet()
    /// The pointers, in the order of the elements that have them.
    private var pointers: ContiguousArray<UInt32> = []

    /// - Parameter order: each number below its count, once.
    init(_ order: ContiguousArray<UInt32>) {
        var isSeen = ContiguousArray(repeating: UInt64(0), count: order.count / 64 + 1)
        var found: ContiguousArray<(element: UInt32, pointer: UInt32)> = []
        found.reserveCapacity(order.count / Self.stride)
        for start in order.indices where isSeen[start / 64] >> UInt64(start % 64) & 1 == 0 {
            var element = UInt32(start), steps = 0, last = element
            repeat {
                isSeen[Int(element) / 64] |= 1 << UInt64(element % 64)
                element = order[Int(element)]
                steps += 1
                if steps.isMultiple(of: Self.stride), element != start {
                    found.append((element, last))
                    last = element
                }
            } while element != start
            // Short cycles are followed as they are; the pointer of a long one's start closes it.
            if steps > Self.stride { found.append((UInt32(start), last)) }
        }
        marked.insert(found.map(\.element))
        pointers = ContiguousArray(repeating: 0, count: found.count)
        for (element, pointer) in found { pointers[marked.rank(element)] = pointer }
    }

    /// The place of `element` in `order`, which is the permutation that this is the inverse of.
    func place(of element: UInt32, in order: ContiguousArray<UInt32>) -> Int {
        var place = element, hasJumped = false
        while order[Int(place)] != element {
            if !hasJumped, marked.contains(place) {
                place = pointers[marked.rank(place)]
                hasJumped = true
            } else {
                place = order[Int(place)]
            }
        }
        return Int(place)
    }

    var byteCount: Int { marked.byteCount + 4 * pointers.count }
}
