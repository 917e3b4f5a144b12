// The rule by which failed fetches are retried.
public import Photos

/// Exponential back-off with jitter for transient failures; everything else is final at once.
public struct RetryPolicy: Sendable {
    /// Attempts after the first one.
    public var maximumRetries: Int
    /// Attempts after a time-out; fewer, because each costs another time-out.
    public var maximumRetriesAfterTimeout: Int
    /// The wait before the first retry; it doubles with each one.
    public var base: Duration
    /// The longest back-off.
    public var longest: Duration
    /// The longest Retry-After that is obeyed; when a server asks for more, the failure is final.
    public var longestRetryAfter: Duration

    /// Each limit is described at its property.
    public init(
        maximumRetries: Int = 3, maximumRetriesAfterTimeout: Int = 1, base: Duration = .milliseconds(250),
        longest: Duration = .seconds(8), longestRetryAfter: Duration = .seconds(30)
    ) {
        self.maximumRetries = maximumRetries
        self.maximumRetriesAfterTimeout = maximumRetriesAfterTimeout
        self.base = base
        self.longest = longest
        self.longestRetryAfter = longestRetryAfter
    }

    /// Returns the wait before attempt `attempt + 1`, or nil when the failure is final.
    ///
    /// The back-off lies between half and all of base · 2^(attempt − 1), so that requests which failed together are not
    /// retried together. A Retry-After is a minimum: the back-off is added to it.
    /// - Parameters:
    ///   - attempt: attempts made so far, from 1.
    ///   - random: a number in 0..<1.
    public func delay(after failure: LoadFailure, attempt: Int, random: Double) -> Duration? {
        guard failure.isTransient, attempt <= maximumRetries else { return nil }
        if case .timedOut = failure.reason, attempt > maximumRetriesAfterTimeout { return nil }
        let doublings = min(attempt - 1, 20)
        let ceiling = min(longest, base * (1 << max(0, doublings)))
        let backOff = ceiling * (0.5 + 0.5 * random)
        guard case .slowDown(let wish?) = failure.reason else { return backOff }
        let asked = Duration.seconds(max(0, wish))
        return asked > longestRetryAfter ? nil : asked + backOff
    }
}
