// The memory cache's book: who is stored, in which order they were used, who is leased, and who has to go.
import Photos

/// What `MemoryCache` keeps under its lock. Every operation but `nearest` takes constant time a picture; methods return
/// the pictures that leave, so that the caller can release them after unlocking.
struct MemoryStore: Sendable {
    private struct Entry: Sendable {
        let key: ImageKey
        var image: any DecodedImage
        var cost: Int
    }
    /// All sizes of one state of one photo.
    private struct PhotoKey: Hashable, Sendable {
        let source: SourceID
        let photo: PhotoID
        let version: String
        init(_ key: ImageKey) { (source, photo, version) = (key.source, key.photo, key.version) }
        init(_ key: FetchKey) { (source, photo, version) = (key.source, key.photo, key.version) }
    }
    private typealias Slab = LinkedSlab<Entry>

    let budget: Int
    private(set) var limit: Int
    private(set) var bytes = 0
    private(set) var evictions = 0
    private(set) var hits = 0
    private(set) var misses = 0

    private var slab = Slab()
    private var slots: [ImageKey: Slab.Slot] = [:]
    private var sizes: [PhotoKey: [ImageKey]] = [:]
    /// Least recently used first; holds no leased entry, so the next one to go is always the first.
    private var evictable = Slab.List()
    private var leased = Slab.List()
    private var leasedBytes = 0
    private var leases: [ImageKey: Int] = [:]

    init(budget: Int) {
        self.budget = max(0, budget)
        limit = max(0, budget)
    }

    var count: Int { slots.count }

    func contains(_ key: ImageKey) -> Bool { slots[key] != nil }

    mutating func lookUp(_ key: ImageKey) -> (any DecodedImage)? {
        guard let slot = slots[key] else {
            misses += 1
            return nil
        }
        hits += 1
        return use(slot)
    }

    mutating func nearest(to key: ImageKey) -> (any DecodedImage)? {
        let others = (sizes[PhotoKey(key)] ?? []).filter { $0 != key && $0.processors == key.processors }
        let sameFit = others.filter { $0.fit == key.fit }
        let candidates = sameFit.isEmpty ? others : sameFit
        let larger = candidates.filter { $0.size.width >= key.size.width && $0.size.height >= key.size.height }
        let best = larger.min { $0.size.area < $1.size.area } ?? candidates.max { $0.size.area < $1.size.area }
        return best.flatMap { slots[$0] }.map { use($0) }
    }

    mutating func larger(than key: ImageKey) -> (any DecodedImage)? {
        var best: Slab.Slot?
        for other in sizes[PhotoKey(key)] ?? [] where other != key && key.canBeScaled(from: other) {
            guard let slot = slots[other], slab[slot].image.hasPixels(for: key) else { continue }
            if let best, slab[best].key.size.area <= other.size.area { continue }
            best = slot
        }
        return best.map { use($0) }
    }

    func variants(of key: FetchKey) -> [ImageKey] { sizes[PhotoKey(key)] ?? [] }

    mutating func insert(_ image: any DecodedImage, for key: ImageKey) -> (stored: Bool, evicted: [any DecodedImage]) {
        var leaving: [any DecodedImage] = []
        if let old = remove(key) { leaving.append(old) }
        let cost = max(0, image.cost)
        let isLeased = leases[key] != nil
        guard isLeased || cost <= limit - min(limit, leasedBytes) else { return (false, leaving) }
        let slot = slab.allocate(Entry(key: key, image: image, cost: cost))
        slots[key] = slot
        sizes[PhotoKey(key), default: []].append(key)
        bytes += cost
        if isLeased {
            slab.append(slot, to: &leased)
            leasedBytes += cost
        } else {
            slab.append(slot, to: &evictable)
        }
        leaving += evict(downTo: limit)
        return (true, leaving)
    }

    mutating func remove(_ key: ImageKey) -> (any DecodedImage)? {
        guard let slot = slots.removeValue(forKey: key) else { return nil }
        if leases[key] != nil {
            slab.unlink(slot, from: &leased)
            leasedBytes -= slab[slot].cost
        } else {
            slab.unlink(slot, from: &evictable)
        }
        return forget(slot)
    }

    mutating func lease(_ keys: [ImageKey]) {
        for key in keys {
            let before = leases[key, default: 0]
            leases[key] = before + 1
            guard before == 0, let slot = slots[key] else { continue }
            slab.unlink(slot, from: &evictable)
            slab.append(slot, to: &leased)
            leasedBytes += slab[slot].cost
        }
    }

    mutating func release(_ keys: [ImageKey]) -> [any DecodedImage] {
        for key in keys {
            guard let before = leases[key] else { continue }
            leases[key] = before > 1 ? before - 1 : nil
            guard before == 1, let slot = slots[key] else { continue }
            slab.unlink(slot, from: &leased)
            slab.append(slot, to: &evictable)
            leasedBytes -= slab[slot].cost
        }
        return evict(downTo: limit)
    }

    mutating func trim(to pressure: MemoryCache.Pressure) -> [any DecodedImage] {
        switch pressure {
        case .half:
            limit = min(limit, budget / 2)
            return evict(downTo: budget / 2)
        case .visibleAndNear:
            limit = min(limit, budget / 4)
            return evict(downTo: min(limit, leasedBytes * 2))
        case .visibleOnly:
            limit = min(limit, budget / 8)
            return evict(downTo: 0)
        }
    }

    mutating func relax() { limit = budget }

    private mutating func use(_ slot: Slab.Slot) -> any DecodedImage {
        let entry = slab[slot]
        if leases[entry.key] == nil, evictable.last != slot {
            slab.unlink(slot, from: &evictable)
            slab.append(slot, to: &evictable)
        }
        return entry.image
    }

    private mutating func evict(downTo target: Int) -> [any DecodedImage] {
        var leaving: [any DecodedImage] = []
        while bytes > target, let oldest = evictable.first {
            slots[slab[oldest].key] = nil
            slab.unlink(oldest, from: &evictable)
            leaving.append(forget(oldest))
            evictions += 1
        }
        return leaving
    }

    /// The last step of every departure; the slot is in no list and under no key any more.
    private mutating func forget(_ slot: Slab.Slot) -> any DecodedImage {
        let entry = slab.release(slot)
        bytes -= entry.cost
        let photo = PhotoKey(entry.key)
        sizes[photo]?.removeAll { $0 == entry.key }
        if sizes[photo]?.isEmpty == true { sizes[photo] = nil }
        return entry.image
    }
}

extension ImageKey {
    /// Whether a picture for `other` shows all that the one for this key does.
    fileprivate func canBeScaled(from other: ImageKey) -> Bool {
        guard processors.isEmpty, other.processors.isEmpty, fit == other.fit, other.size.width >= size.width,
            other.size.height >= size.height
        else { return false }
        // Within half a pixel of the smaller one: sizes are rounded.
        let difference = abs(other.size.height * size.width - size.height * other.size.width)
        return fit == .fit || 2 * difference <= other.size.width
    }
}

extension DecodedImage {
    /// A photo that was too small for its own key may be too small for this one.
    fileprivate func hasPixels(for key: ImageKey) -> Bool {
        key.fit == .fit || (size.width >= key.size.width && size.height >= key.size.height)
    }
}
