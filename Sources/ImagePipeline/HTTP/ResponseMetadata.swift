// What is remembered of an answer beside its body: the header fields that say how long it is good and how to ask anew.

/// The part of an answer's head that matters to a cache, and when it came. A value.
public struct ResponseMetadata: Hashable, Sendable {
    /// The fields that are kept. RFC 9111 wants all of them stored; no other is ever looked at here.
    private static let kept: Set<String> = [
        "age", "cache-control", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// By lower-case name.
    let headers: [String: String]
    /// Seconds since 1970 at which the body was asked for.
    public let storedAt: Int
    /// Seconds since 1970 at which the server was last asked and confirmed or sent the body. The time of the request,
    /// not of the answer, so that the time under way counts as age.
    public let validatedAt: Int

    /// - Parameter time: seconds since 1970 at which the request was sent.
    public init(_ head: TransferHead, at time: Int) {
        self.init(headers: head.headers.filter { Self.kept.contains($0.key) }, storedAt: time, validatedAt: time)
    }

    private init(headers: [String: String], storedAt: Int, validatedAt: Int) {
        self.headers = headers
        self.storedAt = storedAt
        self.validatedAt = validatedAt
    }

    /// After a 304, or a 206 that continues: its fields replace those of the same name, the others stay (RFC 9111,
    /// 3.2). Age and Date belong to one answer and do not outlive it.
    func updated(by head: TransferHead, at time: Int) -> Self {
        let lasting = headers.filter { $0.key != "age" && $0.key != "date" }
        let news = head.headers.filter { Self.kept.contains($0.key) }
        return Self(headers: lasting.merging(news) { $1 }, storedAt: storedAt, validatedAt: time)
    }

    /// The fields that ask whether the body is still the same (RFC 9111, 4.3.1); none when there is no validator.
    var conditions: [String: String] {
        if let tag = headers["etag"] { return ["If-None-Match": tag] }
        return headers["last-modified"].map { ["If-Modified-Since": $0] } ?? [:]
    }

    /// Of the body that these fields came with.
    var rangeValidator: String? { TransferHead(status: 200, headers: headers).rangeValidator }

    // MARK: As bytes

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: Int64(storedAt))
        bytes.append(little: Int64(validatedAt))
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            bytes.append(text: name)
            bytes.append(text: value)
        }
        return bytes
    }

    /// Seconds since 1970 that a file may name: those of four-digit years. Ages can be computed of them without a check.
    private static let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Nil when the bytes are not those of metadata.
    init?(encoded bytes: UnsafeRawBufferPointer) {
        var fields = ByteFields(bytes)
        guard let storedAt = fields.number(Int64.self), Self.times.contains(storedAt),
            let validatedAt = fields.number(Int64.self), Self.times.contains(validatedAt)
        else { return nil }
        var headers: [String: String] = [:]
        while fields.offset < bytes.count {
            guard let name = fields.text(), let value = fields.text() else { return nil }
            headers[name] = value
        }
        self.init(headers: headers, storedAt: Int(storedAt), validatedAt: Int(validatedAt))
    }
}
