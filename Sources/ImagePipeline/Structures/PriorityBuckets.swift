// A queue of work with one bucket per priority. Work can be moved or removed anywhere in constant time.

/// A queue that returns the highest priority first, and first come first served within one. Work that is lowered goes
/// ahead of what waits in its new bucket, because it was requested earlier; work that is raised goes behind.
struct PriorityBuckets<Element> {
    typealias Slot = LinkedSlab<Entry>.Slot

    struct Entry {
        var element: Element
        fileprivate(set) var priority: LoadPriority
    }

    private var slab = LinkedSlab<Entry>()
    private var buckets = Array(repeating: LinkedSlab<Entry>.List(), count: LoadPriority.allCases.count)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The priority of the work that `popFirst` returns next.
    var highestPriority: LoadPriority? {
        LoadPriority.allCases.last { !buckets[$0.rawValue].isEmpty }
    }

    /// The work in `slot`.
    subscript(slot: Slot) -> Entry { slab[slot] }

    /// Adds work behind what waits at `priority`. The slot is valid until the work is removed or popped.
    mutating func append(_ element: Element, at priority: LoadPriority) -> Slot {
        let slot = slab.allocate(Entry(element: element, priority: priority))
        slab.append(slot, to: &buckets[priority.rawValue])
        count += 1
        return slot
    }

    /// Changes the priority by the rule of the type; nothing happens when it is the same.
    mutating func move(_ slot: Slot, to priority: LoadPriority) {
        let old = slab[slot].priority
        guard old != priority else { return }
        slab.unlink(slot, from: &buckets[old.rawValue])
        slab[slot].priority = priority
        if priority > old {
            slab.append(slot, to: &buckets[priority.rawValue])
        } else {
            slab.prepend(slot, to: &buckets[priority.rawValue])
        }
    }

    @discardableResult
    mutating func remove(_ slot: Slot) -> Element {
        slab.unlink(slot, from: &buckets[slab[slot].priority.rawValue])
        count -= 1
        return slab.release(slot).element
    }

    /// Removes and returns the most urgent work, and among equals the one that has waited longest.
    mutating func popFirst() -> Element? {
        guard let level = highestPriority, let slot = buckets[level.rawValue].first else { return nil }
        return remove(slot)
    }
}
