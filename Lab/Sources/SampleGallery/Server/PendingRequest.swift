// One request and its response, from "request read" to "ended".
import CGLib
import CLoop
import CSoup
import Desktop
import Synchronization

/// A request that has been read and whose response has not ended: it is written in chunks, at a given pace, and
/// abandoned as soon as the peer disconnects.
///
/// `@unchecked Sendable`: `over` is atomic, and everything else is used on the server's thread only: from libsoup's
/// signals, from timers of that thread, and from closures that were posted to it. `end`, on that thread, gives up all
/// that belongs to it, so the last reference may be released anywhere.
final class PendingRequest: @unchecked Sendable {
    /// Bytes handed to libsoup at a time. With the connection's small send buffer it limits how much is in flight to a
    /// peer that has disconnected.
    private static let chunkBytes = 32 * 1024

    private let over = Atomic<Bool>(false)
    /// Nil once the request has ended, like `message` and `connection`.
    private var listener: HostListener?
    private var message: GObjectReference?
    private var connection: PeerConnection?
    private var handlers: [gulong] = []
    /// The only timer: of the latency, of the pace, or of the end of a response that is cut.
    private var timer: LoopSource?
    private var response: Response?
    /// Not nil once the connection has been taken over from libsoup.
    private var raw: RawTransmission?
    private var isPaused = false
    /// Whether the last byte of the response has been written.
    private(set) var hasSentAll = false

    /// Body of a response, and how much of it is sent.
    private struct Response {
        let body: [UInt8]
        /// Number of bytes of the body that are sent.
        var limit = 0
        /// 0 for as fast as the peer reads.
        var bytesPerSecond = 0
        /// Whether the response ends before the announced length.
        var isCut = false
        /// Number of bytes that were handed to libsoup.
        var appended = 0
    }

    /// Connects to the message's signals. Server thread, like every other member but `isOver`.
    init(_ message: OpaquePointer, of connection: PeerConnection?, on listener: HostListener) {
        self.message = GObjectReference(retaining: UnsafeMutableRawPointer(message))
        self.connection = connection
        self.listener = listener
        connection?.current = self
        typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
        typealias CountHandler = @convention(c) (OpaquePointer?, guint, UnsafeMutableRawPointer?) -> Void
        let wroteBodyData: CountHandler = { _, count, context in
            PendingRequest.at(context)?.listener?.wrote(Int(count))
        }
        let wroteHeaders: Handler = { _, context in PendingRequest.at(context)?.wroteHeaders() }
        let wroteChunk: Handler = { _, context in PendingRequest.at(context)?.wroteChunk() }
        let finished: Handler = { _, context in PendingRequest.at(context)?.finished() }
        connect("wrote-body-data", unsafeBitCast(wroteBodyData, to: GCallback.self))
        connect("wrote-headers", unsafeBitCast(wroteHeaders, to: GCallback.self))
        connect("wrote-chunk", unsafeBitCast(wroteChunk, to: GCallback.self))
        connect("finished", unsafeBitCast(finished, to: GCallback.self))
    }

