// Evaluation of the faults for each request.
import Photos
import Synchronization

/// Active faults, and the counts of the requests that their rules have examined. Callable from any thread.
final class FaultSwitchboard: Sendable {
    /// Faults of one request.
    struct Verdict: Hashable, Sendable {
        var delayMilliseconds = 0
        var bytesPerSecond = 0
        var listShift = 0
        var listing = ListingFaults()
        var caching = Caching()
        var effect: Faults.Effect?
    }

    private struct State {
        var faults: Faults
        var seen: [Int]
        var random = SplitMix(seed: 1)
    }

    private let state: Mutex<State>

    init(_ faults: Faults) {
        state = Mutex(State(faults: faults, seen: Array(repeating: 0, count: faults.rules.count)))
    }

    /// Active faults. Setting them resets the count of every rule.
    var faults: Faults {
        get { state.withLock { $0.faults } }
        set {
            state.withLock {
                $0.faults = newValue
                $0.seen = Array(repeating: 0, count: newValue.rules.count)
            }
        }
    }

    func verdict(for host: ServiceHost) -> Verdict {
        state.withLock { state in
            var verdict = Verdict()
            if let latency = state.faults.latency[host] {
                verdict.delayMilliseconds = latency.milliseconds
                if latency.jitter > 0 {
                    verdict.delayMilliseconds += Int.random(in: 0...latency.jitter, using: &state.random)
                }
            }
            verdict.bytesPerSecond = state.faults.bytesPerSecond[host] ?? 0
            verdict.listShift = state.faults.listShift
            verdict.listing = state.faults.listing
            verdict.caching = state.faults.caching
            for (index, rule) in state.faults.rules.enumerated() where rule.host == nil || rule.host == host {
                state.seen[index] += 1
                let picked =
                    switch rule.trigger {
                    case .always: true
                    case .every(let count): count > 0 && state.seen[index] % count == 0
                    case .once(let count): state.seen[index] == count
                    }
                if picked && verdict.effect == nil { verdict.effect = rule.effect }
            }
            return verdict
        }
    }
}
