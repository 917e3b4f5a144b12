// The tiny pictures in memory: a bounded table by photo.
public import Photos
import Synchronization

/// What a mosaic knows of one photo.
public struct TinyEntry: Sendable {
    public internal(set) var picture: TinyPicture?
    /// The photo's average colour, for as long as there is no picture.
    public internal(set) var colour: AverageColour?
    /// Whether no picture could be made.
    public internal(set) var isFailed = false
    /// The number of the use that was the last one.
    fileprivate var lastUse = 0

    fileprivate var cost: Int { MemoryLayout<TinyEntry>.stride + (picture?.cost ?? 0) }
}

/// The tiny pictures of one gallery, with the colours and failures of those that are not there. Bounded by bytes: what
/// was drawn or wanted longest ago goes first.
///
/// Isolation: callable from any thread; a call holds one lock for less than a microsecond a photo, and none waits for
/// anything else.
public final class TinyTable: Sendable {
    private struct State: Sendable {
        var entries: [PhotoRef: TinyEntry] = [:]
        var bytes = 0
        var uses = 0

        mutating func change(_ ref: PhotoRef, _ body: (inout TinyEntry) -> Void) {
            var entry = entries[ref] ?? TinyEntry()
            if entries[ref] != nil { bytes -= entry.cost }
            body(&entry)
            entry.lastUse = uses
            bytes += entry.cost
            entries[ref] = entry
        }
    }

    private let state = Mutex(State())
    private let budget: Int

    /// Creates an empty table.
    /// - Parameter budget: bytes. 24 MB hold 20,000 pictures of 24 pixels a side: all of a screen of 3840×2160 and two
    ///   thirds of it around that, or thirteen screens of 1280×800.
    public init(budget: Int = 24 << 20) { self.budget = budget }

    /// Returns how many pictures of a size may be wanted at once, so that none of them is evicted for another.
    public func capacity(for size: PixelSize) -> Int {
        budget / 4 * 3 / (size.area * MemoryLayout<UInt16>.stride + MemoryLayout<TinyEntry>.stride)
    }

    /// Bytes of all entries.
    public var bytes: Int { state.withLock { $0.bytes } }
    /// Number of photos of which anything is known.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Returns what is known of some photos; counts as a use.
    public func entries(of refs: [PhotoRef]) -> [TinyEntry?] {
        state.withLock { state in
            state.uses += 1
            let use = state.uses
            return refs.map { ref in
                state.entries[ref]?.lastUse = use
                return state.entries[ref]
            }
        }
    }

    /// Returns what is known of one photo.
    public func entry(of ref: PhotoRef) -> TinyEntry? { state.withLock { $0.entries[ref] } }

    /// Forgets what is known of photos.
    public func remove(_ refs: some Sequence<PhotoRef>) {
        let refs = Array(refs)
        state.withLock { state in
            for ref in refs { if let entry = state.entries.removeValue(forKey: ref) { state.bytes -= entry.cost } }
        }
    }

    /// Forgets all failures.
    public func removeFailures() {
        state.withLock { state in
            for (ref, entry) in state.entries where entry.isFailed { state.change(ref) { $0.isFailed = false } }
        }
    }

    // MARK: The loader's side

    /// Returns for each photo whether it has neither a picture of the wanted size nor failed. Counts as a use of those
    /// that have.
    func lacks(_ wanted: [TinyWanted]) -> [Bool] {
        state.withLock { state in
            state.uses += 1
            let use = state.uses
            return wanted.map { wanted in
                guard let entry = state.entries[wanted.ref] else { return true }
                state.entries[wanted.ref]?.lastUse = use
                return !entry.isFailed && entry.picture.map(wanted.isAnswered) != true
            }
        }
    }

    func insert(_ picture: TinyPicture, for ref: PhotoRef) {
        state.withLock { $0.change(ref) { ($0.picture, $0.isFailed) = (picture, false) } }
    }

    func note(_ colour: AverageColour, for ref: PhotoRef) { state.withLock { $0.change(ref) { $0.colour = colour } } }

    func fail(_ ref: PhotoRef) { state.withLock { $0.change(ref) { $0.isFailed = true } } }

    /// Removes what was used longest ago until an eighth of the budget is free, if it is exceeded. Not for the main
    /// thread: it sorts all entries, most of the time without the lock.
    func trim() {
        let uses: [(ref: PhotoRef, lastUse: Int)]? = state.withLock { state in
            state.bytes > budget ? state.entries.map { ($0.key, $0.value.lastUse) } : nil
        }
        guard var oldest = uses else { return }
        oldest.sort { $0.lastUse < $1.lastUse }
        for start in stride(from: 0, to: oldest.count, by: Self.removedAtOnce) {
            let isOver = state.withLock { state in
                for (ref, use) in oldest[start..<min(oldest.count, start + Self.removedAtOnce)]
                where state.bytes > budget / 8 * 7 && state.entries[ref]?.lastUse == use {
                    if let entry = state.entries.removeValue(forKey: ref) { state.bytes -= entry.cost }
                }
                return state.bytes <= budget / 8 * 7
            }
            if isOver { return }
        }
    }

    /// Entries removed while the lock is held once.
    private static let removedAtOnce = 256
}
