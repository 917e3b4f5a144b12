// The header fields of a stored response that matter for its freshness and revalidation.

/// The part of a response's head that matters to a cache, and when the response was requested. A value.
public struct ResponseMetadata: Hashable, Sendable {
    /// Names of the fields that are kept. RFC 9111 requires all fields to be stored; no others are used here.
    private static let kept: Set<String> = [
        "age", "cache-control", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// Header fields by lower-case name.
    let headers: [String: String]
    /// Time at which the body was requested, in seconds since 1970.
    public let storedAt: Int
    /// Time of the last request that the server answered by confirming or sending the body, in seconds since 1970. The
    /// time of the request, not of the response, so that the time in transit counts as age.
    public let validatedAt: Int

    /// Keeps the relevant fields of a head.
    /// - Parameter time: seconds since 1970 at which the request was sent.
    public init(_ head: TransferHead, at time: Int) {
        self.init(headers: head.headers.filter { Self.kept.contains($0.key) }, storedAt: time, validatedAt: time)
    }

    private init(headers: [String: String], storedAt: Int, validatedAt: Int) {
        self.headers = headers
        self.storedAt = storedAt
        self.validatedAt = validatedAt
    }

    /// Returns the metadata after a 304, or after a 206 that continues: its fields replace those of the same name, and
    /// the others stay (RFC 9111, 3.2). Age and Date belong to one response and are not kept.
    func updated(by head: TransferHead, at time: Int) -> Self {
        let lasting = headers.filter { $0.key != "age" && $0.key != "date" }
        let news = head.headers.filter { Self.kept.contains($0.key) }
        return Self(headers: lasting.merging(news) { $1 }, storedAt: storedAt, validatedAt: time)
    }

    /// The fields of a conditional request (RFC 9111, 4.3.1); empty when there is no validator.
    var conditions: [String: String] {
        if let tag = headers["etag"] { return ["If-None-Match": tag] }
        return headers["last-modified"].map { ["If-Modified-Since": $0] } ?? [:]
    }

    /// The validator of the body for If-Range.
    var rangeValidator: String? { TransferHead(status: 200, headers: headers).rangeValidator }

    // MARK: Serialisation

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

    /// Seconds since 1970 that a file may contain: those of four-digit years, so that ages can be computed without
    /// overflow.
    private static let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Decodes metadata; nil when the bytes are not valid.
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
