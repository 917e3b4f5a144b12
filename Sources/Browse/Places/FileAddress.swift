// Paths in file URIs (RFC 8089), as bookmarks, the clipboard and drags hold them.
import Photos

/// Conversion of file URIs to paths.
enum FileAddress {
    /// Returns the absolute path of a file URI on this machine, as a text of `FilePath`; nil for any other text, for a
    /// malformed escape, and for a path with a zero byte.
    static func path(of uri: Substring) -> String? {
        guard uri.utf8.count >= scheme.utf8.count, uri.prefix(scheme.count).lowercased() == scheme else { return nil }
        var rest = uri.dropFirst(scheme.count)
        if rest.lowercased().hasPrefix(thisMachine) { rest = rest.dropFirst(thisMachine.count) }
        guard rest.utf8.first == UInt8(ascii: "/") else { return nil }
        guard let bytes = decoded(rest.utf8) else { return nil }
        return FilePath.text(bytes)
    }

    private static let scheme = "file://"
    private static let thisMachine = "localhost"

    /// Returns the bytes of a text with percent escapes.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes.contains(0) ? nil : bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
