// A line of a given length and width between a program and a server of this machine.
import Glibc

/// Passes connections on to a server of loopback, late and slowly, and stalls or breaks them when it is told to. All
/// connections share the line. Used by one thread.
package final class Relay {
    /// What it has passed on.
    struct Counts: Equatable, Sendable {
        /// Connections that are there.
        var open = 0
        /// Connections that have been made.
        var accepted = 0
        /// Bytes that arrived at the server.
        var up = 0
        /// Bytes that arrived at its clients.
        var down = 0
    }

    /// What happens to the line.
    package enum Fault: Equatable, Sendable {
        /// Nothing arrives any more.
        case stall
        /// All connections are reset.
        case cut
    }

    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    /// The port of 127.0.0.1 at which it listens.
    package let port: UInt16
    private(set) var counts = Counts()
    private let target: UInt16
    private let roundTrip: Instant
    private var up: Line, down: Line
    private var listener: Int32
    private var connections: [Connection] = []
    private var isStalled = false
    private var coming: (fault: Fault, bytes: Int)?

    /// - Parameters:
    ///   - target: The server's port of 127.0.0.1.
    ///   - milliseconds: From one end to the other and back.
    ///   - megabits: A second in each direction; nil for no limit.
    package init(to target: UInt16, milliseconds: Double, megabits: Double?) throws(Failure) {
        self.target = target
        up = Line(milliseconds: milliseconds / 2, megabits: megabits)
        down = up
        roundTrip = Instant(milliseconds * 1_000_000)
        (listener, port) = try Self.listen(at: 0)
    }

    deinit {
        if listener >= 0 { close(listener) }
    }

    // MARK: What it is told

    /// Has a fault happen when a number of bytes have arrived from now on, in both directions together.
    func expect(_ fault: Fault, after bytes: Int) {
        coming = (fault, bytes)
        if bytes <= 0 { fail() }
    }

    /// Has everything arrive again.
    func resume() {
        isStalled = false
        coming = nil
    }

    /// Has connections refused, as by a host without a server.
    func refuse() {
        if listener >= 0 { close(listener) }
        listener = -1
    }

    /// Has connections accepted again.
    /// - Returns: false when its port has been taken by then.
    func accept() -> Bool {
        if listener < 0, let again = try? Self.listen(at: port) { listener = again.descriptor }
        return listener >= 0
    }

    private func fail() {
        switch coming?.fault {
        case .stall: isStalled = true
        case .cut:
            for connection in connections { connection.breakOff() }
            connections = []
            counts.open = 0
        case nil: break
        }
        coming = nil
    }

    // MARK: The loop

    /// Moves bytes until a descriptor has something to read, which its caller then reads.
    func run(until control: Int32) {
        while true {
            var polled = [pollfd(fd: control, events: Int16(POLLIN), revents: 0)]
            polled.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
            for connection in connections {
                polled.append(watched(connection.client, reads: connection.up, writes: connection.down, line: up))
                polled.append(watched(connection.server, reads: connection.down, writes: connection.up, line: down))
            }
            wait(&polled)
            if polled[0].revents != 0 { return }
            move(polled[2...])
            if polled[1].revents != 0 { admit() }
        }
    }

    /// A socket that nothing is expected of is left out: poll would report its end again and again.
    private func watched(_ socket: Int32, reads: Direction, writes: Direction, line: Line) -> pollfd {
        var events: Int32 = 0
        if !isStalled && reads.reads && line.opens <= Self.now { events |= POLLIN }
        if !isStalled && writes.isBlocked { events |= POLLOUT }
        return pollfd(fd: events == 0 ? -1 : socket, events: Int16(events), revents: 0)
    }

    private func wait(_ polled: inout [pollfd]) {
        var next: Instant?
        if !isStalled {
            for connection in connections {
                for (direction, line) in [(connection.up, up), (connection.down, down)] {
                    if !direction.isBlocked, let due = direction.due { next = min(next ?? due, due) }
                    if direction.reads && line.opens > Self.now { next = min(next ?? line.opens, line.opens) }
                }
            }
        }
        let now = Self.now
        let milliseconds = next.map { Int32(clamping: max(0, $0 - now + Self.millisecond - 1) / Self.millisecond) }
        poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
    }

    /// One piece of each connection in turn: none has more of the line than another.
    private func move(_ polled: ArraySlice<pollfd>) {
        guard !isStalled else { return }
        var broken: Set<Int> = []
        for (index, connection) in connections.enumerated() {
            let ready = polled.dropFirst(2 * index).prefix(2).map(\.revents)
            if ready[0] != 0 && !receive(&connection.up, onto: &up, of: connection) { broken.insert(index) }
            if ready[1] != 0 && !receive(&connection.down, onto: &down, of: connection) { broken.insert(index) }
        }
        for (index, connection) in connections.enumerated() where !broken.contains(index) {
            let isWhole = deliver(&connection.up, counted: \.up) && deliver(&connection.down, counted: \.down)
            if !isWhole { broken.insert(index) }
            if coming?.bytes == 0 { break }
        }
        for index in broken { connections[index].breakOff() }
        let before = connections
        connections = before.enumerated().filter { !broken.contains($0.offset) && !$0.element.isOver }.map(\.element)
        counts.open = connections.count
        if coming?.bytes == 0 { fail() }
    }

    /// - Returns: false when the connection is broken.
    private func receive(_ direction: inout Direction, onto line: inout Line, of connection: Connection) -> Bool {
        guard direction.reads, line.opens <= Self.now else { return true }
        return direction.read(onto: &line, at: Self.now, notBefore: connection.opens) != nil
    }

    private func deliver(_ direction: inout Direction, counted: WritableKeyPath<Counts, Int>) -> Bool {
        guard let count = direction.write(at: Self.now, atMost: coming?.bytes ?? .max) else { return false }
        counts[keyPath: counted] += count
        coming?.bytes -= count
        return true
    }

    // MARK: Sockets

    private func admit() {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        let server = Self.socket()
        var address = Self.address(target)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, length) }
        }
        Self.preparesForLine(client)
        let connection = Connection(client: client, server: server, opens: Self.now + roundTrip)
        if result != 0 { return connection.breakOff() }
        counts.accepted += 1
        connections.append(connection)
        counts.open = connections.count
    }

    private static func listen(at port: UInt16) throws(Failure) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket()
        var address = address(port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 256) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Failure(description: "cannot listen: \(reason)")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func socket() -> Int32 {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        preparesForLine(descriptor)
        return descriptor
    }

    /// A sender is to wait for the line and not to hand all it has to the kernel at once, and no piece waits for a
    /// next.
    private static func preparesForLine(_ socket: Int32) {
        var bytes: Int32 = 65_536
        var yes: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, length)
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, length)
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, length)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    private static let millisecond: Instant = 1_000_000

    /// The time, half a millisecond ahead: as poll counts whole ones, things happen up to half of one too early or late
    /// and on the average in time.
    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(time.tv_sec) * 1_000 * millisecond + Instant(time.tv_nsec) + millisecond / 2
    }
}
