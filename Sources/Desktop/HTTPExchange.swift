// One request through all its redirects: what is sent, how urgent it is now, and what its errors mean.
import CDesktop
import CShim
import ImagePipeline
import Photos
import Synchronization

/// A request that is under way. Its message of the moment is what a change of the priority reaches.
final class HTTPExchange: Sendable {
    let request: TransferRequest
    let ticket: FetchTicket
    let stage: LoadFailure.Stage
    let cancelling: HTTPCancelling
    private struct Hop {
        var message: GObjectReference
        var hasConnection = false
    }
    private let hop = Mutex<Hop?>(nil)

    /// Bytes read at once: a request that is stopped ends within one such chunk.
    static let chunk = 64 << 10

    /// Why an answer is not taken.
    struct Refusal: Error { let reason: LoadFailure.Reason }

    init(_ request: TransferRequest, ticket: FetchTicket, stage: LoadFailure.Stage, cancelled: CancelledTransfer) {
        self.request = request
        self.ticket = ticket
        self.stage = stage
        cancelling = HTTPCancelling(cancelled)
    }

    /// A SoupMessage for one hop, which leaves redirects to us, and is the one whose priority changes from now on. On
    /// the session's thread.
    func message(for url: String) throws -> GObjectReference {
        guard let message = soup_message_new("GET", url) else {
            throw Refusal(reason: .unreachable("“\(url)” is not a URL"))
        }
        let reference = GObjectReference(adopting: UnsafeMutableRawPointer(message))
        soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        let fields = soup_message_get_request_headers(message)
        for (name, value) in request.headers { soup_message_headers_replace(fields, name, value) }
        hop.withLock { $0 = Hop(message: reference) }
        soup_message_set_priority(message, ticket.priority.ofMessage)
        // Message and exchange hold each other until `end`.
        tessera_signal_connect(
            reference.pointer, "starting", unsafeBitCast(Self.starting, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(),
            { context, _ in if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() } })
        return reference
    }

    /// Lets go of the last hop's message. On any thread.
    func end() { hop.withLock { $0 = nil } }

    /// Whether there is a message to change the priority of. On any thread.
    var hasMessage: Bool { hop.withLock { $0 != nil } }

    /// Brings the message to the ticket's present priority: libsoup puts it in its place among those that wait for a
    /// connection, or gives its stream another share of one. On the session's thread.
    func follow() {
        guard let hop = hop.withLock({ $0 }), !hop.hasConnection else { return }
        soup_message_set_priority(hop.message.pointer.opaque, ticket.priority.ofMessage)
    }

    /// The message has got a connection. Unless it shares it (HTTP/2), it is put before all that wait: libsoup 3.2
    /// frees a connection when it comes upon the finished message in its queue, and gives it to one that stands behind.
    /// Those in front, the more urgent ones, have been passed over by then.
    private func start(_ message: OpaquePointer) {
        guard soup_message_get_http_version(message) != SOUP_HTTP_2_0 else { return }
        hop.withLock { $0?.hasConnection = true }
        soup_message_set_priority(message, SOUP_MESSAGE_PRIORITY_VERY_HIGH)
    }

    private static let starting: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
        guard let message = $0, let context = $1 else { return }
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().start(message)
    }

    /// Where the socket's readiness stands in the loop: behind that of more urgent exchanges. On any thread.
    var loopPriority: Int32 { ticket.priority.inLoop }

    /// What the caller is told about an error of libsoup's or of ours.
    func meaning(of error: any Error, timeoutSeconds: Int) -> any Error {
        let reason: LoadFailure.Reason
        switch error {
        case let refusal as Refusal: reason = refusal.reason
        case let error as GLibError:
            if error.isIO(G_IO_ERROR_CANCELLED) { return CancellationError() }
            if error.isIO(G_IO_ERROR_TIMED_OUT) {
                reason = .timedOut(seconds: timeoutSeconds)
            } else if error.isIO(G_IO_ERROR_PARTIAL_INPUT) {
                // A body that ends before its announced length.
                reason = .truncated
            } else {
                reason = .unreachable(error.message)
            }
        default: return error
        }
        return LoadFailure(stage: stage, culprit: ticket.title, reason: reason)
    }
}

extension LoadPriority {
    /// The highest of libsoup's is kept for those that have a connection.
    fileprivate var ofMessage: SoupMessagePriority {
        switch self {
        case .visible: SOUP_MESSAGE_PRIORITY_HIGH
        case .ahead: SOUP_MESSAGE_PRIORITY_NORMAL
        case .behind: SOUP_MESSAGE_PRIORITY_LOW
        case .speculative: SOUP_MESSAGE_PRIORITY_VERY_LOW
        }
    }

    /// Visible reads stand beside the room's own jobs; the others, behind.
    fileprivate var inLoop: Int32 { G_PRIORITY_DEFAULT + 10 * Int32(LoadPriority.visible.rawValue - rawValue) }
}
