// The bookkeeping of the memory cache: entries, costs and leases. `EvictionOrder` chooses what is evicted.
import Photos

/// The state that `MemoryCache` keeps under its lock. Operations take constant time per image, except those that
/// compare the sizes of one photo. Methods return evicted images, so that the caller can release them after unlocking.
struct MemoryStore: Sendable {
    private struct Entry: Sendable {
        let image: any DecodedImage
        let cost: Int
        let slot: EvictionOrder.Slot
    }
    private struct Lease: Sendable {
        var count = 0
        /// Where the picture goes when its last lease ends, if the user has stopped at it meanwhile.
        var stop: EvictionOrder.Segment?
    }
    /// The key of all sizes of one version of a photo.
    private struct PhotoKey: Hashable, Sendable {
        let source: SourceID
        let photo: PhotoID
        let version: String
        init(_ key: ImageKey) { (source, photo, version) = (key.source, key.photo, key.version) }
        init(_ key: FetchKey) { (source, photo, version) = (key.source, key.photo, key.version) }
    }

    let budget: Int
    private(set) var limit: Int {
        didSet { order.limit = limit }
    }
    private(set) var bytes = 0
    private(set) var evictions = 0
    private(set) var hits = 0
    private(set) var misses = 0

    private var entries: [ImageKey: Entry] = [:]
    private var sizes: [PhotoKey: [ImageKey]] = [:]
    private var order: EvictionOrder
    private var leases: [ImageKey: Lease] = [:]
    private var leasedBytes = 0
    private var stops = StopMemory()
    /// Planned images that are not stored yet.
    private var awaited: Set<ImageKey> = []

    init(budget: Int) {
        self.budget = max(0, budget)
        limit = max(0, budget)
        order = EvictionOrder(limit: max(0, budget))
    }

    var count: Int { entries.count }

    func contains(_ key: ImageKey) -> Bool { entries[key] != nil }

    mutating func lookUp(_ key: ImageKey) -> (any DecodedImage)? {
        guard let entry = entries[key] else {
            misses += 1
            return nil
        }
        hits += 1
        order.use(entry.slot)
        return entry.image
    }

    mutating func nearest(to key: ImageKey) -> (any DecodedImage)? {
        let others = (sizes[PhotoKey(key)] ?? []).filter { $0 != key && $0.processors == key.processors }
        let sameFit = others.filter { $0.fit == key.fit }
        let candidates = sameFit.isEmpty ? others : sameFit
        let larger = candidates.filter { $0.size.width >= key.size.width && $0.size.height >= key.size.height }
        let best = larger.min { $0.size.area < $1.size.area } ?? candidates.max { $0.size.area < $1.size.area }
        guard let best, let entry = entries[best] else { return nil }
        order.use(entry.slot)
        return entry.image
    }

    mutating func larger(than key: ImageKey) -> (any DecodedImage)? {
        var best: (size: PixelSize, entry: Entry)?
        for other in sizes[PhotoKey(key)] ?? [] where other != key && key.canBeScaled(from: other) {
            guard let entry = entries[other], entry.image.hasPixels(for: key) else { continue }
            if let best, best.size.area <= other.size.area { continue }
            best = (other.size, entry)
        }
        guard let best else { return nil }
        order.use(best.entry.slot)
        return best.entry.image
    }

    func variants(of key: FetchKey) -> [ImageKey] { sizes[PhotoKey(key)] ?? [] }

    mutating func insert(_ image: any DecodedImage, for key: ImageKey) -> (stored: Bool, evicted: [any DecodedImage]) {
        var leaving: [any DecodedImage] = []
        let lease = leases[key]
        var segment = lease?.stop ?? .probation
        if let old = entries[key] {
            segment = max(segment, order.segment(of: old.slot))
            leaving.append(forget(key, old))
        }
        let cost = max(1, image.cost)
        guard lease != nil || cost <= limit - min(limit, leasedBytes) else { return (false, leaving) }
        let slot = order.insert(
            key, cost: cost, on: segment, isHeld: lease != nil, isPlanned: awaited.remove(key) != nil)
        entries[key] = Entry(image: image, cost: cost, slot: slot)
        sizes[PhotoKey(key), default: []].append(key)
        bytes += cost
        if lease != nil { leasedBytes += cost }
        leaving += evict(downTo: limit)
        return (true, leaving)
    }

    mutating func remove(_ key: ImageKey) -> (any DecodedImage)? { entries[key].map { forget(key, $0) } }

