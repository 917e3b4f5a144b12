// Decoded images in memory under one lock, whatever their type: entries, costs and leases. `EvictionOrder` chooses what
// is evicted.
import Photos
import Synchronization

/// A bounded store of decoded images, evicted in the order of `EvictionOrder`. `ImageCache` adds their type.
///
/// The budget is exact: when a call returns, `bytes` is within it, unless leased images alone need more. Evicted images
/// are released after the lock, on the caller's thread.
///
/// Isolation: callable from any thread; no call waits for anything but the lock, which is held only for the bookkeeping
/// of one call.
///
/// `@unchecked Sendable`, as a class with subclasses must be: the lock is its only property, and `ImageCache`, its only
/// subclass, adds none.
public class MemoryCache: @unchecked Sendable {
    private let state: Mutex<MemoryStore>

    fileprivate init(empty budget: CacheBudget) { state = Mutex(MemoryStore(budget: budget)) }

    /// Returns the image for exactly this key; counts as a use, and as a hit or a miss.
    final func find(_ key: ImageKey) -> (any DecodedImage)? { state.withLock { $0.lookUp(key) } }

    /// Returns whether there is an image for exactly this key. Counts neither as a use nor as a hit.
    public final func contains(_ key: ImageKey) -> Bool { state.withLock { $0.contains(key) } }

    /// See `ImageCache.nearest(to:)`.
    final func findNearest(to key: ImageKey) -> (any DecodedImage)? { state.withLock { $0.nearest(to: key) } }

    /// Returns the smallest image that can be scaled down to the one for `key` with the same result as a decode of the
    /// original: the same photo, unprocessed, with the same fit, for `.fill` the same aspect ratio, and at least as
    /// many pixels in both directions. Counts as a use, not as a hit.
    final func larger(than key: ImageKey) -> (any DecodedImage)? { state.withLock { $0.larger(than: key) } }

    /// Returns the keys of all images of one photo: every size, fit and chain of processors.
    final func variants(of key: FetchKey) -> [ImageKey] { state.withLock { $0.variants(of: key) } }

    /// See `ImageCache.insert(_:for:)`.
    @discardableResult
    final func store(_ image: any DecodedImage, for key: ImageKey) -> Bool {
        let (stored, evicted) = state.withLock { $0.insert(image, for: key) }
        withExtendedLifetime(evicted) {}
        return stored
    }

    /// Removes one image, leased or not.
    public final func remove(_ key: ImageKey) {
        let removed = state.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    /// Adds one lease to each key. While a key has a lease, its image is never evicted. A key may be leased before its
    /// image arrives, and several times; each lease needs its own release.
    public final func lease(_ keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        state.withLock { $0.lease(keys) }
    }

    /// Ends one lease of each key. Images that lose their last lease count as just used. Keys without a lease are
    /// ignored.
    public final func release(_ keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        let evicted = state.withLock { $0.release(keys) }
        withExtendedLifetime(evicted) {}
    }

    /// Replaces the plan: the images wanted on and around the screen now. Counts as a use of each image that is stored.
    /// Planned images, including those that arrive later, are evicted only when nothing else but leased ones is left.
    /// - Returns: for each key, whether its image is stored.
    public final func plan(_ keys: [ImageKey]) -> [Bool] { state.withLock { $0.plan(keys) } }

    /// Records that the user has stopped at these images. Each leased one is kept longer than one that only passes by,
    /// and longer still if the user had stopped at it before. Counts once for each lease: an image that stays on the
    /// screen through several stops has not been returned to.
    public final func stop(at keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        state.withLock { $0.stop(at: keys) }
    }

    /// The urgency with which the system wants memory back.
    public enum Pressure: Sendable, CaseIterable {
        /// Half of the budget may stay.
        case half
        /// A tenth of the budget may stay; for a window that is not visible.
        case hidden
        /// Leased images may stay, and as many bytes again of those evicted last: about one more screen.
        case visibleAndNear
        /// Only leased images may stay.
        case visibleOnly
    }

    /// Evicts down to what `pressure` allows; leased images stay.
    ///
    /// Hysteresis: afterwards the limit stays lowered to ½, ⅒, ¼ or ⅛ of the budget until `relax()`; otherwise the next
    /// frames would use up again what was freed. A second, milder trim does not raise it.
    public final func trim(to pressure: Pressure) {
        let evicted = state.withLock { $0.trim(to: pressure) }
        withExtendedLifetime(evicted) {}
    }

    /// Restores the limit that `trim(to:)` lowered.
    public final func relax() { state.withLock { $0.relax() } }

    /// Notes how many bytes the pictures of one screen of a viewer take, 0 for a viewer that is gone: the budget
    /// follows.
    public final func show(_ bytes: Int, for viewer: AnyObject) {
        let viewer = ObjectIdentifier(viewer)
        let evicted = state.withLock { $0.show(bytes, for: viewer) }
        withExtendedLifetime(evicted) {}
    }

    /// The bytes that one viewer may plan for, so that all viewers' plans together stay within the limit.
    public final func share(for viewer: AnyObject) -> Int {
        let viewer = ObjectIdentifier(viewer)
        return state.withLock { $0.share(for: viewer) }
    }

    /// The current limit, in bytes.
    public final var limit: Int { state.withLock { $0.limit } }
    /// Bytes stored.
    public final var bytes: Int { state.withLock { $0.bytes } }
    /// Images stored.
    public final var count: Int { state.withLock { $0.count } }
    /// Images evicted for lack of room or under memory pressure since the cache was created.
    public final var evictions: Int { state.withLock { $0.evictions } }
    /// Look-ups of an exact key that found an image, since the cache was created.
    public final var hits: Int { state.withLock { $0.hits } }
    /// Look-ups of an exact key that found none, since the cache was created.
    public final var misses: Int { state.withLock { $0.misses } }
}

/// A bounded store of decoded images of one type.
public final class ImageCache<Image: DecodedImage>: MemoryCache, @unchecked Sendable {
    /// Creates an empty cache.
    /// - Parameter budget: bytes, compared with the sum of `DecodedImage.cost`.
    public convenience init(budget: Int) { self.init(budget: CacheBudget(least: budget, most: budget)) }

