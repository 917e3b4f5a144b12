// When the loader has nothing to do, and how much may be done then for later.
import Synchronization

/// The pauses of a loader, and the time that work in them may take. One for the life of a loader. Callable from any
/// task.
final class LoaderIdleness: Sendable {
    private struct State: Sendable {
        /// Requests by others that had been made at the last look.
        var known: Int?
        /// Requests by the work in pauses itself, which do not end them.
        var own = 0
        /// Time that work in pauses has taken.
        var spent = Duration.zero
    }

    private let core: LoaderCore
    private var configuration: LoaderConfiguration { core.configuration }
    private let state = Mutex(State())

    /// Time without a request after which a pause begins. The grid has rested for twelve frames before it asks.
    private static let pause = Duration.milliseconds(100)

    init(of core: LoaderCore) { self.core = core }

    /// Waits until there has been nothing else to do for a while, and the loader is not suspended.
    /// - Returns: False where nothing more is to be done in pauses: the task was cancelled, the system saves power, or
    ///   the allowance is used up.
    func comes() async -> Bool {
        while mayGoOn {
            if core.gate.isClosed {
                await core.gate.pass()
            } else if isPause {
                return true
            } else if (try? await configuration.clock.sleep(for: Self.pause)) == nil {
                return false
            }
        }
        return false
    }

    /// Notes a request that work in a pause is about to make.
    func noteOwnRequest() { state.withLock { $0.own += 1 } }

    /// Charges the time of some work to the allowance.
    func spend<Result>(_ work: () async -> Result) async -> Result {
        let start = configuration.now()
        let result = await work()
        state.withLock { $0.spent += configuration.now() - start }
        return result
    }

    private var mayGoOn: Bool {
        !Task.isCancelled && configuration.allowsBackfill()
            && state.withLock { $0.spent < configuration.backfillAllowance }
    }

    /// Whether nothing is under way, and nothing was asked since the last look.
    private var isPause: Bool {
        let counters = core.counters
        return state.withLock { state in
            let others = counters.requests - state.own
            defer { state.known = others }
            return state.known == others && counters.inFlightFetches == 0 && counters.inFlightDecodes == 0
        }
    }
}
