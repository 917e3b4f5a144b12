// A bare TCP connection, for what no HTTP client would do: leave in the middle, or read what was really sent.
import Glibc

final class RawConnection {
    private var descriptor: Int32

    init(to url: String) throws {
        struct NoConnection: Error {}
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw NoConnection() }
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw NoConnection() }
    }

    deinit { close() }

    func get(_ target: String) { send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n") }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Up to `limit` bytes, as they come; fewer at the end of the connection.
    func read(_ limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while result.count < limit {
            let count = recv(descriptor, &buffer, min(buffer.count, limit - result.count), 0)
            if count <= 0 { break }
            result += buffer[0..<count]
        }
        return result
    }

    /// Everything until the server closes; what the last call of recv said tells an end from a reset.
    func readToEnd() -> (bytes: [UInt8], wasReset: Bool) {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return (result, false) }
            if count < 0 { return (result, errno == ECONNRESET) }
            result += buffer[0..<count]
        }
    }

    func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }
}
