// The photos of one collection whose files are still to be read.
import Photos

/// A queue of photos: those that were asked for with priority first, the others as they came. A photo takes its path
/// and eight bytes and a bit, because a million of them may wait.
struct IndexQueue {
    /// Photos that came together.
    private struct Page {
        /// In ascending order.
        var slots: ContiguousArray<UInt32> = []
        /// The end of each path in `paths`.
        var ends: ContiguousArray<UInt32> = []
        var paths: ContiguousArray<UInt8> = []
        /// Photos before this one are taken.
        var next = 0

        func path(_ index: Int) -> FilePath {
            let start = index == 0 ? 0 : Int(ends[index - 1])
            return FilePath(String(decoding: paths[start..<Int(ends[index])], as: UTF8.self))
        }

        func index(of slot: UInt32) -> Int? {
            var low = 0, high = slots.count
            while low < high {
                let middle = (low + high) / 2
                if slots[middle] < slot { low = middle + 1 } else { high = middle }
            }
            return low < slots.count && slots[low] == slot ? low : nil
        }
    }

    /// Pages before `head` are empty.
    private var pages: ContiguousArray<Page> = []
    private var head = 0
    /// A bit for each slot that waits.
    private var waiting: ContiguousArray<UInt64> = []
    /// Slots that came again while they waited: their newest path counts.
    private var renewed: Set<UInt32> = []
    /// Slots with priority, the first one last.
    private var urgent: [UInt32] = []
    /// Photos that wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Whether a photo waits.
    func contains(_ slot: UInt32) -> Bool {
        let word = Int(slot / 64)
        return word < waiting.count && waiting[word] >> (slot % 64) & 1 == 1
    }

    /// Adds photos behind those that wait. One that waits already has its new path at its old place.
    mutating func append(_ photos: [UnindexedPhoto]) {
        var page = Page()
        page.slots.reserveCapacity(photos.count)
        page.ends.reserveCapacity(photos.count)
        for photo in photos.sorted(by: { $0.slot < $1.slot }) {
            if contains(photo.slot) {
                renewed.insert(photo.slot)
            } else {
                let word = Int(photo.slot / 64)
                if waiting.count <= word { waiting += repeatElement(0, count: word + 1 - waiting.count) }
                waiting[word] |= 1 << (photo.slot % 64)
                count += 1
            }
            page.slots.append(photo.slot)
            page.paths += photo.path.text.utf8
            page.ends.append(UInt32(page.paths.count))
        }
        pages.append(page)
    }

    /// Takes a photo out, wherever it is.
    mutating func remove(_ slot: UInt32) {
        guard contains(slot) else { return }
        waiting[Int(slot / 64)] &= ~(1 << (slot % 64))
        renewed.remove(slot)
        count -= 1
        if isEmpty { (pages, head) = ([], 0) }
    }

    /// Has these photos taken first, in this order, instead of those that had priority before.
    mutating func prioritize(_ slots: [UInt32]) { urgent = slots.reversed() }

    /// Takes the next photo out; nil when none waits.
    mutating func next() -> (slot: UInt32, path: FilePath)? {
        while let slot = urgent.popLast() {
            if contains(slot), let path = newestPath(of: slot) { return take(slot, path) }
        }
        while head < pages.count {
            while pages[head].next < pages[head].slots.count {
                let index = pages[head].next
                pages[head].next += 1
                let slot = pages[head].slots[index]
                guard contains(slot) else { continue }
                let newest = renewed.contains(slot) ? newestPath(of: slot) : nil
                return take(slot, newest ?? pages[head].path(index))
            }
            pages[head] = Page()
            head += 1
        }
        return nil
    }

    private mutating func take(_ slot: UInt32, _ path: FilePath) -> (slot: UInt32, path: FilePath) {
        remove(slot)
        return (slot, path)
    }

    private func newestPath(of slot: UInt32) -> FilePath? {
        for page in pages[head...].reversed() {
            if let index = page.index(of: slot) { return page.path(index) }
        }
        return nil
    }
}