    /// Creates an empty cache whose budget follows what is shown.
    public init(budget: CacheBudget) { super.init(empty: budget) }

    /// Returns the image for exactly this key; counts as a use, and as a hit or a miss.
    public func image(for key: ImageKey) -> Image? { find(key)?.typed() }

    /// Returns the best placeholder for `key`: an image of the same photo in another size, with the same processing.
    /// Prefers the same fit, then the smallest one that is at least as large on both sides, then the largest. Counts as
    /// a use, not as a hit.
    public func nearest(to key: ImageKey) -> Image? { findNearest(to: key)?.typed() }

    /// Stores an image, replacing the one under the same key, and evicts down to the limit. An image that does not fit
    /// beside the leased ones is refused, and nothing is evicted for it. A cost below 1 counts as 1.
    /// - Returns: whether the image was stored.
    @discardableResult
    public func insert(_ image: Image, for key: ImageKey) -> Bool { store(image, for: key) }
}

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

    private var budget: CacheBudget
    /// The part of the budget that pressure leaves.
    private var divisor = 1
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

    init(budget: CacheBudget) {
        self.budget = budget
        limit = budget.bytes
        order = EvictionOrder(limit: budget.bytes)
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
        let others = (sizes[PhotoKey(key)] ?? []).filter {
            $0 != key && $0.processors == key.processors && $0.page == key.page
        }
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

    mutating func show(_ bytes: Int, for viewer: ObjectIdentifier) -> [any DecodedImage] {
        budget.show(bytes, for: viewer)
        limit = budget.bytes / divisor
        return evict(downTo: limit)
    }

    func share(for viewer: ObjectIdentifier) -> Int { budget.share(of: limit, for: viewer) }

    mutating func trim(to pressure: MemoryCache.Pressure) -> [any DecodedImage] {
        switch pressure {
        case .half:
            lower(to: 2)
            return evict(downTo: budget.bytes / 2)
        case .hidden:
            lower(to: 10)
            return evict(downTo: budget.bytes / 10)
        case .visibleAndNear:
            lower(to: 4)
            return evict(downTo: min(limit, leasedBytes * 2))
        case .visibleOnly:
            lower(to: 8)
            return evict(downTo: 0)
        }
    }

    mutating func relax() {
        divisor = 1
        limit = budget.bytes
    }

    private mutating func lower(to divisor: Int) {
        self.divisor = max(self.divisor, divisor)
        limit = budget.bytes / self.divisor
    }

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
        guard region == nil, processors.isEmpty, other.processors.isEmpty, fit == other.fit, page == other.page,
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
