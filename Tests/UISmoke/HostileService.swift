// The counters and the faults of a sample server in another process, over its control path.
import Foundation

/// A running `tessera-lab serve`.
struct HostileService {
    /// What it has done so far.
    struct Counters {
        /// Listings and pictures that were asked for.
        let listings: Int, pictures: Int
        /// Pictures that were left before their end.
        let cancelled: Int
        /// Bytes of pictures.
        let bytes: Int
    }

    let url: String

    /// Waits until the counters are so.
    /// - Parameter meanwhile: done between two looks.
    func wait(
        _ what: String, until condition: (Counters) -> Bool, meanwhile: () throws -> Void = {}
    ) throws {
        try waitUntil(what) {
            if condition(try counters()) { return true }
            try meanwhile()
            return false
        }
    }

    /// Other faults from the next request on.
    func set(_ faults: [String]) throws {
        let spec = faults.joined(separator: ",").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        _ = try get("/_control/faults?spec=\(spec)")
    }

    private func counters() throws -> Counters {
        let answer = try JSONSerialization.jsonObject(with: get("/_control/counters")) as? [String: Any]
        func host(_ name: String) -> [String: Any] { answer?[name] as? [String: Any] ?? [:] }
        func requests(_ host: [String: Any], _ route: String) -> Int {
            (host["requests"] as? [String: Any])?[route] as? Int ?? 0
        }
        let image = host("image")
        return Counters(
            listings: requests(host("api"), "list"), pictures: requests(image, "image"),
            cancelled: image["cancelledByPeer"] as? Int ?? 0, bytes: image["bytesSent"] as? Int ?? 0)
    }

    /// The body of an answer, over a connection of its own.
    private func get(_ target: String) throws -> Data {
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw NotReady("no port in \(url)")
        }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw NotReady("no server at \(url)") }
        let request = Array("GET \(target) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw NotReady("no server at \(url)")
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer.append(contentsOf: buffer[..<count])
        }
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw NotReady("no answer from \(url)") }
        return answer[end.upperBound...]
    }
}
