// A bounded buffer: the last elements of an endless series, at a constant cost for each.

/// The last `capacity` elements that were appended.
struct Ring<Element> {
    private let capacity: Int
    private var elements: [Element] = []
    /// The index of the oldest element once the ring is full; 0 until then.
    private var oldest = 0

    /// - Parameter capacity: at least 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { elements.count }

    /// Adds an element; a full ring gives up its oldest one for it.
    /// - Returns: the element that had to go.
    @discardableResult
    mutating func append(_ element: Element) -> Element? {
        guard elements.count == capacity else {
            elements.append(element)
            return nil
        }
        let dropped = elements[oldest]
        elements[oldest] = element
        oldest = (oldest + 1) % capacity
        return dropped
    }

    /// Oldest first.
    var all: [Element] { Array(elements[oldest...] + elements[..<oldest]) }

    /// In no particular order, without a copy.
    var unordered: [Element] { elements }
}

extension Ring: Sendable where Element: Sendable {}
