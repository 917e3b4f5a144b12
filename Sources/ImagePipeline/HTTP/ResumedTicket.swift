// The ticket of a resumed transfer, which reports the body from its first byte.
import Synchronization

/// A ticket between the original one and a transport that is asked for the rest of a body.
///
/// The transport copies only what it has received; the loader needs the body from its beginning. The head of the
/// response decides whether the server continues or starts over, and the first report shows which: it counts from the
/// offset, or from 0.
final class ResumedTicket: Sendable {
    /// The ticket for the transport.
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

    /// Ends the transfer. Until then the two tickets retain each other.
    func end() { outer.onPriorityChange { _ in } }

    private final class Decision: Sendable {
        /// Whether the server continues; nil before the first report.
        let goesOn = Mutex<Bool?>(nil)
    }
}
