// A port of loopback at which every connection is refused.
import CGLib
import Desktop

/// A socket that holds a port of 127.0.0.1 without listening on it, so that connections to it are refused and no other
/// program can take it. Any thread.
final class RefusingPort: Sendable {
    let port: UInt16
    private let socket: GObjectReference

    /// Nil when the system provides no port.
    init?() {
        guard let socket = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil) else {
            return nil
        }
        self.socket = GObjectReference(adopting: socket.object)
        let wanted = Loopback.address(port: 0)
        guard g_socket_bind(socket, wanted.pointer.cast(), 0, nil) != 0,
            let bound = g_socket_get_local_address(socket, nil)
        else { return nil }
        port = g_inet_socket_address_get_port(bound.cast())
        g_object_unref(bound)
    }
}

/// The address of this machine.
enum Loopback {
    /// Returns a GSocketAddress of 127.0.0.1; port 0 stands for any free one.
    static func address(port: UInt16) -> GObjectReference {
        let loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4)
        defer { g_object_unref(loopback) }
        return GObjectReference(adopting: UnsafeMutableRawPointer(g_inet_socket_address_new(loopback, port)))
    }
}
