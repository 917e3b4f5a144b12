// The libsoup versions with a defect that the HTTP client works around.
import CGLib
import CSoup
import Glibc

/// The double finish of a request in libsoup 3.3.1 to 3.6.5 and 3.7.0, which corrupts the heap. It happens when a
/// request ends in an error that is still being reported while libsoup regards its I/O as running. docs/workarounds.md
/// says when that is and what is done about it.
enum SoupDefect {
    /// Whether the loaded libsoup has the defect.
    static let isPresent = has((soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version()))

    /// soup_message_set_force_http1(), which makes a message use HTTP/1.1, whatever the server supports; nil in libsoup
    /// 3.2, which has no such function and not the defect. Call before the message is sent, on the session's thread.
    static let forceHTTP1: (@convention(c) (OpaquePointer, gboolean) -> Void)? = {
        guard let program = dlopen(nil, RTLD_LAZY), let symbol = dlsym(program, "soup_message_set_force_http1") else {
            return nil
        }
        return unsafeBitCast(symbol, to: (@convention(c) (OpaquePointer, gboolean) -> Void).self)
    }()

    static func has(_ version: (UInt32, UInt32, UInt32)) -> Bool {
        version >= (3, 3, 1) && version <= (3, 6, 5) || version == (3, 7, 0)
    }
}
