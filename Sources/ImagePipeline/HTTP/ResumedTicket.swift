// The ticket of a transfer that goes on from an earlier one: who looks at the body sees it from its first byte.
import Synchronization

/// Stands between a ticket and a transport that is asked for the rest of a body.
///
/// The transport copies what it has received itself; the loader wants the body from its beginning. Only the answer's
/// head decides whether the server goes on or starts over, and the first report tells: it counts from the offset, or
/// from 0.
final class ResumedTicket: Sendable {
    /// The transport's.
    let inner: FetchTicket
    private let outer: FetchTicket

    init(_ outer: FetchTicket, after beginning: EncodedBytes) {
        let decision = Decision()
        self.outer = outer
        inner = FetchTicket(title: outer.title, priority: outer.priority, isReload: outer.isReload) { progress, body in
            let goesOn = decision.goesOn.withLock { goesOn in
                goesOn = goesOn ?? (progress.received == beginning.count)
                return goesOn == true
            }
            guard goesOn, let body else { return outer.report(progress, body: body) }
            outer.report(progress) { beginning.followed(by: body()) }
        }
        outer.onPriorityChange { [inner] priority in inner.setPriority(priority) }
    }

    /// The transfer is over. Until then the two tickets hold each other.
    func end() { outer.onPriorityChange { _ in } }

    private final class Decision: Sendable {
        /// Nil before the first report.
        let goesOn = Mutex<Bool?>(nil)
    }
}
