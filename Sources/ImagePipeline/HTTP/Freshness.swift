// The freshness of a stored response, and its use afterwards: RFC 9111, section 4, and RFC 5861.
import Photos

/// The use of a stored response that is allowed now.
enum Freshness: Hashable, Sendable {
    /// Serve it without a request.
    case fresh
    /// Serve it at once and revalidate it meanwhile.
    case staleWhileRevalidate
    /// Revalidate it before serving it.
    case stale
}

extension ResponseMetadata {
    private static let hour = 3600
    /// Maximum heuristic lifetime, in seconds, of a response that has only a time of modification.
    private static let longestGuess = 7 * 24 * hour
    /// Lifetime, in seconds, of a response without any information. The bytes at a photo's address hardly ever change,
    /// and a request costs a round trip per tile; a day bounds the error.
    private static let blindGuess = 24 * hour

    /// Whether it may be stored at all. `Vary: *` does not forbid it: see `freshness`.
    var isStorable: Bool { !CacheControl(headers["cache-control"]).noStore }

    /// Returns what may be done with the response now.
    ///
    /// Vary is otherwise ignored: all requests of one program for one key have the same header fields, so what is
    /// stored was selected by the fields that would be sent now. Only `*`, which no request matches, requires
    /// revalidation.
    func freshness(at now: Int) -> Freshness {
        let control = CacheControl(headers["cache-control"])
        let staleness = age(at: now) - lifetime(control)
        let mustAsk = control.noCache || headers["vary"]?.contains("*") == true
        if staleness < 0 && !mustAsk { return .fresh }
        if mustAsk || control.mustRevalidate { return .stale }
        return staleness < control.staleWhileRevalidate ? .staleWhileRevalidate : .stale
    }

    /// Returns whether it may be served, marked as stale, when revalidation failed: however old while the server is
    /// unreachable (RFC 9111, 4.2.4: disconnected), and within stale-if-error for errors of the server. Never when the
    /// server has forbidden it.
    func maySubstitute(for reason: LoadFailure.Reason, at now: Int) -> Bool {
        let control = CacheControl(headers["cache-control"])
        if control.noCache || control.mustRevalidate { return false }
        switch reason {
        case .unreachable, .timedOut, .notSignedIn, .otherHostKey, .truncated: return true
        case .httpStatus(let status) where [500, 502, 503, 504].contains(status): break
        case .slowDown: break
        default: return false
        }
        return age(at: now) - lifetime(control) < control.staleIfError
    }

    /// Returns the seconds since the origin server made or confirmed it (RFC 9111, 4.2.3). If the clock was set back,
    /// the age is unknown and counts as the maximum.
    func age(at now: Int) -> Int {
        guard now >= validatedAt else { return Int(Int32.max) }
        let said = headers["age"].flatMap { CacheControl.seconds(Substring($0)) } ?? 0
        let apparent = headers["date"].flatMap(HTTPDate.seconds).map { validatedAt - $0 } ?? 0
        return max(said, apparent, 0) + (now - validatedAt)
    }

    /// Returns the freshness lifetime in seconds: max-age, else Expires, else a heuristic (RFC 9111, 4.2.1 and 4.2.2),
    /// a tenth of the time since the last modification.
    private func lifetime(_ control: CacheControl) -> Int {
        if let seconds = control.maxAge { return seconds }
        let made = headers["date"].flatMap(HTTPDate.seconds) ?? validatedAt
        if let expires = headers["expires"] { return HTTPDate.seconds(expires).map { max(0, $0 - made) } ?? 0 }
        guard let changed = headers["last-modified"].flatMap(HTTPDate.seconds) else { return Self.blindGuess }
        return min(max(0, (made - changed) / 10), Self.longestGuess)
    }
}
