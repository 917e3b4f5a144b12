// What is wrong with an answer, as far as its head says: its status, and a content type that is no picture's.
public import Photos

extension TransferHead {
    /// What is wrong by the status alone; nil for 2xx. 403 and 429 ask for patience (photo services refuse heavy users
    /// with 403), 503 does when it says how long.
    /// - Parameter now: seconds since 1970, for a Retry-After that names a time.
    public func failure(now: Int) -> LoadFailure.Reason? {
        let wait = retryAfter(now: now)
        return switch status {
        case 200..<300: nil
        case 403, 429: .slowDown(retryAfterSeconds: wait)
        case 503 where wait != nil: .slowDown(retryAfterSeconds: wait)
        default: .httpStatus(status)
        }
    }

    /// The content type if it cannot be a picture's. Servers that do not know better say octet-stream or nothing.
    public var foreignType: String? {
        guard let type = headers["content-type"]?.lowercased() else { return nil }
        let bare = type.prefix { $0 != ";" && $0 != " " }
        if bare.hasPrefix("image/") || bare == "application/octet-stream" || bare.isEmpty { return nil }
        return String(bare)
    }

    /// Seconds, whether they were said as a number or as a time (RFC 9110, 10.2.3); a time that is over is 0.
    private func retryAfter(now: Int) -> Int? {
        guard let field = headers["retry-after"] else { return nil }
        if let seconds = CacheControl.seconds(Substring(field)) { return seconds }
        return HTTPDate.seconds(field).map { max(0, $0 - now) }
    }
}
