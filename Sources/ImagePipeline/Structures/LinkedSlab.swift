// Doubly linked lists whose nodes are stored in one array, for the memory cache and the work queues. Nodes need no
// allocation of their own, and move between lists in constant time.

/// Storage of nodes that belong to any number of `List`s. Slots stay valid until `release`; a released slot is reused.
struct LinkedSlab<Element> {
    /// The identity of a node.
    struct Slot: Hashable, Sendable {
        fileprivate let index: Int
    }

    /// The two ends of one list; its nodes are in the slab.
    struct List: Sendable {
        fileprivate(set) var first: Slot?
        fileprivate(set) var last: Slot?
        fileprivate(set) var count = 0
        var isEmpty: Bool { count == 0 }
    }

    fileprivate struct Node {
        var element: Element
        var previous: Slot?
        var next: Slot?
    }

    private var nodes: [Node?] = []
    private var free: [Slot] = []

    subscript(slot: Slot) -> Element {
        get { node(slot).element }
        set { nodes[slot.index]?.element = newValue }
    }

    /// Allocates a node; it is in no list yet.
    mutating func allocate(_ element: Element) -> Slot {
        if let slot = free.popLast() {
            nodes[slot.index] = Node(element: element)
            return slot
        }
        nodes.append(Node(element: element))
        return Slot(index: nodes.count - 1)
    }

    /// Releases a node, which must have been unlinked, and returns its element.
    mutating func release(_ slot: Slot) -> Element {
        let element = node(slot).element
        nodes[slot.index] = nil
        free.append(slot)
        return element
    }

    mutating func append(_ slot: Slot, to list: inout List) {
        nodes[slot.index]?.previous = list.last
        nodes[slot.index]?.next = nil
        if let last = list.last { nodes[last.index]?.next = slot } else { list.first = slot }
        list.last = slot
        list.count += 1
    }

    mutating func prepend(_ slot: Slot, to list: inout List) {
        nodes[slot.index]?.previous = nil
        nodes[slot.index]?.next = list.first
        if let first = list.first { nodes[first.index]?.previous = slot } else { list.last = slot }
        list.first = slot
        list.count += 1
    }

    /// Removes the node from its list, which must be `list`.
    mutating func unlink(_ slot: Slot, from list: inout List) {
        let (previous, next) = (node(slot).previous, node(slot).next)
        if let previous { nodes[previous.index]?.next = next } else { list.first = next }
        if let next { nodes[next.index]?.previous = previous } else { list.last = previous }
        list.count -= 1
    }

    private func node(_ slot: Slot) -> Node {
        guard let node = nodes[slot.index] else { preconditionFailure("a released slot was used") }
        return node
    }
}

extension LinkedSlab: Sendable where Element: Sendable {}
extension LinkedSlab.Node: Sendable where Element: Sendable {}
