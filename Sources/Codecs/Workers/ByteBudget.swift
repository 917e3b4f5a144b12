// Memory limit for all concurrent decodes: large images wait for each other.

/// A number of bytes that threads acquire and release. First come, first served, so that a large image is not passed
/// over for ever. Blocks the calling thread: for worker threads only, each holding at most one share.
final class ByteBudget: MemoryBudget {
    let limit: Int

    private struct State {
        var used = 0
        var peak = 0
        var nextTicket = 0
        var served = 0
    }
    private let state = Monitor(State())

    init(limit: Int) { self.limit = limit }

    /// Waits until `bytes` fit. More than the whole budget is granted when nothing else is held.
    func acquire(_ bytes: Int) {
        let ticket = state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
        state.wait { (state: inout State) -> Void? in
            guard state.served == ticket, state.used == 0 || state.used + bytes <= self.limit else { return nil }
            state.used += bytes
            state.peak = max(state.peak, state.used)
            state.served += 1
            return ()
        }
        state.broadcast { _ in }
    }

    func release(_ bytes: Int) { state.broadcast { $0.used -= bytes } }

    /// Bytes held now, and the most that were ever held.
    var used: Int { state.withLock { $0.used } }
    var peak: Int { state.withLock { $0.peak } }
}
