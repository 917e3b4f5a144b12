// Changes on their way from a source that is followed to its one reader.
import Synchronization

/// The changes of one sequence that wait to be read. A source makes one for each sequence, serves the latest, and ends
/// the one before. Any thread; one reader.
public final class ChangeQueue: Sendable {
    private struct State {
        var changes: [SourceChange] = []
        /// The place of the first change that was not read.
        var first = 0
        var hasEnded = false
        var reader: CheckedContinuation<Void, Never>?

        var isEmpty: Bool { first == changes.count }

        mutating func popFirst() -> SourceChange? {
            guard !isEmpty else { return nil }
            defer {
                first += 1
                if isEmpty { (changes, first) = ([], 0) }
            }
            return changes[first]
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether all changes have been read.
    public var isEmpty: Bool { state.withLock(\.isEmpty) }
    /// Whether another sequence has taken over.
    public var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Adds changes behind the others.
    public func append(_ changes: [SourceChange]) {
        guard !changes.isEmpty else { return }
        state.withLock { $0.changes += changes }
        wake()
    }

    /// Ends the sequence: what waits is not read any more.
    public func end() {
        state.withLock { ($0.changes, $0.first, $0.hasEnded) = ([], 0, true) }
        wake()
    }

    /// Returns the next change, and waits for it if there is none; nil at the end.
    /// - Throws: `CancellationError`; nothing is lost by that.
    public func next() async throws -> SourceChange? {
        while !hasEnded {
            if let change = state.withLock({ $0.popFirst() }) { return change }
            try Task.checkCancellation()
            await wait()
        }
        return nil
    }

    /// Waits until there is something to look at: a change, the end, or that the reader is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    let isReady = !state.isEmpty || state.hasEnded || Task.isCancelled
                    if !isReady { state.reader = reader }
                    return isReady
                }
                if isReady { reader.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    private func wake() {
        let reader = state.withLock { $0.reader.take() }
        reader?.resume()
    }
}
