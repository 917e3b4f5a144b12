// An accepted socket, and the detection of a peer that disconnects.
import CGLib
import CSoup
import Desktop
import Glibc

/// One connection of a client to a host. Belongs to its socket, with which it ends. Server thread.
final class PeerConnection {
    private static let key = "tessera-connection"
    /// The kernel would otherwise accept megabytes for a peer that has stopped reading, and neither the byte counter
    /// nor a cancelled download would mean anything on loopback.
    private static let sendBufferBytes: Int32 = 64 * 1024
    /// Readability alone does not mean that the peer has disconnected (a second request may be waiting); a shut peer
    /// half of the connection does: POLLRDHUP of poll(2), which is in no header without _GNU_SOURCE.
    private static let disconnected = GIOCondition(rawValue: 0x2000 | G_IO_HUP.rawValue | G_IO_ERR.rawValue)

    private let listener: HostListener
    /// Borrowed: it owns this.
    private let socket: UnsafeMutablePointer<GSocket>
    /// libsoup does not look at the socket of a paused message. Nil once the connection is over.
    private var hangup: LoopSource?
    /// The request that is being answered; nil between two requests.
    weak var current: PendingRequest?

    /// Returns the connection of a socket, which is created the first time.
    static func of(_ socket: UnsafeMutablePointer<GSocket>, on listener: HostListener) -> PeerConnection {
        let object: UnsafeMutablePointer<GObject> = socket.cast()
        if let known = g_object_get_data(object, key) {
            return Unmanaged<PeerConnection>.fromOpaque(known).takeUnretainedValue()
        }
        let connection = PeerConnection(socket, listener)
        g_object_set_data_full(
            object, key, Unmanaged.passRetained(connection).toOpaque(),
            { connection in if let connection { Unmanaged<PeerConnection>.fromOpaque(connection).release() } })
        return connection
    }

    private init(_ socket: UnsafeMutablePointer<GSocket>, _ listener: HostListener) {
        self.socket = socket
        self.listener = listener
        g_socket_set_option(socket, SOL_SOCKET, SO_SNDBUF, Self.sendBufferBytes, nil)
        hangup = LoopSource(watching: g_socket_get_fd(socket), for: Self.disconnected) { [unowned self] in
            hasPeerLeft()
        }
        listener.connectionOpened()
    }

    deinit { end() }

    private func end() {
        guard hangup != nil else { return }
        hangup = nil
        listener.connectionClosed()
    }

    /// Ends the connection of a peer that has disconnected.
    /// - Returns: Whether the socket is still to be watched.
    private func hasPeerLeft() -> Bool {
        // A peer that has received everything may disconnect: libsoup is about to report the end.
        if let current, current.hasSentAll { return true }
        let kept = GObjectReference(retaining: socket.object)
        current?.abandon(byReset: false, hasPeerLeft: true)
        end()
        // libsoup 3.2 does not close a connection whose peer left between two requests; the descriptor would stay.
        if g_socket_is_closed(kept.pointer.cast()) == 0 { g_socket_close(kept.pointer.cast(), nil) }
        return false
    }

    // MARK: Closing

    /// Takes the connection of a message over from libsoup and closes it; with `byReset` the peer sees RST instead of
    /// an orderly end.
    static func close(under message: OpaquePointer, byReset: Bool) {
        if byReset, let socket = soup_server_message_get_socket(message) { sendResetOnClose(socket) }
        guard let stream = soup_server_message_steal_connection(message) else { return }
        g_io_stream_close(stream, nil, nil)
        g_object_unref(stream)
    }

    /// Makes the socket end with RST when it is closed.
    static func sendResetOnClose(_ socket: UnsafeMutablePointer<GSocket>) {
        var immediately = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            g_socket_get_fd(socket), SOL_SOCKET, SO_LINGER, &immediately, socklen_t(MemoryLayout<linger>.size))
    }
}
