// Decoded images in memory under one lock, whatever their type.
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

    fileprivate init(empty budget: Int) { state = Mutex(MemoryStore(budget: budget)) }

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
    public init(budget: Int) { super.init(empty: budget) }

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
