// The response of the memory cache to memory pressure and to a hidden window.
import Synchronization

/// The policy that trims a memory cache on the system's warnings and while the window is hidden, and restores its limit
/// afterwards.
///
/// Isolation: callable from any thread; waits in tasks of its own, which keep only this object alive.
public final class MemoryRelief: Sendable {
    private struct State {
        /// Number of warnings; the quiet time restarts when it changes.
        var warnings = 0
        var isPressed = false
        var isHidden = false
        /// Number of changes of visibility.
        var changes = 0
    }

    private let memory: MemoryCache
    private let quiet: Duration
    private let patience: Duration
    private let clock: any Clock<Duration>
    private let afterwards: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a relief for `memory`.
    /// - Parameters:
    ///   - quiet: time without a warning after which the limit is restored; long enough that the cache does not grow
    ///     back while the system is still short of memory.
    ///   - patience: time for which a window stays hidden before its images are evicted, so that a glance at another
    ///     window costs nothing.
    ///   - clock: a virtual one in tests.
    ///   - afterwards: called in a task whenever the cache has been trimmed, to give the freed memory back to the
    ///     system.
    public init(
        memory: MemoryCache, quiet: Duration = .seconds(30), patience: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock(), afterwards: @escaping @Sendable () -> Void = {}
    ) {
        self.memory = memory
        self.quiet = quiet
        self.patience = patience
        self.clock = clock
        self.afterwards = afterwards
    }

    /// Trims the cache before it returns, and restores the limit after a quiet time.
    public func report(_ pressure: MemoryCache.Pressure) {
        let number = state.withLock { state in
            state.warnings += 1
            state.isPressed = true
            return state.warnings
        }
        memory.trim(to: pressure)
        Task { [self] in
            afterwards()
            guard (try? await clock.sleep(for: quiet)) != nil else { return }
            let isOver = state.withLock { state in
                guard state.warnings == number else { return false }
                state.isPressed = false
                return !state.isHidden
            }
            if isOver { memory.relax() }
        }
    }

    /// Tells whether the window is hidden. Once it has been hidden for `patience`, the cache is trimmed to a tenth of
    /// its budget.
    public func setHidden(_ isHidden: Bool) {
        let (change, mayRelax) = state.withLock { state in
            guard state.isHidden != isHidden else { return (Int?.none, false) }
            state.isHidden = isHidden
            state.changes += 1
            return (isHidden ? state.changes : nil, !isHidden && !state.isPressed)
        }
        if mayRelax { memory.relax() }
        guard let change else { return }
        Task { [self] in
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            guard state.withLock({ $0.changes == change }) else { return }
            memory.trim(to: .hidden)
            afterwards()
        }
    }
}
