// Resumption of interrupted transfers: when it is possible, and whether a response continues an earlier one.
import Synchronization

extension TransferHead {
    /// Whether the bytes of an interrupted response are worth keeping: a later attempt can request the rest and be sure
    /// that it belongs to the same bytes.
    public var isResumable: Bool {
        (status == 200 || status == 206) && rangeValidator != nil && headers["content-encoding"] == nil
            && headers["accept-ranges"]?.lowercased() != "none" && !CacheControl(headers["cache-control"]).noStore
    }

    /// The validator for If-Range; nil without a strong one, which alone proves that two responses are identical byte
    /// for byte (RFC 9110, 13.1.5). An entity tag is strong unless it is marked as weak; a time of modification is
    /// strong when the response was made at least a second later (8.8.2.2), since a second change cannot share it then.
    var rangeValidator: String? {
        if let tag = headers["etag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let modified = headers["last-modified"], let changed = HTTPDate.seconds(modified),
            let made = headers["date"].flatMap(HTTPDate.seconds), made > changed
        else { return nil }
        return modified
    }

    /// The length in bytes of the whole body that this response is, or is a part of; nil when it is not given.
    var totalLength: Int? {
        if status == 206 { return contentRange?.total }
        return headers["content-length"].flatMap { Self.length(Substring($0)) }
    }

    /// The range of a 206 (RFC 9110, 14.4): first and last byte, and the length of the whole if it is known.
    var contentRange: (first: Int, last: Int, total: Int?)? {
        guard let field = headers["content-range"], field.lowercased().hasPrefix("bytes ") else { return nil }
        let sides = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false).map { Self.length($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], last >= first else { return nil }
        if sides[1] == "*" { return (first, last, nil) }
        guard let total = Self.length(sides[1]), total > last else { return nil }
        return (first, last, total)
    }

    /// Parses a number of bytes: digits and nothing else (RFC 9110, 8.6), up to 2^53. No body is longer, and such
    /// numbers can be added without overflow.
    private static func length(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            number <= 1 << 53
        else { return nil }
        return number
    }
}

extension PartialTransfer {
    /// Returns the whole photo if `answer` is exactly the missing part; nil otherwise.
    func completed(by answer: TransferAnswer, at time: Int) -> StoredPhoto? {
        guard let range = answer.head.contentRange, let longer = extended(by: answer.head, answer.body, at: time),
            range.last - range.first + 1 == answer.body.count, let total = longer.total, range.last == total - 1
        else { return nil }
        return StoredPhoto(bytes: longer.bytes, metadata: longer.metadata)
    }

    /// Turns a whole photo into a partial transfer without its last byte, since a range must not be empty: a later
    /// request for that byte learns in one response whether the others are still valid.
    init(allButTheLastByteOf photo: StoredPhoto) {
        var bytes: [UInt8] = []
        photo.bytes.storage.withBytes { bytes += $0.dropLast() }
        self.init(bytes: EncodedBytes(bytes), total: photo.bytes.count, metadata: photo.metadata)
    }

    /// Returns a longer partial transfer if a response with this head continues this one and belongs to the same photo;
    /// nil otherwise. A 206 to If-Range need not repeat the validator (RFC 9110, 15.3.7); if it does, it must be the
    /// same.
    func extended(by head: TransferHead, _ received: EncodedBytes, at time: Int) -> PartialTransfer? {
        guard let range = head.contentRange, range.first == bytes.count,
            total == nil || range.total == nil || total == range.total
        else { return nil }
        for validator in ["etag", "last-modified"] {
            if let old = metadata.headers[validator], let new = head.headers[validator], old != new { return nil }
        }
        return PartialTransfer(
            bytes: bytes.followed(by: received), total: range.total ?? total,
            metadata: metadata.updated(by: head, at: time))
    }
}

extension EncodedBytes {
    /// Returns a copy of both, one after the other.
    func followed(by rest: EncodedBytes) -> EncodedBytes {
        var all: [UInt8] = []
        all.reserveCapacity(count + rest.count)
        storage.withBytes { all += $0 }
        rest.storage.withBytes { all += $0 }
        return EncodedBytes(all)
    }
}

/// A ticket between the original one and a transport that is asked for the rest of a body.
///
/// The transport copies only what it has received; the loader needs the body from its beginning. The head of the
/// response decides whether the server continues or starts over, and the first report shows which: it counts from the
/// offset, or from 0.
final class ResumedTicket: Sendable {
    /// The ticket for the transport.
    let inner: FetchTicket
    private let outer: FetchTicket

    init(_ outer: FetchTicket, after beginning: EncodedBytes) {
        let decision = Decision()
        self.outer = outer
        inner = FetchTicket(title: outer.title, priority: outer.priority, isReload: outer.isReload) { progress, body in
            let goesOn = decision.goesOn.withLock { goesOn in
                goesOn = goesOn ?? (progress.received == beginning.count)
                return goesOn == true
            }
            guard goesOn, let body else { return outer.report(progress, body: body) }
            outer.report(progress) { beginning.followed(by: body()) }
        }
        outer.onPriorityChange { [inner] priority in inner.setPriority(priority) }
    }

    /// Ends the transfer. Until then the two tickets retain each other.
    func end() { outer.onPriorityChange { _ in } }

    private final class Decision: Sendable {
        /// Whether the server continues; nil before the first report.
        let goesOn = Mutex<Bool?>(nil)
    }
}
