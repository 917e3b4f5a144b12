// How long a failure stands before the picture is tried again without anybody's asking.
public import Photos

/// Times by class of failure, after the retries that `RetryPolicy` allows.
public struct FailureLives: Sendable {
    /// What may pass by itself: the network, a busy server. Doubles with each failure in a row, up to `missing`.
    public var transient: Duration
    /// What the server does not have or does not give (status 4xx), and files that are not there.
    public var missing: Duration

    /// What each time means stands beside it.
    public init(transient: Duration = .seconds(10), missing: Duration = .seconds(300)) {
        self.transient = transient
        self.missing = missing
    }

    /// How long a failure stands; nil for one that stands until it is retried on purpose, because the bytes are there
    /// and make no picture. A server's Retry-After is a minimum.
    /// - Parameter times: failures of this picture in a row, this one included.
    public func life(of failure: LoadFailure, times: Int) -> Duration? {
        switch failure.reason {
        case .slowDown(let wish): max(doubled(times), .seconds(max(0, wish ?? 0)))
        case .httpStatus where !failure.isTransient, .notFound: missing
        default: failure.isTransient ? doubled(times) : nil
        }
    }

    private func doubled(_ times: Int) -> Duration {
        max(transient, min(missing, transient * (1 << min(20, max(0, times - 1)))))
    }
}
