// Changes that the disk cache has accepted and not yet carried out; recently fetched photos are read from here.
import Synchronization

/// The latest intention for each file. Callable from any thread.
///
/// An intention replaces the one before it, so that storing, replacing and removing in any order end as the last of
/// them requires, and bytes that were replaced before they were written are never written.
final class DiskStaging: Sendable {
    enum Intention: Sendable {
        case store(StoredPhoto)
        case keep(PartialTransfer)
        /// Updates the metadata of the bytes on disk if they have this stamp.
        case validate(ResponseMetadata, stamp: UInt64)
        case remove
        /// Deletes a file that was found damaged, if it still is.
        case verify

        var byteCount: Int {
            switch self {
            case .store(let photo): photo.bytes.count
            case .keep(let partial): partial.bytes.count
            case .validate, .remove, .verify: 0
            }
        }
    }

    /// An intention with the data for carrying it out.
    struct Item: Sendable {
        let file: DiskFile
        let key: [UInt8]
        fileprivate(set) var intention: Intention
        /// Changes when the intention is replaced, also while it is being carried out.
        fileprivate var generation: Int
    }

    private struct State {
        var items: [DiskFile: Item] = [:]
        /// Files in the order of their first intention.
        var queue: [DiskFile] = []
        var next = 0
        var bytes = 0
        var generation = 0
        var isDraining = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var uses: [DiskFile: Double] = [:]
    }
    private let limit: Int
    private let state = Mutex(State())

    /// Creates an empty staging area.
    /// - Parameter limit: maximum bytes that wait to be written. What exceeds it, when the disk is that far behind, is
    ///   not written at all, so that memory stays bounded.
    init(limit: Int) { self.limit = limit }

    /// Returns the pending intention for the file; nil when the state on disk is current.
    func intention(_ file: DiskFile) -> Intention? { state.withLock { $0.items[file]?.intention } }

    /// Adds an intention.
    /// - Returns: whether the caller has to start draining.
    func add(_ intention: Intention, _ file: DiskFile, key: [UInt8]) -> Bool {
        state.withLock { state in
            let old = state.items[file]
            guard let merged = Self.merge(intention, over: old?.intention) else { return false }
            state.bytes -= old?.intention.byteCount ?? 0
            // The old bytes on disk are outdated when the new ones are not written.
            let affordable = state.bytes + merged.byteCount <= limit ? merged : .remove
            state.bytes += affordable.byteCount
            state.generation += 1
            state.items[file] = Item(file: file, key: key, intention: affordable, generation: state.generation)
            if old == nil { state.queue.append(file) }
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// Returns the intention that replaces `old`; nil when `old` stays.
    private static func merge(_ new: Intention, over old: Intention?) -> Intention? {
        switch (new, old) {
        // The validation or the damage concerns the file on disk, which is about to change anyway.
        case (.validate, .store), (.validate, .remove), (.verify, .some): nil
        default: new
        }
    }

    /// Returns the next intention to carry out; nil if there is none left, which ends the draining.
    func next() -> Item? {
        let (item, waiting) = state.withLock { state -> (Item?, [CheckedContinuation<Void, Never>]) in
            if state.next < state.queue.count {
                defer { state.next += 1 }
                return (state.items[state.queue[state.next]], [])
            }
            state.queue = []
            state.next = 0
            state.isDraining = false
            defer { state.waiting = [] }
            return (nil, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return item
    }

    /// Completes an item. If it was replaced meanwhile, the new intention is queued.
    func finish(_ item: Item) {
        state.withLock { state in
            if state.items[item.file]?.generation == item.generation {
                state.items[item.file] = nil
                state.bytes -= item.intention.byteCount
            } else {
                state.queue.append(item.file)
            }
        }
    }

    /// Returns when nothing waits.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.isDraining { state.waiting.append(continuation) }
                return !state.isDraining
            }
            if isEmpty { continuation.resume() }
        }
    }

    // MARK: Uses

    /// Records that a file was read at `time`.
    func noteUse(_ file: DiskFile, at time: Double) { state.withLock { $0.uses[file] = time } }

    /// Returns the uses since the last call, earliest first.
    func takeUses() -> [(file: DiskFile, time: Double)] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses.map { (file: $0.key, time: $0.value) }
        }.sorted { $0.time < $1.time }
    }
}
