// What the disk has been asked to keep or to forget and has not done yet: what was just fetched is read from here.
import Synchronization

/// The latest intention for each file. Callable from any thread.
///
/// An intention replaces the one before it, so that storing, replacing and removing in any order end as the last of
/// them says, and bytes that were replaced before they were written are never written.
final class DiskStaging: Sendable {
    enum Intention: Sendable {
        case store(StoredPhoto)
        case keep(PartialTransfer)
        /// The bytes on disk, if they have this stamp, stay; what is known about them is new.
        case validate(ResponseMetadata, stamp: UInt64)
        case remove
        /// The file was found damaged: it goes if it still is.
        case verify

        var byteCount: Int {
            switch self {
            case .store(let photo): photo.bytes.count
            case .keep(let partial): partial.bytes.count
            case .validate, .remove, .verify: 0
            }
        }
    }

    /// An intention with what it takes to carry it out.
    struct Item: Sendable {
        let file: DiskFile
        let key: [UInt8]
        fileprivate(set) var intention: Intention
        /// Tells whether it was replaced while it was carried out.
        fileprivate var generation: Int
    }

    private struct State {
        var items: [DiskFile: Item] = [:]
        /// In the order in which they were first asked for.
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

    /// - Parameter limit: bytes that wait to be written at most. What comes when the disk is so far behind is not
    ///   written at all: the cache must not hold what it has not got rid of.
    init(limit: Int) { self.limit = limit }

    /// What is to become of the file, or nil when the disk says.
    func intention(_ file: DiskFile) -> Intention? { state.withLock { $0.items[file]?.intention } }

    /// - Returns: whether someone must drain, because nobody does.
    func add(_ intention: Intention, _ file: DiskFile, key: [UInt8]) -> Bool {
        state.withLock { state in
            let old = state.items[file]
            guard let merged = Self.merge(intention, over: old?.intention) else { return false }
            state.bytes -= old?.intention.byteCount ?? 0
            // Bytes that are not written make those on disk outdated.
            let affordable = state.bytes + merged.byteCount <= limit ? merged : .remove
            state.bytes += affordable.byteCount
            state.generation += 1
            state.items[file] = Item(file: file, key: key, intention: affordable, generation: state.generation)
            if old == nil { state.queue.append(file) }
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// Nil when what stands is to stay.
    private static func merge(_ new: Intention, over old: Intention?) -> Intention? {
        switch (new, old) {
        // What was confirmed or found damaged is the file, which is about to change anyway.
        case (.validate, .store), (.validate, .remove), (.verify, .some): nil
        default: new
        }
    }

    /// What is to be done next; nil when there is nothing left, and then nobody drains any more.
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

    /// `item` has been carried out. If it was replaced meanwhile, its successor's turn comes.
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

    /// A file was read at `time`.
    func noteUse(_ file: DiskFile, at time: Double) { state.withLock { $0.uses[file] = time } }

    /// The uses since the last call, earliest first.
    func takeUses() -> [(file: DiskFile, time: Double)] {
        state.withLock { state in
            defer { state.uses = [:] }
            return state.uses.map { (file: $0.key, time: $0.value) }
        }.sorted { $0.time < $1.time }
    }
}