    mutating func lease(_ keys: [ImageKey]) {
        for key in keys {
            leases[key, default: Lease()].count += 1
            guard leases[key]?.count == 1, let entry = entries[key] else { continue }
            order.hold(entry.slot)
            leasedBytes += entry.cost
        }
    }

    mutating func release(_ keys: [ImageKey]) -> [any DecodedImage] {
        for key in keys {
            guard var lease = leases[key] else { continue }
            lease.count -= 1
            leases[key] = lease.count > 0 ? lease : nil
            guard lease.count == 0, let entry = entries[key] else { continue }
            order.letGo(entry.slot)
            leasedBytes -= entry.cost
        }
        return evict(downTo: limit)
    }

    mutating func plan(_ keys: [ImageKey]) -> [Bool] {
        awaited.removeAll(keepingCapacity: true)
        var here: [EvictionOrder.Slot] = []
        here.reserveCapacity(keys.count)
        let answers = keys.map { key in
            guard let entry = entries[key] else {
                awaited.insert(key)
                return false
            }
            here.append(entry.slot)
            return true
        }
        order.plan(here)
        return answers
    }

    mutating func stop(at keys: [ImageKey]) {
        for key in keys {
            // An image that has stayed on the screen since the last stop has not been returned to.
            guard let lease = leases[key], lease.stop == nil else { continue }
            let segment: EvictionOrder.Segment = stops.note(key) ? .frequent : .protected
            leases[key]?.stop = segment
            if let entry = entries[key] { order.raise(entry.slot, to: segment) }
        }
    }

    mutating func trim(to pressure: MemoryCache.Pressure) -> [any DecodedImage] {
        switch pressure {
        case .half:
            limit = min(limit, budget / 2)
            return evict(downTo: budget / 2)
        case .hidden:
            limit = min(limit, budget / 10)
            return evict(downTo: budget / 10)
        case .visibleAndNear:
            limit = min(limit, budget / 4)
            return evict(downTo: min(limit, leasedBytes * 2))
        case .visibleOnly:
            limit = min(limit, budget / 8)
            return evict(downTo: 0)
        }
    }

    mutating func relax() { limit = budget }

    private mutating func evict(downTo target: Int) -> [any DecodedImage] {
        var leaving: [any DecodedImage] = []
        while bytes > target, let key = order.next, let entry = entries[key] {
            leaving.append(forget(key, entry))
            evictions += 1
        }
        return leaving
    }

    /// Removes an entry; every entry leaves through here.
    private mutating func forget(_ key: ImageKey, _ entry: Entry) -> any DecodedImage {
        entries[key] = nil
        order.remove(entry.slot)
        bytes -= entry.cost
        if leases[key] != nil { leasedBytes -= entry.cost }
        let photo = PhotoKey(key)
        sizes[photo]?.removeAll { $0 == key }
        if sizes[photo]?.isEmpty == true { sizes[photo] = nil }
        return entry.image
    }
}

extension ImageKey {
    /// Returns whether an image for `other` shows everything that the one for this key does.
    fileprivate func canBeScaled(from other: ImageKey) -> Bool {
        guard region == nil, processors.isEmpty, other.processors.isEmpty, fit == other.fit,
            other.size.width >= size.width,
            other.size.height >= size.height
        else { return false }
        // Within half a pixel of the smaller one, because sizes are rounded.
        let difference = abs(other.size.height * size.width - size.height * other.size.width)
        return fit == .fit || 2 * difference <= other.size.width
    }
}

extension DecodedImage {
    /// Returns whether the image is large enough to be scaled down for `key`: a photo that was too small for its own
    /// key may be too small for this one.
    fileprivate func hasPixels(for key: ImageKey) -> Bool {
        key.fit == .fit || (size.width >= key.size.width && size.height >= key.size.height)
    }
}

/// A bounded memory of the images at which the user has stopped; the oldest is forgotten first.
struct StopMemory {
    /// Twenty screens of two dozen tiles.
    static let capacity = 512

    private var slab = LinkedSlab<ImageKey>()
    private var order = LinkedSlab<ImageKey>.List()
    private var slots: [ImageKey: LinkedSlab<ImageKey>.Slot] = [:]

    /// Records that the user has stopped at an image.
    /// - Returns: whether the user had stopped at it before.
    mutating func note(_ key: ImageKey) -> Bool {
        if let slot = slots[key] {
            slab.unlink(slot, from: &order)
            slab.append(slot, to: &order)
            return true
        }
        if order.count == Self.capacity, let oldest = order.first {
            slab.unlink(oldest, from: &order)
            slots[slab.release(oldest)] = nil
        }
        let slot = slab.allocate(key)
        slab.append(slot, to: &order)
        slots[key] = slot
        return false
    }
}
