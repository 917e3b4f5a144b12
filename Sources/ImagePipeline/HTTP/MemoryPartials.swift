// Partial transfers in memory, for a program without a disk cache.
import Synchronization

/// The newest partial transfers, up to a number of bytes. Callable from any thread.
final class MemoryPartials: PartialStore {
    private struct State {
        var partials: [FetchKey: PartialTransfer] = [:]
        /// Keys, oldest first.
        var order: [FetchKey] = []
        var bytes = 0

        mutating func remove(_ key: FetchKey) {
            guard let old = partials.removeValue(forKey: key) else { return }
            order.removeAll { $0 == key }
            bytes -= old.bytes.count
        }
    }
    private let budget: Int
    private let state = Mutex(State())

    init(budget: Int) { self.budget = budget }

    func partial(for key: FetchKey, priority: LoadPriority) -> PartialTransfer? {
        state.withLock { $0.partials[key] }
    }

    func keep(_ partial: PartialTransfer, for key: FetchKey) {
        state.withLock { state in
            state.remove(key)
            guard partial.bytes.count <= budget else { return }
            state.partials[key] = partial
            state.order.append(key)
            state.bytes += partial.bytes.count
            while state.bytes > budget, let oldest = state.order.first { state.remove(oldest) }
        }
    }

    func removePartial(for key: FetchKey) { state.withLock { $0.remove(key) } }
}
