// A bounded buffer: the last elements of an endless series, at a constant cost for each.

/// The last `capacity` elements that were appended. An element keeps its place in the buffer until it is replaced.
package struct Ring<Element> {
    private let capacity: Int
    /// The elements by place, in no particular order.
    package private(set) var unordered: ContiguousArray<Element> = []
    /// The place of the next element. In a full ring it is that of the oldest one.
    package private(set) var next = 0

    /// - Parameters:
    ///   - capacity: At least 1.
    ///   - isReserved: Whether to allocate all of the buffer now, so that appending never allocates.
    package init(capacity: Int, isReserved: Bool = false) {
        self.capacity = max(1, capacity)
        if isReserved { unordered.reserveCapacity(self.capacity) }
    }

    /// Number of elements kept.
    package var count: Int { unordered.count }

    /// Adds an element, replacing the oldest one of a full ring.
    /// - Returns: The replaced element.
    @discardableResult
    package mutating func append(_ element: Element) -> Element? {
        defer { next = (next + 1) % capacity }
        guard unordered.count == capacity else {
            unordered.append(element)
            return nil
        }
        let replaced = unordered[next]
        unordered[next] = element
        return replaced
    }

    /// Removes all elements and keeps the buffer.
    package mutating func removeAll() {
        unordered.removeAll(keepingCapacity: true)
        next = 0
    }

    /// The elements, oldest first.
    package var all: ContiguousArray<Element> { ContiguousArray(unordered[next...]) + unordered[..<next] }
}

extension Ring: Sendable where Element: Sendable {}
