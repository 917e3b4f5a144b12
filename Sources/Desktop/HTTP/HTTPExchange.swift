// One HTTP request across its redirects: its messages, their current priority and the meaning of their errors.
import CGLib
import CLoop
import CSoup
import Codecs
import ImagePipeline
import Photos
import Synchronization

/// A request in progress. Priority changes apply to the message of the current hop.
final class HTTPExchange: Sendable {
    let request: TransferRequest
    let ticket: FetchTicket
    let stage: LoadFailure.Stage
    let cancelling: HTTPCancelling
    private let configuration: HTTPLoader.Configuration
    private let connections: ConnectionNumbers
    private struct Hop {
        var message: GObjectReference
        var hasConnection = false
        /// Whether that connection has probably served another message before.
        var isOnUsedConnection = false
        /// Number of interim answers (1xx) so far.
        var interim = 0
    }
    private let hop = Mutex<Hop?>(nil)
    private struct Reach {
        /// How near the current hop is: as its address says, or its connection.
        var now = HTTPNearness.world
        /// How near it may be; nil for the address that was asked for.
        var most: HTTPNearness?
    }
    private let reach = Mutex(Reach())

    /// Bytes of one read: a stopped request ends within one such chunk.
    static let chunk = 64 << 10
    /// Most interim answers accepted for one message. Honest servers send one.
    private static let interimLimit = 16

    /// The reason for rejecting an answer.
    struct Refusal: Error { let reason: LoadFailure.Reason }

    init(
        _ request: TransferRequest, ticket: FetchTicket, stage: LoadFailure.Stage,
        configuration: HTTPLoader.Configuration, connections: ConnectionNumbers
    ) {
        self.request = request
        self.ticket = ticket
        self.stage = stage
        self.configuration = configuration
        self.connections = connections
        cancelling = HTTPCancelling(configuration.cancelled)
    }

    /// Creates the SoupMessage of one hop, whose priority follows the ticket from now on. libsoup does not follow its
    /// redirects; `HTTPLoader` does. Call on the session's thread.
    func message(for address: HTTPAddress, onNewConnection: Bool = false) throws -> GObjectReference {
        guard let message = address.message() else {
            throw Refusal(reason: .unreachable(Message("its address is not a URL")))
        }
        let reference = GObjectReference(adopting: UnsafeMutableRawPointer(message))
        soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        if onNewConnection { soup_message_add_flags(message, SOUP_MESSAGE_NEW_CONNECTION) }
        let fields = soup_message_get_request_headers(message)
        for (name, value) in request.headers { soup_message_headers_replace(fields, name, value) }
        hop.withLock { $0 = Hop(message: reference) }
        soup_message_set_priority(message, ticket.priority.ofMessage)
        connect(reference, "starting", unsafeBitCast(Self.starting, to: GCallback.self))
        connect(reference, "network-event", unsafeBitCast(Self.networkEvent, to: GCallback.self))
        connect(reference, "got-informational", unsafeBitCast(Self.gotInterim, to: GCallback.self))
        connect(reference, "got-headers", unsafeBitCast(Self.gotHead, to: GCallback.self))
        connect(reference, "wrote-headers", unsafeBitCast(Self.wroteHead, to: GCallback.self))
        connect(reference, "restarted", unsafeBitCast(Self.restarted, to: GCallback.self))
        if configuration.speaksHTTP1Alone { SoupDefect.forceHTTP1?(message, 1) }
        return reference
    }

