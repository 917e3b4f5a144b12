// Malformed responses, as the bytes on the wire.

/// Bytes written onto the connection instead of a well-formed HTTP response.
struct RawAnswer: Hashable, Sendable {
    /// Status line and headers, and possibly the beginning of a body.
    var head: [UInt8]
    /// Bytes that follow, repeated.
    var cycle: [UInt8] = []
    /// Number of bytes of the repeated cycle that are sent; nil for no end.
    var cycledBytes: Int? = 0
    /// Whether the connection ends by a reset.
    var isReset = false

    /// Announced length of an overrun picture; more than is read of any picture.
    private static let announced = 1 << 40
    /// Number of its bytes that are sent before the connection breaks.
    private static let firstPart = 1 << 20

    /// Creates the response to `request` for a malformed effect; nil for any other effect.
    /// - Parameters:
    ///   - reply: response without the fault, from which the body is taken.
    ///   - host: selects the content of an endless body.
    init?(_ effect: Faults.Effect?, to request: Request, insteadOf reply: Reply, on host: ServiceHost) {
        let half = Array(reply.body.prefix(reply.body.count / 2))
        let body = Body(host)
        switch effect {
        case .negativeLength:
            self.init(
                head: Self.head("200 OK", body.type, ["Content-Length: -1", "ETag: \"negative\""]) + half, isReset: true
            )
        case .endlessBody:
            self.init(head: Self.head("200 OK", body.type) + body.beginning, cycle: body.cycle, cycledBytes: nil)
        case .endlessHeaders:
            let header = "X-Padding: " + String(repeating: "x", count: 1000) + "\r\n"
            self.init(head: Array("HTTP/1.1 200 OK\r\n".utf8), cycle: Array(header.utf8), cycledBytes: nil)
        case .cutChunks:
            let size = Array((String(half.count, radix: 16) + "\r\n").utf8)
            self.init(
                head: Self.head("200 OK", body.type, ["Transfer-Encoding: chunked", "ETag: \"chunks\""]) + size + half
                    + Array("\r\n".utf8))
        case .overrun:
            let headers = ["ETag: \"overrun\"", "Accept-Ranges: bytes"]
            if let start = Self.start(request.range) {
                let range = "Content-Range: bytes \(start)-\(Self.announced - 1)/\(Self.announced)"
                self.init(
                    head: Self.head("206 Partial Content", body.type, headers + [range]), cycle: body.cycle,
                    cycledBytes: nil)
            } else {
                let length = "Content-Length: \(Self.announced)"
                self.init(
                    head: Self.head("200 OK", body.type, headers + [length]) + body.beginning, cycle: body.cycle,
                    cycledBytes: Self.firstPart, isReset: true)
            }
        default: return nil
        }
    }

    private init(head: [UInt8], cycle: [UInt8] = [], cycledBytes: Int? = 0, isReset: Bool = false) {
        self.head = head
        self.cycle = cycle
        self.cycledBytes = cycledBytes
        self.isReset = isReset
    }

    private static func head(_ status: String, _ type: String, _ headers: [String] = []) -> [UInt8] {
        let lines = ["HTTP/1.1 " + status, "Content-Type: " + type] + headers + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Returns the first byte that `bytes=N-` requests.
    private static func start(_ range: String?) -> Int? {
        guard let range, range.hasPrefix("bytes="), let end = range.firstIndex(of: "-") else { return nil }
        return Int(range[range.index(range.startIndex, offsetBy: 6)..<end])
    }

    /// Endless body, every prefix of which is plausible.
    private struct Body {
        let type: String
        let beginning: [UInt8]
        let cycle: [UInt8]

        init(_ host: ServiceHost) {
            switch host {
            case .api: (type, beginning, cycle) = ("application/json", Array("[{}".utf8), Array(",{}".utf8))
            case .image:
                // A JPEG of nothing but comments, each of the maximum length (ITU-T T.81, B.2.4.5).
                let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + Array(repeating: 0x20, count: 0xFFFF - 2)
                (type, beginning, cycle) = ("image/jpeg", [0xFF, 0xD8], comment)
            }
        }
    }
}
