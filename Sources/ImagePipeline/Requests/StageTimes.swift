// The time that recent images spent in each stage, for the profile overlay.

/// Medians over the timelines of delivered images. Each stage counts the images that went through it.
public struct StageTimes: Hashable, Sendable {
    /// Images that were delivered.
    public let pictures: Int
    /// How many of them shared their work with another request.
    public let shared: Int
    /// Time from the request to the image; like all the others, nil without images.
    public let total: Duration?
    /// Time from the request to the start of its fetch; zero for an image that joined a running fetch.
    public let queued: Duration?
    public let fetch: Duration?
    /// Time from the last byte to the start of the decode.
    public let waitingForDecode: Duration?
    /// Time of the decode and the processing steps.
    public let decode: Duration?

    /// Computes the medians of the delivered images among `timelines`.
    public init(_ timelines: some Sequence<Timeline>) {
        let delivered = timelines.filter { $0.outcome == .delivered }
        func median(_ stage: (Timeline) -> (from: ContinuousClock.Instant?, to: ContinuousClock.Instant?)) -> Duration? {
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
