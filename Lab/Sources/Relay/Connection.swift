// A connection through the relay.
import Glibc

/// Both sockets of a connection. Closes them with its end: after `breakOff` in a way that their peers take for a fault.
final class Connection {
    let client: Int32, server: Int32
    var up: Direction, down: Direction
    /// When its first bytes move: a line takes a round trip to make a connection.
    let opens: Instant

    init(client: Int32, server: Int32, opens: Instant) {
        self.client = client
        self.server = server
        self.opens = opens
        up = Direction(from: client, to: server)
        down = Direction(from: server, to: client)
    }

    deinit {
        close(client)
        close(server)
    }

    var isOver: Bool { up.isOver && down.isOver }

    /// Has the kernel reset the connection to both peers as soon as it is closed.
    func breakOff() {
        var option = linger(l_onoff: 1, l_linger: 0)
        for socket in [client, server] {
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }
}
