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
    private let configuration: HTTPLoader.Configuration
    private let connections: ConnectionNumbers
    private struct Hop {
        var message: GObjectReference
        var hasConnection = false
        /// Whether that connection has probably served another message before.
        var isOnUsedConnection = false
        /// Interim answers (1xx) so far.
        var interim = 0
    }
    private let hop = Mutex<Hop?>(nil)

    /// Bytes read at once: a request that is stopped ends within one such chunk.
    static let chunk = 64 << 10
    /// Interim answers that one message may get. Honest servers send one.
    private static let interimLimit = 16

    /// Why an answer is not taken.
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

    /// A SoupMessage for one hop, which leaves redirects to us, and is the one whose priority changes from now on. On
    /// the session's thread.
    func message(for address: HTTPAddress, onNewConnection: Bool = false) throws -> GObjectReference {
        guard let message = address.message() else { throw Refusal(reason: .unreachable("its address is not a URL")) }
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
        if configuration.speaksHTTP1Alone { tessera_http_message_force_http1(message) }
        return reference
    }

    /// Message and exchange hold each other until `end`.
    private func connect(_ message: GObjectReference, _ signal: String, _ callback: GCallback) {
        tessera_signal_connect(
            message.pointer, signal, callback, Unmanaged.passRetained(self).toOpaque(),
            { context, _ in if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() } })
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
        cancelling.startDeadline(configuration.headTime)
        let isUsed = connections.isUsed(UInt64(soup_message_get_connection_id(message)))
        hop.withLock { $0?.isOnUsedConnection = isUsed }
        guard soup_message_get_http_version(message) != SOUP_HTTP_2_0 else { return }
        hop.withLock { $0?.hasConnection = true }
        soup_message_set_priority(message, SOUP_MESSAGE_PRIORITY_VERY_HIGH)
    }

    /// libsoup reads an interim answer away and waits for the next, as long as the server likes.
    private func countInterim() {
        let count = hop.withLock { hop in
            hop?.interim += 1
            return hop?.interim ?? 0
        }
        if count > Self.interimLimit {
            cancelling.stop(because: .unreachable("it sends one interim answer after another"))
        }
    }

    /// libsoup reads the body of an answer that it may ask for again (with a password, on another connection) into
    /// memory, however long it is, before anybody sees the head.
    private func checkHead(_ message: OpaquePointer) {
        let status = soup_message_get_status(message)
        guard status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_PROXY_UNAUTHORIZED
            || status == SOUP_STATUS_MISDIRECTED_REQUEST
        else { return }
        let fields = soup_message_get_response_headers(message)
        let isShort = soup_message_headers_get_encoding(fields) == SOUP_ENCODING_CONTENT_LENGTH
            && (0...Self.chunk).contains(soup_message_headers_get_content_length(fields))
        if !isShort { cancelling.stop(because: .httpStatus(Int(status.rawValue))) }
    }

    /// Whether the request may be sent once more because it failed on a connection that had served others: the server
    /// may close one at any time. libsoup would do so itself if it were not kept from it.
    func failedOnUsedConnection(_ error: GLibError) -> Bool {
        guard !cancelling.isStopped, !error.isIO(G_IO_ERROR_CANCELLED, G_IO_ERROR_TIMED_OUT) else { return false }
        return hop.withLock { $0?.isOnUsedConnection ?? false }
    }

    // MARK: Signals of the message

    private typealias Signal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private static let starting: Signal = { message, context in
        guard let message, let context else { return }
        Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue().start(message)
    }

    /// A connection is being made: the time for it and for TLS counts like that for the head.
    private static let networkEvent:
        @convention(c) (OpaquePointer?, GSocketClientEvent, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
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

    /// Keeps libsoup from sending the request once more by itself, which it does for methods that change nothing: the
    /// report of the first failure may come when the second try runs (`SoupDefect`). The request line is out.
    private static let wroteHead: Signal = { message, _ in
        if soup_message_get_http_version(message) != SOUP_HTTP_2_0 { soup_message_set_method(message, "POST") }
    }

    /// It is sent once more after all, for another reason.
    private static let restarted: Signal = { message, _ in soup_message_set_method(message, "GET") }

    /// Where the socket's readiness stands in the loop: behind that of more urgent exchanges. On any thread.
    var loopPriority: Int32 { ticket.priority.inLoop }

    /// What the caller is told about an error of libsoup's or of ours.
    func meaning(of error: any Error, timeoutSeconds: Int) -> any Error {
        let reason: LoadFailure.Reason
        switch error {
        case let refusal as Refusal: reason = refusal.reason
        case is ByteBuffer.OutOfMemory: reason = .unreadable("there is not enough memory for it")
        case let error as GLibError:
            if error.isIO(G_IO_ERROR_CANCELLED) {
                guard let said = cancelling.reason else { return CancellationError() }
                reason = said
            } else if error.isIO(G_IO_ERROR_TIMED_OUT) {
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
