// A door that tests hold shut until what they watch has come so far.
import Codecs

/// Opens once; threads wait by blocking, tasks by suspending.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Monitor(State())

    package init() {}

    package func open() {
        var waiting: [CheckedContinuation<Void, Never>] = []
        state.broadcast {
            $0.isOpen = true
            waiting = $0.waiting
            $0.waiting = []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// For threads of the tests' own only.
    package func block() { state.wait { $0.isOpen ? () : nil } }

    package func opened() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
