// How long a stored answer is good, and what may be done with it afterwards: RFC 9111, section 4, and RFC 5861.
import Photos

/// What may be done with a stored answer now.
enum Freshness: Hashable, Sendable {
    /// It is served, and nobody is asked.
    case fresh
    /// It is served at once, and the server is asked meanwhile.
    case staleWhileRevalidate
    /// The server is asked first.
    case stale
}

extension ResponseMetadata {
    private static let hour = 3600
    /// What is assumed at most of an answer that says only when it last changed.
    private static let longestGuess = 7 * 24 * hour
    /// What is assumed of an answer that says nothing at all. The address of a photo hardly ever changes its bytes, and
    /// asking costs a round trip a tile; a day bounds the error.
    private static let blindGuess = 24 * hour

    /// Whether it may be stored at all. `Vary: *` does not forbid it: see `freshness`.
    var isStorable: Bool { !CacheControl(headers["cache-control"]).noStore }

    /// Vary is otherwise not looked at: all requests of one program for one key have the same header fields, so what was
    /// stored was selected by the very fields that would be sent now. Only `*`, which no request matches, asks anew.
    func freshness(at now: Int) -> Freshness {
        let control = CacheControl(headers["cache-control"])
        let staleness = age(at: now) - lifetime(control)
        let mustAsk = control.noCache || headers["vary"]?.contains("*") == true
        if staleness < 0 && !mustAsk { return .fresh }
        if mustAsk || control.mustRevalidate { return .stale }
        return staleness < control.staleWhileRevalidate ? .staleWhileRevalidate : .stale
    }

    /// Whether it may stand in, marked as stale, when the server could not be asked. While it cannot be reached, however
    /// old it is (RFC 9111, 4.2.4: disconnected); for errors of the server within stale-if-error. Never when the server
    /// has forbidden it.
    func maySubstitute(for reason: LoadFailure.Reason, at now: Int) -> Bool {
        let control = CacheControl(headers["cache-control"])
        if control.noCache || control.mustRevalidate { return false }
        switch reason {
        case .unreachable, .timedOut, .truncated: return true
        case .httpStatus(let status) where [500, 502, 503, 504].contains(status): break
        case .slowDown: break
        default: return false
        }
        return age(at: now) - lifetime(control) < control.staleIfError
    }

    /// Seconds since the origin server made or confirmed it (RFC 9111, 4.2.3). A clock that was set back makes it as old
    /// as can be: then nothing is known about its age.
    func age(at now: Int) -> Int {
        guard now >= validatedAt else { return Int(Int32.max) }
        let said = headers["age"].flatMap { CacheControl.seconds(Substring($0)) } ?? 0
        let apparent = headers["date"].flatMap(HTTPDate.seconds).map { validatedAt - $0 } ?? 0
        return max(said, apparent, 0) + (now - validatedAt)
    }

    /// Seconds for which it is good, counted from its making: max-age, else Expires, else a guess (RFC 9111, 4.2.1 and
    /// 4.2.2): a tenth of the time for which it had not changed.
    private func lifetime(_ control: CacheControl) -> Int {
        if let seconds = control.maxAge { return seconds }
        let made = headers["date"].flatMap(HTTPDate.seconds) ?? validatedAt
        if let expires = headers["expires"] { return HTTPDate.seconds(expires).map { max(0, $0 - made) } ?? 0 }
        guard let changed = headers["last-modified"].flatMap(HTTPDate.seconds) else { return Self.blindGuess }
        return min(max(0, (made - changed) / 10), Self.longestGuess)
    }
}
