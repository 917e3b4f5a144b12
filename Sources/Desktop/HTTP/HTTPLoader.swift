// The HTTP transport: an actor with its own thread and its own libsoup sessions.
import CGLib
import CSoup
import Codecs
public import ImagePipeline
import Photos

/// An HTTP client. The actor runs on a thread with its own GLib loop, because libsoup calls back on the loop where a
/// request was started; parsing and socket work never touch the main thread.
///
/// There are no cookies, no cache and no Referer, and requests are not joined: two requests for one URL are two
/// transfers, because sharing is the task of the pipeline. Cancelling a request closes its connection (over HTTP/2: its
/// stream), unless `CancelledTransfer` lets the rest of its body arrive; then the answer is returned as if the request
/// had not been cancelled.
public actor HTTPLoader: HTTPTransport {
    /// Limits and settings of one session.
    public struct Configuration: Sendable {
        /// Most connections to one host. With libsoup's default of 2, a grid of photos waits.
        public var connectionsPerHost = 12
        /// Most connections in total, to this machine and to all others: a source has one host for its listing and one
        /// for its photos.
        public var connections = 24
        /// Seconds without a byte after which a request fails.
        public var timeoutSeconds = 15
        /// Seconds after which an unused connection is closed.
        public var idleSeconds = 60
        /// Most redirects that one request follows. A redirect from https to http is never followed.
        public var redirectLimit = 5
        /// Time limit for the head of an answer, counted from the moment when its connection is being made and again
        /// from the moment when the request is sent. With `timeoutSeconds` alone a server could send a byte at a time
        /// for days. Twice what a satellite link with twelve transfers takes.
        public var headTime: Duration = .seconds(60)
        /// The slowest pace at which a body may arrive.
        public var pace = TransferPace.Rule()
        /// Bytes of bodies that are read concurrently; above this only the most important one is read. Twice the
        /// pipeline's budget for bytes that wait to be decoded, which is how much visible photos may take.
        public var receiveBudget = 32 << 20
        /// The rule for which cancelled requests run to their end.
        public var cancelled = CancelledTransfer()
        /// Whether only HTTP/1.1 is used, because the loaded libsoup may crash after an HTTP/2 error (`SoupDefect`).
        public var speaksHTTP1Alone = SoupDefect.isPresent
        /// Judges a host as an address or a connection has it. A redirect never leads nearer than it comes from.
        public var nearness: @Sendable (String) -> HTTPNearness = { HTTPNearness(host: $0) }
        /// The clock for `pace`.
        public var now: @Sendable () -> ContinuousClock.Instant = { .now }
        /// The User-Agent field, which the terms of the photo services ask for.
        public var userAgent = "Tessera/0.1 (+https://github.com/tessera-photos)"

        /// Uses the values above.
        public init() {}
    }

    nonisolated let configuration: Configuration
    private let executor: LoopExecutor
    private nonisolated let receiving: ReceiveBudget
    private nonisolated let connections = ConnectionNumbers()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// Created on the actor's own thread, whose loop receives their callbacks.
    let sessions: HTTPSessions

    /// Starts the thread; a session is created with the first request that needs it.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        receiving = ReceiveBudget(limit: configuration.receiveBudget)
        executor = LoopExecutor(name: "http")
        sessions = HTTPSessions(configuration, on: executor)
    }

    public nonisolated func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        try await answer(exchange(request, ticket, stage: .fetch))
    }

    /// Returns the answer, whatever its status, to a request that is not for an image. Its priority is that of visible
    /// photos.
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
        HTTPExchange(request, ticket: ticket, stage: stage, configuration: configuration, connections: connections)
    }

    private nonisolated func answer(_ exchange: HTTPExchange) async throws -> TransferAnswer {
        try Task.checkCancellation()
        exchange.ticket.onPriorityChange { [executor, receiving] _ in
            // The first call comes at once; the message will be created with the priority of that moment.
            guard exchange.hasMessage else { return }
            executor.post { exchange.follow() }
            receiving.reconsider()
        }
        defer {
            exchange.ticket.onPriorityChange { _ in }
            exchange.end()
        }
        do {
            return try await withTaskCancellationHandler {
                try await perform(exchange)
            } onCancel: {
                // On the session's thread, so that libsoup's own handler never runs concurrently with libsoup. Only the
                // finish callback resumes the request.
                executor.post { [receiving] in
                    exchange.cancelling.cancel()
                    receiving.reconsider()
                }
            }
        } catch {
            throw exchange.meaning(of: error, timeoutSeconds: configuration.timeoutSeconds)
        }
    }

    /// Follows redirects to the answer, then reads its body.
    private func perform(_ exchange: HTTPExchange) async throws -> TransferAnswer {
        var address = try first(exchange.request.url)
        exchange.begin(at: address)
        for _ in 0...configuration.redirectLimit {
            if address.isSecure, g_tls_backend_supports_tls(g_tls_backend_get_default()) == 0 {
                throw HTTPExchange.Refusal(
                    reason: .unreachable(
                        Message("this system has no TLS for GLib; install the package glib-networking")))
            }
            let (message, stream) = try await send(address, exchange)
            // Reads no further: an unread body ends its connection instead of being drained.
            defer { g_input_stream_close(stream.pointer.cast(), nil, nil) }
            let head = HTTPHead(of: message.pointer.opaque)
            if head.hasImpossibleLength {
                throw HTTPExchange.Refusal(reason: .unreachable(Message("its answer has an impossible length")))
            }
            guard let location = head.location else { return try await read(stream, head, exchange) }
            let target = try next(after: address, location)
            try exchange.redirect(to: target)
            try await drainIfSmall(stream, head, exchange)
            address = target
        }
        throw HTTPExchange.Refusal(
            reason: .unreachable(
                Message(
                    "it redirects more than {count} time", many: "it redirects more than {count} times",
                    count: configuration.redirectLimit)))
    }

    private func first(_ url: String) throws -> HTTPAddress {
        do {
            return try HTTPAddress(url)
        } catch let refusal as HTTPAddress.Refusal {
            throw HTTPExchange.Refusal(reason: .unreachable(refusal.ofAddress))
        }
    }

    private func next(after address: HTTPAddress, _ location: String) throws -> HTTPAddress {
        do {
            let target = try address.target(of: location)
            guard target.isSecure || !address.isSecure else {
                throw HTTPExchange.Refusal(reason: .unreachable(Message("it redirects from https to http")))
            }
            return target
        } catch let refusal as HTTPAddress.Refusal {
            throw HTTPExchange.Refusal(reason: .unreachable(refusal.ofRedirection))
        }
    }

    /// Reads the body to its end. If reading stops early, `InterruptedTransfer` keeps what has arrived, except of a
    /// body above the limit.
    private func read(
        _ stream: GObjectReference, _ head: HTTPHead, _ exchange: HTTPExchange
    ) async throws -> TransferAnswer {
        let limit = exchange.request.bodyLimit(status: head.transfer.status)
        let tooMany = HTTPExchange.Refusal(reason: .tooManyBytes(limit: exchange.request.byteLimit))
        if let length = head.length, length > limit { throw tooMany }
        var buffer = ByteBuffer(expected: head.length)
        let progress = HTTPProgress(head, exchange)
        progress.report(buffer.count, body: nil)
        var pace = TransferPace(configuration.pace, at: configuration.now())
        receiving.began(exchange)
        defer {
            receiving.ended(exchange)
            exchange.cancelling.bodyEnded()
        }
        do {
            while true {
                exchange.cancelling.bodyMoved(
                    left: head.length.map { $0 - buffer.count }, isMultiplexed: head.transfer.isMultiplexed)
                if await receiving.room(for: exchange) { pace.restart(at: configuration.now()) }
                let count = try await readChunk(stream, into: buffer.room(upTo: HTTPExchange.chunk), exchange)
                if count == 0 { break }
                buffer.wrote(count)
                receiving.received(count, exchange)
                if buffer.count > limit { break }
                progress.report(buffer.count, body: buffer.copier)
                try check(&pace, after: count)
            }
            // libsoup reports this itself for HTTP/1 with a length; an HTTP/2 stream may end without an error, and so
            // may a chunked body.
            if buffer.count <= limit, let length = head.length, buffer.count < length {
                throw HTTPExchange.Refusal(reason: .truncated)
            }
            if buffer.count <= limit, head.isChunked, !ChunkedBody.isWhole(stream) {
                throw HTTPExchange.Refusal(reason: .truncated)
            }
        } catch {
            let cause = exchange.meaning(of: error, timeoutSeconds: configuration.timeoutSeconds)
            throw InterruptedTransfer(head: head.transfer, received: buffer.take(), cause: cause)
        }
        if buffer.count > limit { throw tooMany }
        return TransferAnswer(head: head.transfer, body: buffer.take())
    }

    private func check(_ pace: inout TransferPace, after count: Int) throws {
        guard !pace.keepsUp(after: count, at: configuration.now()) else { return }
        let seconds = Int(configuration.pace.window.components.seconds)
        throw HTTPExchange.Refusal(reason: .timedOut(seconds: seconds))
    }

    /// Reads a short body to its end, so that its connection can be used again.
    private func drainIfSmall(_ stream: GObjectReference, _ head: HTTPHead, _ exchange: HTTPExchange) async throws {
        guard let length = head.length, length <= HTTPExchange.chunk else { return }
        var buffer = ByteBuffer(expected: length)
        var pace = TransferPace(configuration.pace, at: configuration.now())
        while true {
            let count = try await readChunk(stream, into: buffer.room(upTo: HTTPExchange.chunk), exchange)
            if count == 0 { return }
            buffer.wrote(count)
            try check(&pace, after: count)
        }
    }

    /// Sends a GET for `address` and waits for the head of its answer.
    /// - Returns: the SoupMessage and the stream of its body.
    private func send(
        _ address: HTTPAddress, _ exchange: HTTPExchange
    ) async throws -> (message: GObjectReference, stream: GObjectReference) {
        let message = try exchange.message(for: address)
        defer { exchange.cancelling.endDeadline() }
        do {
            return (message, try await send(message, exchange, in: sessions.session(for: address)))
        } catch let error as GLibError where exchange.failedOnUsedConnection(error) {
            let second = try exchange.message(for: address, onNewConnection: true)
            return (second, try await send(second, exchange, in: sessions.session(for: address)))
        }
    }

    // The two closures below run on this actor because they capture it: libsoup called from any other thread would
    // wait for ever.

    private func send(
        _ message: GObjectReference, _ exchange: HTTPExchange, in session: UnsafeMutablePointer<SoupSession>?
    ) async throws -> GObjectReference {
        try await withCheckedThrowingContinuation { continuation in
            self.assertIsolated()
            soup_session_send_async(
                session, message.pointer.opaque, HTTPCancelling.reportPriority,
                exchange.cancelling.cancellable.pointer.cast(),
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
