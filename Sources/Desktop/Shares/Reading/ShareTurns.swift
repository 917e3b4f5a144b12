// The turns of those who read from one share.
import Library
import Photos
import Synchronization

/// What a file on a share is read for, the least urgent first.
public enum ShareNeed: Int, Comparable, Sendable {
    /// The facts of a photo that nobody waits for.
    case facts
    /// A photo.
    case whole
    /// A preview of what is on the screen.
    case preview

    public static func < (a: ShareNeed, b: ShareNeed) -> Bool { a.rawValue < b.rawValue }
}

/// The turns at one share, which is read by as many at once as serves it best: previews first, then photos, and facts
/// last, of which a quarter as many are read at once beside others.
///
/// A share that is served one request at a time takes as long to close a file as to open it. Its files are closed once
/// nothing is read, one after the other, so that whoever comes then waits for one of them at most.
final class ShareTurns: Sendable {
    private struct Waiter {
        let number: Int
        let need: ShareNeed
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running: [ShareNeed: Int] = [:]
        /// In the order in which they came.
        var waiting: [Waiter] = []
        var numbers = 0
        /// Files that are to be closed.
        var unclosed: [ShareStream] = []
        /// Whether someone closes them.
        var isClosing = false

        var isIdle: Bool { waiting.isEmpty && running.values.allSatisfy { $0 == 0 } }
    }

    private let width: Int
    private let isSerial: Bool
    private let state = Mutex(State())

    /// Most files that stay open after they were read: those of a large screen. Each takes a descriptor here and a
    /// handle of the server.
    static let mostUnclosed = 64

    init(at share: ShareAddress) { (width, isSerial) = (share.width, share.isSerial) }

    /// Readings that have their turn, and those that wait for it.
    var counts: (running: Int, waiting: Int) {
        state.withLock { ($0.running.values.reduce(0, +), $0.waiting.count) }
    }

    /// Makes a reading when it has its turn.
    /// - Throws: `CancellationError` when the task is cancelled before that; what the body throws.
    func turn<Value: Sendable>(for need: ShareNeed, _ body: () async throws -> Value) async throws -> Value {
        try await begin(need)
        defer { end(need) }
        return try await body()
    }

    private func begin(_ need: ShareNeed) async throws {
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation from here on finds it among those who wait.
                let waits = state.withLock { state in
                    if Task.isCancelled { return false }
                    state.waiting.append(Waiter(number: number, need: need, continuation: continuation))
                    return true
                }
                if waits { advance() } else { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            guard let waiter else { return }
            waiter.continuation.resume(throwing: CancellationError())
            // Others may have waited for it.
            advance()
        }
    }

    private func end(_ need: ShareNeed) {
        state.withLock { $0.running[need, default: 0] -= 1 }
        advance()
    }

    private func advance() {
        let begun = state.withLock { state in
            var begun: [Waiter] = []
            for need in [ShareNeed.preview, .whole, .facts] {
                while mayBegin(need, state), let next = state.waiting.firstIndex(where: { $0.need == need }) {
                    state.running[need, default: 0] += 1
                    begun.append(state.waiting.remove(at: next))
                }
            }
            return begun
        }
        for waiter in begun { waiter.continuation.resume() }
    }

    private func mayBegin(_ need: ShareNeed, _ state: State) -> Bool {
        func running(_ need: ShareNeed) -> Int { state.running[need] ?? 0 }
        func waits(_ need: ShareNeed) -> Bool { state.waiting.contains { $0.need == need } }
        switch need {
        // Not behind photos, which may have megabytes.
        case .preview: return running(.preview) < width
        case .whole: return running(.preview) + running(.whole) < width
        case .facts:
            let others = running(.preview) + running(.whole)
            let isAlone = others == 0 && !waits(.preview) && !waits(.whole)
            return running(.facts) < (isAlone ? width : width / 4)
        }
    }

    // MARK: Closing

    /// Takes a file that was read.
    /// - Returns: The files that are to be closed at once.
    func take(_ stream: ShareStream) -> [ShareStream] {
        guard isSerial else { return [stream] }
        return state.withLock { state in
            state.unclosed.append(stream)
            let surplus = max(0, state.unclosed.count - Self.mostUnclosed)
            defer { state.unclosed.removeFirst(surplus) }
            return Array(state.unclosed.prefix(surplus))
        }
    }

    /// Returns whether files are to be closed now, by the caller.
    func beginsClosing() -> Bool {
        state.withLock { state in
            guard !state.isClosing, state.isIdle, !state.unclosed.isEmpty else { return false }
            state.isClosing = true
            return true
        }
    }

    /// Returns the next file to close; nil when there is none, or somebody reads again.
    func nextToClose() -> ShareStream? {
        state.withLock { state in
            guard state.isIdle, !state.unclosed.isEmpty else {
                state.isClosing = false
                return nil
            }
            return state.unclosed.removeFirst()
        }
    }

    /// Returns all files that are open and read no more, for a caller that closes them.
    func takeUnclosed() -> [ShareStream] {
        state.withLock { state in
            defer { state.unclosed = [] }
            return state.unclosed
        }
    }
}
