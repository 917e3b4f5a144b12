// An address that is safe to hand to a browser or the clipboard: an absolute http or https URL.

/// A validated absolute URL (RFC 3986) of a page or an image on the web.
public struct WebAddress: Hashable, Sendable {
    /// The longest accepted address in bytes, which all browsers and proxies support (RFC 9110, section 4.1, recommends
    /// 8,000; links that users copy are far shorter).
    public static let longest = 2048

    /// The URL: scheme in lower case, a host, printable ASCII only.
    public let text: String

    /// Validates a URL. Nil unless it is http or https with a host. Also refused: a user name or a password, which make
    /// one host look like another; spaces, control characters and characters that a URL cannot contain; a port that is
    /// not a number; more than `longest` bytes. Characters outside ASCII are percent-encoded, except in the host, where
    /// they are refused.
    public init?(_ written: String) {
        guard written.utf8.count <= WebAddress.longest, let colon = written.utf8.firstIndex(of: UInt8(ascii: ":"))
        else {
            return nil
        }
        let scheme = written[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let afterScheme = written[colon...].utf8.dropFirst()
        guard afterScheme.starts(with: "//".utf8) else { return nil }
        let rest = afterScheme.dropFirst(2)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard WebAddress.isHostAndPort(authority) else { return nil }
        var text = "\(scheme)://" + String(decoding: authority, as: UTF8.self)
        for scalar in written[authority.endIndex...].unicodeScalars {
            guard !DisplayText.isFormatting(scalar), !WebAddress.excluded.contains(scalar),
                !scalar.properties.isWhitespace
            else { return nil }
            if scalar.isASCII {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in UTF8.encode(scalar) ?? .init() { text += WebAddress.encoded(byte) }
            }
        }
        guard text.utf8.count <= WebAddress.longest else { return nil }
        self.text = text
    }

    /// Characters that no part of a URL may contain (RFC 3986, appendix A), except brackets, which occur in many
    /// queries.
    private static let excluded: Set<Unicode.Scalar> = [" ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}"]

    /// Returns whether the text is a host name or an address, `[…]` for IPv6, and optionally a port.
    private static func isHostAndPort(_ authority: Substring.UTF8View) -> Bool {
        var host = authority
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = authority[..<authority.index(after: end)]
            let inside = host.dropFirst().dropLast()
            guard !inside.isEmpty,
                inside.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            guard !host.isEmpty, host.allSatisfy(isOfName) else { return false }
        }
        let port = authority[host.endIndex...]
        guard !port.isEmpty else { return true }
        guard port.first == UInt8(ascii: ":") else { return false }
        let number = port.dropFirst()
        return number.isEmpty || UInt16(String(decoding: number, as: UTF8.self)) != nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    /// Returns whether the byte may occur in a host name: letters, digits, hyphens and dots, and the underscores of
    /// some hosts.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func encoded(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "%0" + digits : "%" + digits
    }
}
