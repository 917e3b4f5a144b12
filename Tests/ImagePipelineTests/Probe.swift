// Waiting in tests: for a change that someone reports, never for time to pass.
import Synchronization

/// State that test doubles change and tests wait on.
final class Probe<State: Sendable>: Sendable {
    private struct Box {
        var state: State
        var waiters: [Int: (isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = [:]
        var numbers = 0
    }
    private let box: Mutex<Box>

    init(_ state: State) { box = Mutex(Box(state: state)) }

    var state: State { box.withLock { $0.state } }

    @discardableResult
    func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
        let (value, met) = box.withLock { box in
            let value = body(&box.state)
            let met = box.waiters.filter { $0.value.isMet(box.state) }
            for number in met.keys { box.waiters[number] = nil }
            return (value, met.values.map(\.continuation))
        }
        for continuation in met { continuation.resume() }
        return value
    }

    /// Ends when the task is cancelled, too: a test that waits in vain is cancelled by its suite's time limit, and
    /// fails.
    /// - Parameter endsWhenCancelled: false for doubles that notice it themselves.
    func until(endsWhenCancelled: Bool = true, _ isMet: @escaping @Sendable (State) -> Bool) async {
        let number = box.withLock { box in
            box.numbers += 1
            return box.numbers
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = box.withLock { box in
                    if isMet(box.state) || (endsWhenCancelled && Task.isCancelled) { return true }
                    box.waiters[number] = (isMet, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            guard endsWhenCancelled else { return }
            box.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}

/// Lets other tasks run until `condition` holds: for what the loader does not report. Ends by the suite's time limit.
///
/// It looks at background priority, and the continuation keeps the waiting test from raising that: the pool's few
/// threads serve higher priorities first, so looking at the test's own would keep what it waits for from ever running.
func eventually(_ condition: @escaping @Sendable () async -> Bool) async {
    let isOver = Probe(false)
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            Task.detached(priority: .background) {
                while !isOver.state, await !condition() { await Task.yield() }
                continuation.resume()
            }
        }
    } onCancel: {
        isOver.change { $0 = true }
    }
}
