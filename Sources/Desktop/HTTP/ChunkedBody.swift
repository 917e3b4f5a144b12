// The end of a chunked body, which libsoup before 3.6.5 does not check.
import CGLib
import Codecs

/// Check of a body that has ended (docs/workarounds.md).
enum ChunkedBody {
    /// Returns whether the chunked body of an HTTP/1 answer was received up to its last chunk: libsoup before 3.6.5
    /// ends the body without an error when the connection ends between two chunks. Reads nothing and does not wait. On
    /// the session's thread.
    /// - Parameter stream: result of soup_session_send_finish(), after a read of it has returned 0 and before it is
    ///   closed.
    static func isWhole(_ stream: GObjectReference) -> Bool {
        guard g_type_check_instance_is_a(stream.pointer.cast(), g_filter_input_stream_get_type()) != 0 else {
            return true
        }
        let body = g_filter_input_stream_get_base_stream(stream.pointer.cast())
        let cancelled = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        g_cancellable_cancel(cancelled.pointer.cast())
        var byte: UInt8 = 0
        // After its last chunk, a body returns 0 again without reading; any other reads from its connection, which
        // fails here because of the cancellable, before it reads or waits.
        return g_input_stream_read(body, &byte, 1, cancelled.pointer.cast(), nil) == 0
    }
}
