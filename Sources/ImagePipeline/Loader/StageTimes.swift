// Where the time of recent pictures went, stage by stage: what an overlay has room for.

/// Medians over the timelines of pictures that were delivered. Each stage counts those pictures that went through it.
public struct StageTimes: Hashable, Sendable {
    /// Pictures that were delivered.
    public let pictures: Int
    /// How many of them shared their work with another request.
    public let shared: Int
    /// From the wish to the picture; nil without pictures, like all the others.
    public let total: Duration?
    /// From the wish to the start of its fetch. A picture that joined a running one did not wait.
    public let queued: Duration?
    public let fetch: Duration?
    /// From the last byte to the start of the decode.
    public let waitingForDecode: Duration?
    /// Decode and steps of work.
    public let decode: Duration?

    /// Looks at the delivered ones of `timelines`.
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
