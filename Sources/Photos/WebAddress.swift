// An address that may be handed to a browser or the clipboard: an absolute http(s) URL and nothing else.

/// A checked absolute URL (RFC 3986) of a page or a picture on the web.
public struct WebAddress: Hashable, Sendable {
    /// The longest address that is taken, in bytes: what browsers and proxies are sure to take (RFC 9110, section 4.1, asks
    /// for 8,000; a link that a person copies is far below).
    public static let longest = 2048

    /// Scheme in lower case, a host, printable ASCII only.
    public let text: String

    /// Nil for anything but an http or https URL with a host: with a user name or a password, which make one host look like
    /// another; with a space, a control character or one that a URL cannot hold; with a port that is no number; longer than
    /// `longest`. Letters outside ASCII are percent-encoded, but not in the host, where they are refused.
    public init?(_ written: String) {
        guard written.utf8.count <= WebAddress.longest, let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) else {
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

    /// What no part of a URL holds (RFC 3986, appendix A), brackets aside, which are found in many queries.
    private static let excluded: Set<Unicode.Scalar> = [" ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}"]

    /// A name or an address, `[…]` for one of IPv6, and perhaps a port.
    private static func isHostAndPort(_ authority: Substring.UTF8View) -> Bool {
        var host = authority
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = authority[..<authority.index(after: end)]
            let inside = host.dropFirst().dropLast()
            guard !inside.isEmpty, inside.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
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

    /// Letters, digits, hyphens and dots, and the underscores that some hosts have.
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
