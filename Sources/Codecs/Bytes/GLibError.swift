// GLib's errors and strings as Swift values, freed after reading.
import CCodecs
public import CGLib

/// A GError that has been read and freed.
public struct GLibError: Error, Sendable {
    package let domain: UInt32
    package let code: Int
    /// GLib's own message, in the user's language.
    public let message: String

    /// Takes over `error` (transfer full). NULL, from a function that failed without a reason, gives a generic message.
    public init(adopting error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self.init(domain: 0, code: 0, message: "no reason given")
            return
        }
        self.init(
            domain: error.pointee.domain, code: Int(error.pointee.code), message: String(cString: error.pointee.message)
        )
        g_error_free(error)
    }

    private init(domain: UInt32, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    public func isIO(_ codes: GIOErrorEnum...) -> Bool {
        domain == g_io_error_quark() && codes.contains { Int($0.rawValue) == code }
    }

    func isPixbuf(_ kind: GdkPixbufError) -> Bool {
        domain == gdk_pixbuf_error_quark() && Int(kind.rawValue) == code
    }
}

/// Returns the text and frees it with g_free (transfer full); nil for NULL.
public func takeText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// Returns the system's message for `errno`.
package func systemMessage(_ errno: Int32) -> String { String(cString: g_strerror(errno)) }
