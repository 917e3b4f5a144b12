// The HTTP room: an actor on its own thread that owns the libsoup session and carries requests there and answers back.
import CDesktop
import CShim
public import ImagePipeline
import Photos

/// Sends requests and reads answers. An actor that lives on a thread with its own GLib loop, because libsoup calls back
/// on the loop that a request was started on; parsing and socket work never touch the main thread.
///
/// There is no cookie jar, no cache, no Referer, and no joining: two requests for one URL are two requests, sharing is
/// the pipeline's. A cancelled request's connection is closed (over HTTP/2: its stream), unless `CancelledTransfer` lets
/// the rest of its body come: then the answer is given as if nobody had cancelled.
public actor HTTPLoader: HTTPTransport {
    /// Limits and names of one session.
    public struct Configuration: Sendable {
        /// Connections to one host. libsoup's own default of 2 makes a grid of pictures wait.
        public var connectionsPerHost = 12
        /// Connections in all: a listing's host and its pictures' are two.
        public var connections = 24
        /// Seconds without a byte after which a request fails.
        public var timeoutSeconds = 15
        /// Seconds after which an unused connection is closed.
        public var idleSeconds = 60
        /// Redirects that one request follows. A step from https to http is never followed.
        public var redirectLimit = 5
        /// Which cancelled requests run to their end.
        public var cancelled = CancelledTransfer()
        /// Says who asks, as the services' terms want it.
        public var userAgent = "Tessera/0.1 (+https://github.com/tessera-photos)"

        /// The values above.
        public init() {}
    }

    nonisolated let configuration: Configuration
    private let executor: LoopExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// Made on the room's own thread, whose loop it calls back on from then on.
    private(set) lazy var session = tessera_http_session_new(
        Int32(configuration.connections), Int32(configuration.connectionsPerHost), Int32(configuration.timeoutSeconds),
        Int32(configuration.idleSeconds), configuration.userAgent)

    /// Starts the thread; the session comes with the first request.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        executor = LoopExecutor(name: "http")
    }

    // On the room's thread, where the session belongs.
    isolated deinit { g_object_unref(UnsafeMutableRawPointer(session)) }

    public nonisolated func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        try await answer(exchange(request, ticket, stage: .fetch))
    }

    /// The answer, whatever its status, to a request that is no picture's. It is as urgent as what is on the screen.
    /// - Throws: `LoadFailure` with stage `.listing`; `CancellationError`.
    nonisolated func listingAnswer(to request: TransferRequest, title: String) async throws -> TransferAnswer {
        let ticket = FetchTicket(title: title, priority: .visible)
        do {
            return try await answer(exchange(request, ticket, stage: .listing))
        } catch let interrupted as InterruptedTransfer {
            throw interrupted.cause
        }
    }

    private nonisolated func exchange(
        _ request: TransferRequest, _ ticket: FetchTicket, stage: LoadFailure.Stage
    ) -> HTTPExchange {
        HTTPExchange(request, ticket: ticket, stage: stage, cancelled: configuration.cancelled)
    }

    private nonisolated func answer(_ exchange: HTTPExchange) async throws -> TransferAnswer {
        try Task.checkCancellation()
        exchange.ticket.onPriorityChange { [executor] _ in
            // The first call comes at once, and the message will be made with the priority of its moment.
            if exchange.hasMessage { executor.post { exchange.follow() } }
        }
        defer {
            exchange.ticket.onPriorityChange { _ in }
            exchange.end()
        }
        do {
            return try await withTaskCancellationHandler {
                try await perform(exchange)
            } onCancel: {
                // On the room's thread, so that libsoup's own handler never runs beside libsoup. Only the finish
                // callback resumes the request.
                executor.post { exchange.cancelling.cancel() }
            }
        } catch {
            throw exchange.meaning(of: error, timeoutSeconds: configuration.timeoutSeconds)
        }
    }

    /// Follows redirects to the answer, then reads its body.
    private func perform(_ exchange: HTTPExchange) async throws -> TransferAnswer {
        var url = exchange.request.url
        for _ in 0...configuration.redirectLimit {
            if url.lowercased().hasPrefix("https:"), tessera_http_has_tls() == 0 {
                throw HTTPExchange.Refusal(
                    reason: .unreachable("this system has no TLS for GLib; install the package glib-networking"))
            }
            let message = try exchange.message(for: url)
            let stream = try await send(message, exchange)
            // Reads nothing more: an unread body ends its connection instead of being drained.
            defer { g_input_stream_close(stream.pointer.cast(), nil, nil) }
            let head = HTTPHead(of: message.pointer.opaque)
            guard let target = head.redirectTarget(from: url) else { return try await read(stream, head, exchange) }
            guard !(url.lowercased().hasPrefix("https:") && target.lowercased().hasPrefix("http:")) else {
                throw HTTPExchange.Refusal(reason: .unreachable("it redirects from https to http"))
            }
            try await drainIfSmall(stream, head, exchange)
            url = target
        }
        throw HTTPExchange.Refusal(reason: .unreachable("it redirects more than \(configuration.redirectLimit) times"))
    }

    /// Reads the body to its end. What has arrived outlives whatever stops it, but for a body above the limit.
    private func read(
        _ stream: GObjectReference, _ head: HTTPHead, _ exchange: HTTPExchange
    ) async throws -> TransferAnswer {
        let limit = exchange.request.byteLimit
        if let length = head.length, length > limit { throw HTTPExchange.Refusal(reason: .tooManyBytes(limit: limit)) }
        // One byte more than announced, so that the read that finds the end needs no more memory.
        var buffer = ByteBuffer(capacity: (head.length ?? HTTPExchange.chunk) + 1)
        let progress = HTTPProgress(head, exchange)
        progress.report(buffer.count, body: nil)
        defer { exchange.cancelling.bodyEnded() }
        do {
            while true {
                exchange.cancelling.bodyMoved(
                    left: head.length.map { $0 - buffer.count }, isMultiplexed: head.transfer.isMultiplexed)
                let count = try await readChunk(stream, into: buffer.room(upTo: HTTPExchange.chunk), exchange)
                if count == 0 { break }
                buffer.wrote(count)
                if buffer.count > limit { break }
                progress.report(buffer.count, body: buffer.copier)
            }
            // libsoup says so itself for HTTP/1; a stream of HTTP/2 may just end.
            if let length = head.length, buffer.count < length { throw HTTPExchange.Refusal(reason: .truncated) }
        } catch {
            let cause = exchange.meaning(of: error, timeoutSeconds: configuration.timeoutSeconds)
            throw InterruptedTransfer(head: head.transfer, received: buffer.take(), cause: cause)
        }
        if buffer.count > limit { throw HTTPExchange.Refusal(reason: .tooManyBytes(limit: limit)) }
        return TransferAnswer(head: head.transfer, body: buffer.take())
    }

    /// Reads a short body away, so that its connection can be used again.
    private func drainIfSmall(_ stream: GObjectReference, _ head: HTTPHead, _ exchange: HTTPExchange) async throws {
        guard let length = head.length, length <= HTTPExchange.chunk else { return }
        var buffer = ByteBuffer(capacity: length + 1)
        while true {
            let count = try await readChunk(stream, into: buffer.room(upTo: HTTPExchange.chunk), exchange)
            if count == 0 { return }
            buffer.wrote(count)
        }
    }

    // The two closures below run on this actor because they capture it: libsoup called from any other thread would
    // wait for ever.

    private func send(_ message: GObjectReference, _ exchange: HTTPExchange) async throws -> GObjectReference {
        try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            soup_session_send_async(
                session, message.pointer.opaque, exchange.loopPriority, exchange.cancelling.cancellable.pointer.cast(),
                { session, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let stream = soup_session_send_finish(session?.cast(), result, &error)
                    Reply<GObjectReference>.take(context)?.resume(
                        with: stream.map { .success(GObjectReference(adopting: $0)) }
                            ?? .failure(GLibError(adopting: error)))
                }, Reply(continuation).retained())
        }
    }

    private func readChunk(
        _ stream: GObjectReference, into room: UnsafeMutableRawBufferPointer, _ exchange: HTTPExchange
    ) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            g_input_stream_read_async(
                stream.pointer.cast(), room.baseAddress, UInt(room.count), exchange.loopPriority,
                exchange.cancelling.cancellable.pointer.cast(),
                { stream, result, context in
                    var error: UnsafeMutablePointer<GError>?
                    let count = stream.map { g_input_stream_read_finish($0.cast(), result, &error) } ?? -1
                    Reply<Int>.take(context)?.resume(
                        with: count >= 0 ? .success(count) : .failure(GLibError(adopting: error)))
                }, Reply(continuation).retained())
        }
    }
}

/// A continuation behind a C callback's context pointer.
private final class Reply<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The continuation behind `context`, whose retain is given back.
    static func take(_ context: UnsafeMutableRawPointer?) -> CheckedContinuation<Value, any Error>? {
        context.map { Unmanaged<Reply<Value>>.fromOpaque($0).takeRetainedValue().continuation }
    }
}
