// The time that recent images spent in each stage, in few numbers.

/// Medians over the traces of delivered images. Each stage counts the images that went through it.
public struct StageTimes: Hashable, Sendable {
    /// Delivered images.
    public let pictures: Int
    /// Delivered images that shared their work with another request.
    public let shared: Int
    /// From the request to the image; nil without images, like all the others.
    public let total: Duration?
    /// From the request to the start of its fetch. An image that joined a running fetch did not wait.
    public let queued: Duration?
    public let fetch: Duration?
    /// Time from the last byte to the start of the decode.
    public let waitingForDecode: Duration?
    /// Decode and processing steps.
    public let decode: Duration?

    /// Computes the medians of the delivered images among `traces`.
    public init(_ traces: some Sequence<RequestTrace>) {
        let delivered = traces.filter { $0.outcome == .delivered }
        func median(
            _ stage: (RequestTrace) -> (from: ContinuousClock.Instant?, to: ContinuousClock.Instant?)
        ) -> Duration? {
            let times = delivered.compactMap { line -> Duration? in
                let (from, to) = stage(line)
                guard let from, let to else { return nil }
                return max(.zero, to - from)
            }
            return times.isEmpty ? nil : times.sorted()[(times.count - 1) / 2]
        }
        pictures = delivered.count
        shared = delivered.count { !$0.sharedWith.isEmpty }
        total = median { ($0.asked, $0.ended) }
        queued = median { ($0.asked, $0.fetchStarted) }
        fetch = median { ($0.fetchStarted, $0.fetchEnded) }
        waitingForDecode = median { ($0.fetchEnded, $0.decodeStarted) }
        decode = median { ($0.decodeStarted, $0.decodeEnded) }
    }
}
