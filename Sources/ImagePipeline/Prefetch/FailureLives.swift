// The times for which failures are kept before an image is retried automatically.
public import Photos

/// Lifetimes by class of failure, after the retries that `RetryPolicy` allows.
public struct FailureLives: Sendable {
    /// For failures that may pass by themselves: the network, a busy server. Doubles with each failure in a row, up to
    /// `missing`.
    public var transient: Duration
    /// For photos that the server does not have or refuses (status 4xx), and files that are not there.
    public var missing: Duration

    /// Creates lifetimes; each is described at its property.
    public init(transient: Duration = .seconds(10), missing: Duration = .seconds(300)) {
        self.transient = transient
        self.missing = missing
    }

    /// Returns how long a failure is kept; nil for one that is kept until it is retried explicitly, because its bytes
    /// exist and cannot be decoded. A server's Retry-After is a minimum.
    /// - Parameter times: failures of this image in a row, including this one.
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
