// Failures that the head of a response shows: its status, or a content type that is not an image's.
public import Photos

extension TransferHead {
    /// Returns the failure that the status stands for; nil for 2xx. 403 and 429 mean that the client should slow down
    /// (photo services refuse heavy users with 403), and so does 503 with a Retry-After.
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

    /// The content type if it cannot be an image's; nil otherwise. Servers that do not know the type send
    /// application/octet-stream or none.
    public var foreignType: String? {
        guard let type = headers["content-type"]?.lowercased() else { return nil }
        let bare = type.prefix { $0 != ";" && $0 != " " }
        if bare.hasPrefix("image/") || bare == "application/octet-stream" || bare.isEmpty { return nil }
        return String(bare)
    }

    /// Returns the Retry-After in seconds, given as a number or as a time (RFC 9110, 10.2.3); 0 for a time in the past.
    private func retryAfter(now: Int) -> Int? {
        guard let field = headers["retry-after"] else { return nil }
        if let seconds = CacheControl.seconds(Substring(field)) { return seconds }
        return HTTPDate.seconds(field).map { max(0, $0 - now) }
    }
}
