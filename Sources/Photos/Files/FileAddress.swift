// Paths in file URIs (RFC 8089), as arguments, bookmarks, the clipboard and drags hold them.

/// What a file URI stands for.
public enum FileAddress: Hashable, Sendable {
    /// A file or folder of this machine, by its absolute path.
    case path(FilePath)
    /// A file or folder of another machine.
    case otherMachine(String)
    /// Nothing: an escape cannot be read, or leads to a byte that no name has.
    case malformed

    /// Reads a text; nil for one that is no file URI.
    public init?(_ text: some StringProtocol) {
        guard let place = Self.afterScheme(Substring(text)) else { return nil }
        var path = place[...]
        if place.starts(with: "//".utf8) {
            path = place.dropFirst(2)
            let host = path.prefix { $0 != Self.slash }
            path = path.dropFirst(host.count)
            guard host.isEmpty || Self.isThisMachine(host) else {
                self = .otherMachine(String(Substring(host)))
                return
            }
        }
        guard path.first == Self.slash, let bytes = Self.decoded(path) else {
            self = .malformed
            return
        }
        self = .path(FilePath(FilePath.text(bytes)))
    }

    /// The absolute path that a file URI stands for; nil for any other text, and for what is not on this machine.
    public static func path(of uri: some StringProtocol) -> FilePath? {
        if case .path(let path) = FileAddress(uri) { path } else { nil }
    }

    private static let slash = UInt8(ascii: "/")

    /// Returns what follows the scheme, from its first slash on; nil for a text of another scheme or of none.
    private static func afterScheme(_ text: Substring) -> Substring.UTF8View? {
        let scheme = "file:".utf8
        guard text.utf8.prefix(scheme.count).elementsEqual(scheme, by: { $0 | 0x20 == $1 || $0 == $1 }),
            case let rest = text.utf8.dropFirst(scheme.count), rest.first == slash
        else { return nil }
        return rest
    }

    private static func isThisMachine(_ host: Substring.UTF8View) -> Bool {
        host.elementsEqual("localhost".utf8) { $0 | 0x20 == $1 }
    }

    /// Returns the bytes of a path with percent escapes; nil where one is malformed, or stands for a zero byte or a
    /// slash, which no name contains.
    static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
                case let byte = high << 4 | low, byte != slash
            else { return nil }
            bytes.append(byte)
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
