// When the memory cache gives memory back, and when it may have it again: under pressure, and while nobody looks.
import Synchronization

/// Trims a memory cache for the system's warnings and for a hidden window, and relaxes it after a quiet time.
///
/// Isolation: callable from any thread; waits in tasks of its own, which keep nothing but the relief alive.
public final class MemoryRelief: Sendable {
    private struct State {
        /// Counts warnings: a quiet time is one in which the number stays the same.
        var warnings = 0
        var isPressed = false
        var isHidden = false
        /// Counts changes of visibility.
        var turns = 0
    }

    private let memory: MemoryCache
    private let quiet: Duration
    private let patience: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - quiet: without a warning, after which the limit is lifted; long enough that the cache does not grow back
    ///     while the system is still in need.
    ///   - patience: for which a window stays hidden before its pictures go: a glance at another window costs nothing.
    ///   - sleep: waits; a virtual clock in tests.
    public init(
        memory: MemoryCache, quiet: Duration = .seconds(30), patience: Duration = .seconds(10),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.memory = memory
        self.quiet = quiet
        self.patience = patience
        self.sleep = sleep
    }

    /// The system wants memory back: trimmed before this returns.
    public func report(_ pressure: MemoryCache.Pressure) {
        let number = state.withLock { state in
            state.warnings += 1
            state.isPressed = true
            return state.warnings
        }
        memory.trim(to: pressure)
        Task { [self] in
            guard (try? await sleep(quiet)) != nil else { return }
            let isOver = state.withLock { state in
                guard state.warnings == number else { return false }
                state.isPressed = false
                return !state.isHidden
            }
            if isOver { memory.relax() }
        }
    }

    /// The window is seen no more, or again. A tenth of the budget stays once it has been hidden for a while.
    public func setHidden(_ isHidden: Bool) {
        let (turn, mayRelax) = state.withLock { state in
            guard state.isHidden != isHidden else { return (Int?.none, false) }
            state.isHidden = isHidden
            state.turns += 1
            return (isHidden ? state.turns : nil, !isHidden && !state.isPressed)
        }
        if mayRelax { memory.relax() }
        guard let turn else { return }
        Task { [self] in
            guard (try? await sleep(patience)) != nil else { return }
            if state.withLock({ $0.turns == turn }) { memory.trim(to: .hidden) }
        }
    }
}
