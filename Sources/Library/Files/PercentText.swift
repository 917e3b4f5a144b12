// Paths as ASCII without blanks, as in a URI, and back.
import Photos

/// Percent escapes of the bytes of a path.
public enum PercentText {
    /// Returns the path with all bytes but letters, digits and `-._~/` as a percent sign and their number.
    public static func escaped(_ path: String) -> String {
        var bytes: [UInt8] = []
        for byte in FilePath.bytes(of: path) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
