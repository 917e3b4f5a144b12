// The hosts of fetches: those for one host compete for its connections.
import Photos

/// The host of a location.
enum FetchHost: Hashable, Sendable {
    /// Files of this machine; there are no connections to compete for.
    case files
    /// Videos of this machine, whose thumbnails may have to be made first, which takes a processor for a second.
    case videos
    /// Scheme, host and port of an address, in lower case and without user information.
    case origin(String)
    /// A share, by the same of its address, and how many files are read from it at once.
    case share(String, width: Int)

    init(_ location: ImageLocation) {
        guard case .remote(let address) = location else {
            self = location.isVideo ? .videos : .files
            return
        }
        let origin = Self.origin(of: address)
        self = ShareAddress(address).map { .share(origin, width: $0.width) } ?? .origin(origin)
    }

    /// Returns the part of an address before its path, in lower case and without user information.
    private static func origin(of address: String) -> String {
        let bytes = address.utf8
        var start = bytes.startIndex
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) {
            start = bytes.index(colon, offsetBy: 3)
        }
        let end = bytes[start...].firstIndex(where: Self.endsHost) ?? bytes.endIndex
        let host = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { bytes.index(after: $0) } ?? start
        let origin = host == start ? String(address[..<end]) : String(address[..<start]) + address[host..<end]
        let hasCapitals = origin.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return hasCapitals ? origin.lowercased() : origin
    }

    /// Whether it is this machine.
    var isLocal: Bool { self == .files || self == .videos }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
