// A relay on a thread of its own, and what lies at its ends.
import Glibc
import Relay

/// Told by lines, as `tessera-lab relay` is. Used by one thread.
final class RunningRelay {
    let port: UInt16
    private let orders: Int32

    init(to target: UInt16, milliseconds: Double = 0, megabits: Double? = nil) throws {
        var pair: [Int32] = [0, 0]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        orders = pair[0]
        let told = pair[1]
        TestThread.start {
            if let relay = try? Relay(to: target, milliseconds: milliseconds, megabits: megabits) {
                Self.write("\(relay.port)", to: told)
                relay.obey(told) { Self.write($0, to: told) }
            }
            close(told)
        }
        struct NoRelay: Error {}
        guard let port = UInt16(Self.readLine(of: orders)) else { throw NoRelay() }
        self.port = port
    }

    deinit { close(orders) }

    /// Returns what is answered to the first line of an order, which is carried out then.
    func tell(_ order: String) -> String {
        Self.write(order, to: orders)
        return answer()
    }

    func answer() -> String { Self.readLine(of: orders) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private static func readLine(of descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}

/// Sends back what it is sent, and ends each connection when its peer has.
final class EchoServer: Sendable {
    let port: UInt16
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = TestSocket.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw TestSocket.NoConnection() }
        port = UInt16(bigEndian: address.sin_port)
        TestThread.start {
            while true {
                let peer = accept(listener, nil, nil)
                if peer < 0 { break }
                TestThread.start {
                    var bytes = [UInt8](repeating: 0, count: 65_536)
                    while true {
                        let count = recv(peer, &bytes, bytes.count, 0)
                        if count <= 0 { break }
                        send(peer, bytes, count, Int32(MSG_NOSIGNAL))
                    }
                    close(peer)
                }
            }
            close(listener)
        }
    }

    /// Nothing listens from then on; the thread that accepts closes the socket.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit { stop() }
}

/// A connection to loopback. Used by one thread, and by that which sends for it.
final class TestSocket {
    struct NoConnection: Error {}
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in connect(descriptor, $0, length) }
        }
        guard result == 0 else { throw NoConnection() }
    }

    deinit { close(descriptor) }

    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    func send(_ bytes: [UInt8]) { Self.send(bytes, to: descriptor) }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Up to `limit` bytes; fewer at the end of the connection.
    func read(_ limit: Int = .max) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while result.count < limit {
            let count = recv(descriptor, &buffer, min(buffer.count, limit - result.count), 0)
            if count <= 0 { break }
            result += buffer[..<count]
        }
        return result
    }

    func exchange(_ bytes: [UInt8]) -> [UInt8] {
        send(bytes)
        return read(bytes.count)
    }

    /// Sends from another thread, so that neither end waits for the other.
    func sendAndReadToEnd(_ bytes: [UInt8]) -> [UInt8] {
        TestThread.start { [descriptor] in
            Self.send(bytes, to: descriptor)
            shutdown(descriptor, Int32(SHUT_WR))
        }
        return read()
    }

    /// Waits for the end of the connection, and tells whether that is a fault.
    func isReset() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count < 0 { return errno == ECONNRESET }
            if count == 0 { return false }
        }
    }
}

/// A thread that blocks as long as it has to.
enum TestThread {
    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            {
                if let box = $0 { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        precondition(result == 0)
        pthread_detach(thread)
    }
}
