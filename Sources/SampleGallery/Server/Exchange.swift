// Swift view of a C exchange: one request and its response.
import CGLib
import CNetwork

/// Counted reference to an exchange.
///
/// `@unchecked Sendable`: the pointer never changes, the count and `isOver` are atomic in C, and every other function is
/// called on the server's thread only: from its callbacks, or from closures that were posted to its context.
final class Exchange: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ borrowed: OpaquePointer) {
        pointer = borrowed
        tessera_exchange_ref(borrowed)
    }

    deinit { tessera_exchange_unref(pointer) }

    /// Whether the response is no longer awaited. Any thread.
    var isOver: Bool { tessera_exchange_is_over(pointer) != 0 }

    /// The request. Valid only while the request callback runs.
    var request: Request {
        func header(_ name: String) -> String? {
            tessera_exchange_get_request_header(pointer, name).map { String(cString: $0) }
        }
        return Request(
            method: String(cString: tessera_exchange_get_method(pointer)),
            rawPath: String(cString: tessera_exchange_get_path(pointer)),
            rawQuery: tessera_exchange_get_query(pointer).map { String(cString: $0) }, accept: header("Accept"),
            origin: header("Origin"), requestedMethod: header("Access-Control-Request-Method"),
            requestedHeaders: header("Access-Control-Request-Headers"), ifNoneMatch: header("If-None-Match"),
            ifModifiedSince: header("If-Modified-Since"), range: header("Range"), ifRange: header("If-Range"))
    }

    /// Server thread.
    func send(_ reply: Reply, announcing announced: Int? = nil, limit: Int = .max, bytesPerSecond: Int = 0) {
        for header in reply.headers { tessera_exchange_add_header(pointer, header.name, header.value) }
        let bytes = g_bytes_new(reply.body, gsize(reply.body.count))
        tessera_exchange_send(
            pointer, guint(clamping: reply.status), bytes, goffset(announced ?? reply.body.count),
            gsize(clamping: limit),
            guint(clamping: bytesPerSecond))
        g_bytes_unref(bytes)
    }

    /// Server thread.
    func send(_ answer: RawAnswer, bytesPerSecond: Int = 0) {
        let head = g_bytes_new(answer.head, gsize(answer.head.count))
        let cycle = g_bytes_new(answer.cycle, gsize(answer.cycle.count))
        tessera_exchange_send_raw(
            pointer, head, cycle, answer.cycledBytes.map { guint64(clamping: $0) } ?? guint64.max,
            guint(clamping: bytesPerSecond), answer.isReset ? 1 : 0)
        g_bytes_unref(head)
        g_bytes_unref(cycle)
    }

    /// Server thread.
    func reset() { tessera_exchange_reset(pointer) }

    /// Runs the body on the server's thread after a delay, unless the exchange is over by then. Server thread.
    func after(milliseconds: Int, _ body: @escaping () -> Void) {
        tessera_exchange_after(
            pointer, guint(clamping: milliseconds),
            { data in
                if let data { Unmanaged<Once>.fromOpaque(data).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Once(body)).toOpaque(),
            { data in if let data { Unmanaged<Once>.fromOpaque(data).release() } })
    }

    private final class Once {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
