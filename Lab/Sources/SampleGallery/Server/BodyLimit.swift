// Limit of request bodies: none is kept, and a large one is refused as soon as its size is known.
import CGLib
import CLoop
import CSoup
import Desktop

/// Limit for the body of one request. Lives until its message is finalized.
final class BodyLimit {
    /// The service has no route that takes a body; a form sent by a browser is smaller than this.
    private static let bytes = 64 * 1024
    private static let refusal = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    private var received = 0
    private var refusing: LoopSource?

    /// Discards the body of a request whose head has been read. Answers 413 and closes the connection when a body is
    /// announced, or arrives, that is too large. Server thread.
    static func apply(to message: OpaquePointer) {
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        let announced = soup_message_headers_get_content_length(soup_server_message_get_request_headers(message))
        let limit = BodyLimit()
        if announced < 0 || announced > bytes {
            limit.refuse(message)
        } else {
            tessera_signal_connect(
                UnsafeMutableRawPointer(message), "got-chunk", unsafeBitCast(gotChunk, to: GCallback.self),
                Unmanaged.passRetained(limit).toOpaque(),
                { context, _ in if let context { Unmanaged<BodyLimit>.fromOpaque(context).release() } })
        }
    }

    private typealias GotChunk = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private static let gotChunk: GotChunk = { message, chunk, context in
        guard let message, let context else { return }
        let limit = Unmanaged<BodyLimit>.fromOpaque(context).takeUnretainedValue()
        limit.received += Int(g_bytes_get_size(chunk))
        if limit.received > bytes { limit.refuse(message) }
    }

    /// Pauses the message, and takes its connection over once libsoup has left its read loop, which may be the caller.
    private func refuse(_ message: OpaquePointer) {
        guard refusing == nil else { return }
        soup_server_message_pause(message)
        // Message, limit and source hold each other until the source has run.
        let kept = GObjectReference(retaining: UnsafeMutableRawPointer(message))
        refusing = LoopSource(afterMilliseconds: 0) {
            Self.close(kept.pointer.opaque)
            self.refusing = nil
        }
    }

    private static func close(_ message: OpaquePointer) {
        if let socket = soup_server_message_get_socket(message) {
            // Does not wait for what does not fit into an empty send buffer.
            g_socket_send_with_blocking(socket, refusal, gsize(refusal.utf8.count), 0, nil, nil)
        }
        PeerConnection.close(under: message, byReset: false)
    }
}