    /// Connects a handler, which holds this object until the request has ended.
    private func connect(_ signal: String, _ callback: GCallback) {
        guard let message else { return }
        handlers.append(
            tessera_signal_connect(
                message.pointer, signal, callback, Unmanaged.passRetained(self).toOpaque(),
                { context, _ in if let context { Unmanaged<PendingRequest>.fromOpaque(context).release() } }))
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> PendingRequest? {
        context.map { Unmanaged<PendingRequest>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the response is no longer awaited. Any thread.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// The request's line and headers, nil once the request has ended. Repeated headers are joined.
    var request: Request? {
        guard let message = message?.pointer.opaque else { return nil }
        let headers = soup_server_message_get_request_headers(message)
        let address = soup_server_message_get_uri(message)
        func header(_ name: String) -> String? {
            soup_message_headers_get_list(headers, name).map { String(cString: $0) }
        }
        return Request(
            method: String(cString: soup_server_message_get_method(message)),
            rawPath: String(cString: g_uri_get_path(address)),
            rawQuery: g_uri_get_query(address).map { String(cString: $0) }, accept: header("Accept"),
            origin: header("Origin"), requestedMethod: header("Access-Control-Request-Method"),
            requestedHeaders: header("Access-Control-Request-Headers"), ifNoneMatch: header("If-None-Match"),
            ifModifiedSince: header("If-Modified-Since"), range: header("Range"), ifRange: header("If-Range"))
    }

    // MARK: Answering. Without effect once the request has ended or was answered.

    /// Lets the request wait for its response, unless that has been given.
    func pauseUnlessAnswered() {
        guard let message, response == nil else { return }
        isPaused = true
        soup_server_message_pause(message.pointer.opaque)
    }

    private func resume() {
        guard isPaused, let message else { return }
        isPaused = false
        soup_server_message_unpause(message.pointer.opaque)
    }

    /// Sends a response.
    /// - Parameters:
    ///   - announced: the Content-Length; that of the body without it.
    ///   - limit: number of bytes after which the connection is closed if more were announced.
    ///   - bytesPerSecond: 0 writes as fast as the peer reads.
    func send(_ reply: Reply, announcing announced: Int? = nil, limit: Int = .max, bytesPerSecond: Int = 0) {
        guard let message = message?.pointer.opaque, response == nil else { return }
        let headers = soup_server_message_get_response_headers(message)
        for header in reply.headers { soup_message_headers_append(headers, header.name, header.value) }
        soup_server_message_set_status(message, guint(clamping: reply.status), nil)
        let announced = announced ?? reply.body.count
        // Neither status has a body; a 304 need not announce the length of the body that it stands for.
        let neverHasBody = reply.status == 204 || reply.status == 304
        if neverHasBody {
            soup_message_headers_set_encoding(headers, SOUP_ENCODING_NONE)
        } else {
            soup_message_headers_set_content_length(headers, goffset(announced))
        }
        soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
        let limit = min(limit, reply.body.count, announced)
        response = Response(body: reply.body, limit: limit, bytesPerSecond: bytesPerSecond, isCut: limit < announced)
        if neverHasBody || announced == 0 || String(cString: soup_server_message_get_method(message)) == "HEAD" {
            hasSentAll = true
            response?.isCut = false
        } else if limit > 0 {
            appendChunk()
        }
        resume()
    }

    /// Writes an answer verbatim, status line and headers included, and closes the connection.
    func send(_ answer: RawAnswer, bytesPerSecond: Int = 0) {
        guard let message, response == nil,
            let socket = soup_server_message_get_socket(message.pointer.opaque).map({ GObjectReference(retaining: $0) })
        else { return }
        disconnect()
        guard let stream = soup_server_message_steal_connection(message.pointer.opaque) else {
            return abandon(byReset: false, hasPeerLeft: true)
        }
        response = Response(body: [])
        let raw = RawTransmission(
            answer, on: GObjectReference(adopting: stream), socket, bytesPerSecond: bytesPerSecond)
        self.raw = raw
        raw.whenWritable { [weak self] in self?.write(raw, endingByReset: answer.isReset) }
    }

    /// Closes the connection without a response, so that the peer sees a reset.
    func reset() { abandon(byReset: true, hasPeerLeft: false) }

    /// Runs the body after a delay, unless the request has ended by then.
    func after(milliseconds: Int, _ body: @escaping () -> Void) {
        guard listener != nil else { return }
        timer = LoopSource(afterMilliseconds: milliseconds, body: body)
    }

    // MARK: Writing

    private func appendChunk() {
        guard let message = message?.pointer.opaque, var response else { return }
        let pace = response.bytesPerSecond
        let wanted = pace > 0 ? Pace.bytes(at: pace) : Self.chunkBytes
        let end = response.appended + min(response.limit - response.appended, wanted)
        response.body[response.appended..<end].withUnsafeBytes { bytes in
            soup_message_body_append(
                soup_server_message_get_response_body(message), SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
        }
        response.appended = end
        self.response = response
    }

    private func wroteHeaders() {
        guard let response, response.isCut, response.limit == 0 else { return }
        // Headers that announce a body, of which nothing is to be sent.
        cut()
    }

    private func wroteChunk() {
        guard let response else { return }
        if response.appended < response.limit {
            if response.bytesPerSecond > 0 {
                after(milliseconds: Pace.milliseconds) { [self] in drip() }
            } else {
                appendChunk()
            }
        } else if response.isCut {
            cut()
        } else {
            hasSentAll = true
        }
    }

    private func drip() {
        timer = nil
        appendChunk()
        isPaused = true  // libsoup paused itself when it found no chunk
        resume()
    }

    /// Closes the connection, once libsoup, whose write loop is the caller, has left it.
    private func cut() { after(milliseconds: 0) { [self] in abandon(byReset: false, hasPeerLeft: false) } }

    private func write(_ raw: RawTransmission, endingByReset: Bool) {
        switch raw.write(report: { listener?.wrote($0) }) {
        case .complete: abandon(byReset: endingByReset, hasPeerLeft: false)
        case .failed: abandon(byReset: false, hasPeerLeft: true)
        case .full: raw.whenWritable { [weak self] in self?.write(raw, endingByReset: endingByReset) }
        case .due(let delay): after(milliseconds: delay) { [self] in write(raw, endingByReset: endingByReset) }
        }
    }

    // MARK: Ending

    private func finished() { end(isComplete: hasSentAll, hasPeerLeft: !hasSentAll) }

    /// Ends the request and closes its connection, by RST if `byReset`.
    func abandon(byReset: Bool, hasPeerLeft: Bool) {
        guard let message else { return }
        let raw = raw
        // Reported before the connection is closed, so that a client that sees it close finds the counters up to date.
        end(isComplete: false, hasPeerLeft: hasPeerLeft)
        if let raw {
            raw.close(byReset: byReset)
        } else {
            PeerConnection.close(under: message.pointer.opaque, byReset: byReset)
        }
    }

    /// Ends the request; the only way to do so.
    private func end(isComplete: Bool, hasPeerLeft: Bool) {
        guard let listener else { return }
        over.store(true, ordering: .releasing)
        self.listener = nil
        timer = nil
        raw = nil
        if connection?.current === self { connection?.current = nil }
        connection = nil
        disconnect()
        message = nil
        listener.ended(self, isComplete: isComplete, hasPeerLeft: hasPeerLeft)
    }

    private func disconnect() {
        guard let message else { return }
        for handler in handlers { tessera_signal_disconnect(message.pointer, handler) }
        handlers = []
    }
}
