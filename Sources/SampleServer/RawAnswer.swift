// Answers that no server should send, as the bytes on the wire.

/// What is written onto the connection in place of an HTTP answer that makes sense.
struct RawAnswer: Hashable, Sendable {
    /// Status line and headers, and perhaps the beginning of a body.
    var head: [UInt8]
    /// Follows over and over.
    var cycle: [UInt8] = []
    /// Bytes of the cycle that are sent; nil does not end.
    var cycledBytes: Int? = 0
    /// The connection ends by a reset and not in order.
    var isReset = false

    /// Bytes that an overrun picture is announced with. More than are read of any picture.
    private static let announced = 1 << 40
    /// Bytes of such a picture that come before the connection breaks.
    private static let firstPart = 1 << 20

    /// The answer to `request` for a hostile effect; nil for any other.
    /// - Parameters:
    ///   - reply: what would have been answered.
    ///   - host: decides what a body is made of.
    init?(_ effect: Faults.Effect?, to request: Request, insteadOf reply: Reply, on host: ServiceHost) {
        let half = Array(reply.body.prefix(reply.body.count / 2))
        let body = Body(host)
        switch effect {
        case .negativeLength:
            self.init(head: Self.head("200 OK", body.type, ["Content-Length: -1", "ETag: \"negative\""]) + half, isReset: true)
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
                    head: Self.head("206 Partial Content", body.type, headers + [range]), cycle: body.cycle, cycledBytes: nil)
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

    /// The first byte that `bytes=N-` asks for.
    private static func start(_ range: String?) -> Int? {
        guard let range, range.hasPrefix("bytes="), let end = range.firstIndex(of: "-") else { return nil }
        return Int(range[range.index(range.startIndex, offsetBy: 6)..<end])
    }

    /// A body without an end that makes sense as far as it has come.
    private struct Body {
        let type: String
        let beginning: [UInt8]
        let cycle: [UInt8]

        init(_ host: ServiceHost) {
            switch host {
            case .api: (type, beginning, cycle) = ("application/json", Array("[{}".utf8), Array(",{}".utf8))
            case .image:
                // A JPEG of nothing but comments, of the longest that there are (ITU-T T.81, B.2.4.5).
                let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + Array(repeating: 0x20, count: 0xFFFF - 2)
                (type, beginning, cycle) = ("image/jpeg", [0xFF, 0xD8], comment)
            }
        }
    }
}
