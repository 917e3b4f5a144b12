// How much memory the bodies may take that are being read: beyond it all but the most important wait.
import ImagePipeline
import Synchronization

/// Counts the bytes of all bodies that one session reads. Within the budget everybody reads; beyond it the most important
/// one alone does, and the others leave their bytes in the sockets, where the servers have to wait, until it is done. So
/// nothing that came is lost, and the memory has a bound: the budget and one body of the greatest length.
///
/// Callable from any thread.
final class ReceiveBudget: Sendable {
    private struct Reader {
        let exchange: HTTPExchange
        /// Of two that are equal otherwise, the earlier reads.
        let number: Int
        var received = 0
        var waiting: CheckedContinuation<Void, Never>?
    }
    private struct State {
        var readers: [Reader] = []
        var total = 0
        var number = 0

        /// The most urgent; of those, the one that has come furthest, which is done first.
        var leader: Reader? {
            readers.max {
                ($0.exchange.ticket.priority, $0.received, -$0.number)
                    < ($1.exchange.ticket.priority, $1.received, -$1.number)
            }
        }

        func index(of exchange: HTTPExchange) -> Int? { readers.firstIndex { $0.exchange === exchange } }
    }
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes of bodies that are read beside one another.
    init(limit: Int) { self.limit = limit }

    /// A body is about to be read.
    func began(_ exchange: HTTPExchange) {
        state.withLock { state in
            state.number += 1
            state.readers.append(Reader(exchange: exchange, number: state.number))
        }
    }

    /// Its bytes are handed on, or let go of.
    func ended(_ exchange: HTTPExchange) {
        state.withLock { state in
            guard let index = state.index(of: exchange) else { return }
            state.total -= state.readers.remove(at: index).received
        }
        reconsider()
    }

    /// So many more bytes of it are held.
    func received(_ count: Int, _ exchange: HTTPExchange) {
        state.withLock { state in
            guard let index = state.index(of: exchange) else { return }
            state.readers[index].received += count
            state.total += count
        }
    }

    /// Returns once more of the body may be read, or when it is cancelled.
    /// - Returns: whether it had to wait.
    func room(for exchange: HTTPExchange) async -> Bool {
        var hasWaited = false
        while !hasRoom(exchange) {
            hasWaited = true
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state -> Bool in
                    guard let index = state.index(of: exchange), !mayRead(exchange, state) else { return true }
                    state.readers[index].waiting = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        }
        return hasWaited
    }

    /// Lets those who wait look again: a body has ended or was cancelled, or a priority has changed.
    func reconsider() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.readers.indices.compactMap { index in
                let waiting = state.readers[index].waiting
                state.readers[index].waiting = nil
                return waiting
            }
        }
        for continuation in waiting { continuation.resume() }
    }

    private func hasRoom(_ exchange: HTTPExchange) -> Bool { state.withLock { mayRead(exchange, $0) } }

    private func mayRead(_ exchange: HTTPExchange, _ state: borrowing State) -> Bool {
        state.total < limit || exchange.cancelling.isStopped || state.leader?.exchange === exchange
    }
}
