// How near a server is to this machine, for the rule of where a redirect may lead.
import CGLib
import CSoup

/// The part of the network that an address belongs to, the farthest first.
///
/// A redirect never leads nearer than the server that it comes from: what this machine and its private network offer
/// without a password is not to be asked for because a server in the world says so. A service that the user has named
/// in there may redirect there.
public enum HTTPNearness: Int, Comparable, Sendable {
    /// All that is neither of the others, names included.
    case world
    /// Private networks and links: RFC 1918, 3927, 4193, 4291 (2.5.6, 2.5.7), 6598, and multicast.
    case privateNetwork
    /// Loopback and unspecified addresses, and "localhost": this machine.
    case machine

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// Judges a host as an address has it. A name is of the world; what it stands for is judged when it is connected.
    public init(host: String) {
        let name = host.lowercased()
        // RFC 6761, 6.3.
        if name == "localhost" || name.hasSuffix(".localhost") || name == "localhost." {
            self = .machine
            return
        }
        // Without the zone of a link's address (RFC 4007, 11).
        guard let address = g_inet_address_new_from_string(String(host.prefix { $0 != "%" })) else {
            self = .world
            return
        }
        defer { g_object_unref(address) }
        let count = Int(g_inet_address_get_native_size(address))
        let bytes = UnsafeBufferPointer(start: g_inet_address_to_bytes(address), count: count)
        self.init(bytes: Array(bytes))
    }

    /// - Parameter bytes: An address of IPv4 or IPv6 in network order.
    init(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = Self.ofVersion4(bytes)
        case 16: self = Self.ofVersion6(bytes)
        default: self = .world
        }
    }

    private static func ofVersion4(_ bytes: [UInt8]) -> Self {
        switch (bytes[0], bytes[1]) {
        // Linux connects to 0.0.0.0 as to this machine.
        case (127, _), (0, _): .machine
        case (10, _), (172, 16...31), (192, 168), (169, 254), (100, 64...127), (224...255, _): .privateNetwork
        default: .world
        }
    }

    private static func ofVersion6(_ bytes: [UInt8]) -> Self {
        let head = bytes.prefix(10), last = Array(bytes.suffix(4))
        if head.allSatisfy({ $0 == 0 }) {
            switch (bytes[10], bytes[11]) {
            case (0xFF, 0xFF): return ofVersion4(last)  // IPv4 in IPv6 (RFC 4291, 2.5.5.2)
            // "::" and "::1" are this machine, and so is what is written like an address of IPv4 (2.5.5.1).
            case (0, 0): return last.starts(with: [0, 0, 0]) && last[3] <= 1 ? .machine : ofVersion4(last)
            default: return .world
            }
        }
        // IPv4 behind a translator (RFC 6052).
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]), bytes[4..<12].allSatisfy({ $0 == 0 }) { return ofVersion4(last) }
        switch bytes[0] {
        case 0xFC, 0xFD, 0xFF: return .privateNetwork
        case 0xFE where bytes[1] >= 0x80: return .privateNetwork
        default: return .world
        }
    }

    /// Returns the host that a message is connected to, as numbers; nil before it is connected, and where a proxy is in
    /// between, which alone knows. Call on the session's thread.
    static func host(of message: OpaquePointer) -> String? {
        guard let address = soup_message_get_remote_address(message) else { return nil }
        func isOf(_ type: GType) -> Bool { g_type_check_instance_is_a(address.cast(), type) != 0 }
        guard !isOf(g_proxy_address_get_type()), isOf(g_inet_socket_address_get_type()),
            let text = g_inet_address_to_string(g_inet_socket_address_get_address(address.cast()))
        else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
