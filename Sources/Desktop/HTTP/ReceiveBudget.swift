// Memory limit for the HTTP bodies that are being read.
import ImagePipeline
import Synchronization

/// A count of the bytes of all bodies that one session reads. Within the budget every body is read. Above it only the
/// most important one is, and the others leave their bytes in the sockets, where the servers have to wait, until it is
/// complete. So no byte that arrived is lost, and memory is bounded by the budget and one body of the greatest length.
///
/// Any thread.
final class ReceiveBudget: Sendable {
    private struct Reader {
        let exchange: HTTPExchange
        /// Order of arrival: of two readers that are equal otherwise, the earlier one reads.
        let number: Int
        var received = 0
        var waiting: CheckedContinuation<Void, Never>?
    }
    private struct State {
        var readers: [Reader] = []
        var total = 0
        var number = 0

        /// The most urgent reader; among those, the one that has received most, which is done first.
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

    /// - Parameter limit: bytes of bodies that are read concurrently.
    init(limit: Int) { self.limit = limit }

    /// Adds a body that is about to be read.
    func began(_ exchange: HTTPExchange) {
        state.withLock { state in
            state.number += 1
            state.readers.append(Reader(exchange: exchange, number: state.number))
        }
    }

    /// Removes a body whose bytes were handed on or released.
    func ended(_ exchange: HTTPExchange) {
        state.withLock { state in
            guard let index = state.index(of: exchange) else { return }
            state.total -= state.readers.remove(at: index).received
        }
        reconsider()
    }

    /// Counts `count` more bytes that are held of a body.
    func received(_ count: Int, _ exchange: HTTPExchange) {
        state.withLock { state in
            guard let index = state.index(of: exchange) else { return }
            state.readers[index].received += count
            state.total += count
        }
    }

    /// Waits until more of the body may be read, or until it is cancelled.
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

    /// Makes the waiting readers check again: a body has ended or was cancelled, or a priority has changed.
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