    /// Connects a handler. Message and exchange hold each other until `end`.
    private func connect(_ message: GObjectReference, _ signal: String, _ callback: GCallback) {
        tessera_signal_connect(
            message.pointer, signal, callback, Unmanaged.passRetained(self).toOpaque(),
            { context, _ in if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() } })
    }

    /// Notes the address that was asked for, which may be anywhere.
    func begin(at address: HTTPAddress) {
        let nearness = configuration.nearness(address.host)
        reach.withLock { $0 = Reach(now: nearness) }
    }

    /// Holds the next hop to the nearness of the last one.
    /// - Throws: `Refusal` where the target's address says already that it is nearer.
    func redirect(to target: HTTPAddress) throws {
        let nearness = configuration.nearness(target.host)
        let isAllowed = reach.withLock { reach in
            let most = reach.now
            reach = Reach(now: nearness, most: most)
            return nearness <= most
        }
        if !isAllowed { throw Refusal(reason: Self.tooNear) }
    }

    private static let tooNear = LoadFailure.Reason.unreachable(
        Message("it redirects to an address of this computer or of a private network"))

    /// Judges the connection that a message has got, new or used, before the request is sent on it: any name may stand
    /// for any address, and for another one at each look-up.
    private func checkReach(_ message: OpaquePointer) {
        guard let host = HTTPNearness.host(of: message) else { return }
        let nearness = configuration.nearness(host)
        let isAllowed = reach.withLock { reach in
            reach.now = max(reach.now, nearness)
            return reach.most.map { reach.now <= $0 } ?? true
        }
        if !isAllowed { cancelling.stop(because: Self.tooNear) }
    }

    /// Releases the message of the last hop. Any thread.
    func end() { hop.withLock { $0 = nil } }

    /// Whether there is a message whose priority can change. Any thread.
    var hasMessage: Bool { hop.withLock { $0 != nil } }

    /// Gives the message the ticket's current priority: libsoup reorders it among the messages that wait for a
    /// connection, or changes its stream's share of a connection. Call on the session's thread.
    func follow() {
        guard let hop = hop.withLock({ $0 }), !hop.hasConnection else { return }
        soup_message_set_priority(hop.message.pointer.opaque, ticket.priority.ofMessage)
    }

    /// Handles a message that has got a connection. Unless the connection is shared (HTTP/2), the message moves to the
    /// front of libsoup's queue: libsoup 3.2 frees a connection when it reaches the finished message in its queue, and
    /// gives it to a message further back. The messages in front, which are more urgent, have been passed over by then.
    private func start(_ message: OpaquePointer) {
        checkReach(message)
        cancelling.startDeadline(configuration.headTime)
        let isUsed = connections.isUsed(UInt64(soup_message_get_connection_id(message)))
        hop.withLock { $0?.isOnUsedConnection = isUsed }
        guard soup_message_get_http_version(message) != SOUP_HTTP_2_0 else { return }
        hop.withLock { $0?.hasConnection = true }
        soup_message_set_priority(message, SOUP_MESSAGE_PRIORITY_VERY_HIGH)
    }

    /// Counts an interim answer and stops the exchange above the limit. libsoup discards each one and waits for the
    /// next, for as long as the server sends them.
    private func countInterim() {
        let count = hop.withLock { hop in
            hop?.interim += 1
            return hop?.interim ?? 0
        }
        if count > Self.interimLimit {
            cancelling.stop(because: .unreachable(Message("it sends one interim answer after another")))
        }
    }

    /// Stops the exchange when libsoup may send the request again (with a password, or on another connection) and the
    /// body is not announced as short: libsoup reads such a body into memory, however long it is, before it reports the
    /// head.
    private func checkHead(_ message: OpaquePointer) {
        let status = soup_message_get_status(message)
        guard
            status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_PROXY_UNAUTHORIZED
                || status == SOUP_STATUS_MISDIRECTED_REQUEST
        else { return }
        let fields = soup_message_get_response_headers(message)
        let isShort =
            soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH
            && (0...Self.chunk).contains(soup_message_headers_get_content_length(fields))
        if !isShort { cancelling.stop(because: .httpStatus(Int(status.rawValue))) }
    }

    /// Returns whether the request may be sent again because it failed on a connection that had served others: the
    /// server may close such a connection at any time. libsoup would send it again itself, but `wroteHead` prevents
    /// that.
    func failedOnUsedConnection(_ error: GLibError) -> Bool {
        guard !cancelling.isStopped, !error.isIO(G_IO_ERROR_CANCELLED, G_IO_ERROR_TIMED_OUT) else { return false }
        return hop.withLock { $0?.isOnUsedConnection ?? false }
    }

    // MARK: Message signals

    private typealias Signal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private static let starting: Signal = { message, context in
        guard let message, let context else { return }
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().start(message)
    }

    /// Starts the deadline of the head when a connection is being made, so that connecting and TLS count towards it.
    private static let networkEvent:
        @convention(c) (OpaquePointer?, GSocketClientEvent, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
            {
                _, event, _, context in
                guard event == G_SOCKET_CLIENT_RESOLVING, let context else { return }
                let exchange = Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
                exchange.cancelling.startDeadline(exchange.configuration.headTime)
            }

    private static let gotInterim: Signal = { _, context in
        guard let context else { return }
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().countInterim()
    }

    private static let gotHead: Signal = { message, context in
        guard let message, let context else { return }
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().checkHead(message)
    }

    /// Prevents libsoup from sending the request again by itself, which it does for methods that change nothing: the
    /// first failure may be reported while the second attempt runs (`SoupDefect`). The request line, with GET, has been
    /// sent by then.
    private static let wroteHead: Signal = { message, _ in
        if soup_message_get_http_version(message) != SOUP_HTTP_2_0 { soup_message_set_method(message, "POST") }
    }

    /// Restores the method when libsoup sends the request again for another reason.
    private static let restarted: Signal = { message, _ in soup_message_set_method(message, "GET") }

    /// Priority of socket reads in the thread's loop: below that of more urgent exchanges. Any thread.
    var loopPriority: Int32 { ticket.priority.inLoop }

    /// Returns the error to report to the caller for an error of libsoup or of this file.
    func meaning(of error: any Error, timeoutSeconds: Int) -> any Error {
        let reason: LoadFailure.Reason
        switch error {
        case let refusal as Refusal: reason = refusal.reason
        case is ByteBuffer.OutOfMemory: reason = .unreadable(Message("not enough memory for it"))
        case let error as GLibError:
            if error.isIO(G_IO_ERROR_CANCELLED) {
                guard let said = cancelling.reason else { return CancellationError() }
                reason = said
            } else if error.isIO(G_IO_ERROR_TIMED_OUT) {
                reason = .timedOut(seconds: timeoutSeconds)
            } else if error.isIO(G_IO_ERROR_PARTIAL_INPUT) {
                // The body ended before its announced length.
                reason = .truncated
            } else {
                reason = .unreachable(.verbatim(error.message))
            }
        default: return error
        }
        return LoadFailure(stage: stage, culprit: ticket.title, reason: reason)
    }
}

extension LoadPriority {
    /// Priority for libsoup, whose highest level is reserved for messages that have a connection.
    fileprivate var ofMessage: SoupMessagePriority {
        switch self {
        case .visible: SOUP_MESSAGE_PRIORITY_HIGH
        case .ahead: SOUP_MESSAGE_PRIORITY_NORMAL
        case .behind: SOUP_MESSAGE_PRIORITY_LOW
        case .speculative: SOUP_MESSAGE_PRIORITY_VERY_LOW
        }
    }

    /// Priority in the thread's loop: reads for visible photos equal the actor's own jobs, all others come after them.
    fileprivate var inLoop: Int32 { G_PRIORITY_DEFAULT + 10 * Int32(LoadPriority.visible.rawValue - rawValue) }
}
