// Decoded pictures in memory, looked up in the same turn under one lock. Where eviction is decided: `EvictionOrder`.
import Photos
import Synchronization

/// A bounded store of decoded pictures.
///
/// The budget is exact: when a call returns, `bytes` is within it, unless leased pictures alone need more. Pictures
/// that leave are released after the lock, on the caller's thread.
///
/// Isolation: callable from any thread; no call waits for anything but the lock, which is never held for longer than the
/// bookkeeping of one call.
public final class MemoryCache: Sendable {
    private let store: Mutex<MemoryStore>

    /// - Parameter budget: bytes, compared with the sum of `DecodedImage.cost`.
    public init(budget: Int) { store = Mutex(MemoryStore(budget: budget)) }

    /// The picture for exactly this key; counts as a use, and as a hit or a miss.
    public func image(for key: ImageKey) -> (any DecodedImage)? { store.withLock { $0.lookUp(key) } }

    /// Whether `image(for:)` would find something. Neither a use nor a hit.
    public func contains(_ key: ImageKey) -> Bool { store.withLock { $0.contains(key) } }

    /// The best stand-in for `key`: a picture of the same photo in another size. The smallest one that is at least as
    /// large on both sides, else the largest; the same fit wins over the other one. Processed alike. Counts as a use,
    /// not as a hit.
    public func nearest(to key: ImageKey) -> (any DecodedImage)? { store.withLock { $0.nearest(to: key) } }

    /// The smallest picture from which the one for `key` can be made by scaling down, with the same result as a decode
    /// of the original: the same photo unprocessed, the same fit, for `.fill` of the same ratio, and no fewer pixels
    /// either way. Counts as a use, not as a hit.
    public func larger(than key: ImageKey) -> (any DecodedImage)? { store.withLock { $0.larger(than: key) } }

    /// The keys of all pictures of one photo: every size, fit and chain of processors.
    public func variants(of key: FetchKey) -> [ImageKey] { store.withLock { $0.variants(of: key) } }

    /// Stores a picture, replacing the one under the same key, and evicts what is then too much, in `EvictionOrder`'s
    /// order. A picture that has no place beside the leased ones is refused, and nothing is evicted for it. A picture
    /// that claims to cost nothing costs 1.
    /// - Returns: whether the picture was stored.
    @discardableResult
    public func insert(_ image: any DecodedImage, for key: ImageKey) -> Bool {
        let (stored, evicted) = store.withLock { $0.insert(image, for: key) }
        withExtendedLifetime(evicted) {}
        return stored
    }

    /// Takes out one picture, leased or not.
    public func remove(_ key: ImageKey) {
        let removed = store.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    /// Adds one lease to each key: as long as it has one, its picture is never evicted. A lease may be taken before the
    /// picture arrives, and several times; each needs its release.
    public func lease(_ keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        store.withLock { $0.lease(keys) }
    }

    /// Takes one lease from each key. Pictures that lose their last one count as just used. Releasing a key without a
    /// lease does nothing.
    public func release(_ keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        let evicted = store.withLock { $0.release(keys) }
        withExtendedLifetime(evicted) {}
    }

    /// Says what is wanted on and around the screen now, in the place of what was said before: a use of each picture
    /// that is here. Planned pictures leave only when nothing else but leased ones is left, those that arrive later
    /// included.
    /// - Returns: for each key, whether its picture is here.
    public func plan(_ keys: [ImageKey]) -> [Bool] { store.withLock { $0.plan(keys) } }

    /// The user has stopped at these: of those that are leased, each stays longer than what only passes by, and longer
    /// still if the user had stopped at it before. Once a lease: a picture that stays on the screen through several
    /// stops has not been come back to.
    public func stop(at keys: some Sequence<ImageKey>) {
        let keys = Array(keys)
        store.withLock { $0.stop(at: keys) }
    }

    /// How urgently the system wants memory back.
    public enum Pressure: Sendable, CaseIterable {
        /// Half of the budget may stay.
        case half
        /// A tenth of the budget may stay: nobody sees the window.
        case hidden
        /// What is leased may stay, and as many bytes again of what would leave last: about one more screen.
        case visibleAndNear
        /// Only what is leased may stay.
        case visibleOnly
    }

    /// Evicts down to what `pressure` allows, in `EvictionOrder`'s order; leased pictures stay.
    ///
    /// Hysteresis: afterwards the limit stays lowered to ½, ⅒, ¼ or ⅛ of the budget until `relax()`, or the next frames
    /// would take back what the system has just been given. A second, milder trim does not raise it.
    public func trim(to pressure: Pressure) {
        let evicted = store.withLock { $0.trim(to: pressure) }
        withExtendedLifetime(evicted) {}
    }

    /// Ends the lowered limit that `trim(to:)` left.
    public func relax() { store.withLock { $0.relax() } }

    /// Bytes that may be stored now.
    public var limit: Int { store.withLock { $0.limit } }
    /// Bytes stored.
    public var bytes: Int { store.withLock { $0.bytes } }
    /// Pictures stored.
    public var count: Int { store.withLock { $0.count } }
    /// Pictures that left for lack of room or under pressure, ever.
    public var evictions: Int { store.withLock { $0.evictions } }
    /// Look-ups by `image(for:)` that found the picture, ever.
    public var hits: Int { store.withLock { $0.hits } }
    /// Look-ups by `image(for:)` that did not, ever.
    public var misses: Int { store.withLock { $0.misses } }
}
