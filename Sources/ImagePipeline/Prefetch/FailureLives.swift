// The time for which a failure stands before the image is retried.
public import Photos

/// Lifetimes by class of failure, after the retries that `RetryPolicy` allows.
public struct FailureLives: Sendable {
    /// For failures that may pass by themselves: the network, a busy server. Doubles with each failure in a row, up to
    /// `missing`.
    public var transient: Duration
    /// For what the server does not have or refuses (status 4xx), and for missing files.
    public var missing: Duration

    /// Each time is described at its property.
    public init(transient: Duration = .seconds(10), missing: Duration = .seconds(300)) {
        self.transient = transient
        self.missing = missing
    }

    /// The time for which a failure stands; nil for one that stands until it is retried on request, because the bytes
    /// are there and cannot be decoded. A server's Retry-After is a minimum.
    /// - Parameter times: failures of this image in a row, this one included.
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
