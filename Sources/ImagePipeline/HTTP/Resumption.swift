// Whether a transfer that was cut short can go on from where it was, and whether an answer does go on from there.

extension TransferHead {
    /// Whether what arrives of this answer is worth keeping when the transfer is cut short: a later try can ask for the
    /// rest and be sure that it belongs to the same bytes.
    public var isResumable: Bool {
        (status == 200 || status == 206) && rangeValidator != nil && headers["content-encoding"] == nil
            && headers["accept-ranges"]?.lowercased() != "none" && !CacheControl(headers["cache-control"]).noStore
    }

    /// What If-Range may say: only a validator that is strong proves that two answers are the same byte for byte (RFC
    /// 9110, 13.1.5). An entity tag is strong unless it says otherwise; a time of modification is when the answer was
    /// made at least a second later (8.8.2.2), as no second change can share it then.
    var rangeValidator: String? {
        if let tag = headers["etag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let modified = headers["last-modified"], let changed = HTTPDate.seconds(modified),
            let made = headers["date"].flatMap(HTTPDate.seconds), made > changed
        else { return nil }
        return modified
    }

    /// The length of the whole that this answer is, or is a part of, in bytes; nil when it does not say.
    var totalLength: Int? {
        if status == 206 { return contentRange?.total }
        return headers["content-length"].flatMap { Self.length(Substring($0)) }
    }

    /// What a 206 says that it is (RFC 9110, 14.4): first and last byte, and the length of the whole if it is known.
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

    /// A number of bytes: digits and nothing else (RFC 9110, 8.6), up to 2^53. No body is longer, and such numbers can
    /// be added without a check.
    private static func length(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            number <= 1 << 53
        else { return nil }
        return number
    }
}

extension PartialTransfer {
    /// The whole photo, if `answer` is exactly what was missing; nil otherwise.
    func completed(by answer: TransferAnswer, at time: Int) -> StoredPhoto? {
        guard let range = answer.head.contentRange, let longer = extended(by: answer.head, answer.body, at: time),
            range.last - range.first + 1 == answer.body.count, let total = longer.total, range.last == total - 1
        else { return nil }
        return StoredPhoto(bytes: longer.bytes, metadata: longer.metadata)
    }

    /// The beginning of a photo that is whole: whoever wants it again asks for the last byte, and learns in one answer
    /// whether the others are still the photo's. A range must not be empty.
    init(allButTheLastByteOf photo: StoredPhoto) {
        var bytes: [UInt8] = []
        photo.bytes.storage.withBytes { bytes += $0.dropLast() }
        self.init(bytes: EncodedBytes(bytes), total: photo.bytes.count, metadata: photo.metadata)
    }

    /// A longer beginning, if an answer with this head goes on from here and is of the same photo; nil otherwise. A 206
    /// to If-Range need not repeat the validator (RFC 9110, 15.3.7); if it does, it must be the same.
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
    /// A copy of both, one behind the other.
    func followed(by rest: EncodedBytes) -> EncodedBytes {
        var all: [UInt8] = []
        all.reserveCapacity(count + rest.count)
        storage.withBytes { all += $0 }
        rest.storage.withBytes { all += $0 }
        return EncodedBytes(all)
    }
}
