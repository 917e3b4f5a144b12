// Paths as ASCII without blanks, as in a URI, and back.

/// Percent escapes of the bytes of a path.
public enum PercentText {
    /// Returns the path with all bytes but letters, digits and `-._~/` as a percent sign and their number.
    public static func escaped(_ path: String) -> String {
        escaped(FilePath.bytes(of: path)) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Returns the bytes as a text, all that are not plain as a percent sign and their number.
    static func escaped(_ text: some Sequence<UInt8>, isPlain: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte stands for itself wherever a URI may have it: letters, digits and `-._~` (RFC 3986, section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Returns the path that a text of escapes stands for.
    public static func text(_ escaped: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(escaped.utf8)[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), rest.count > 1,
                let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return FilePath.text(bytes)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }
}
