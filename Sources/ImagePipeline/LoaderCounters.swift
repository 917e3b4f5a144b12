// What the loader has done since it was made: always counted, because what is switched off is not there when needed.

/// Totals since the loader was made, and two gauges. What this version cannot know is nil, not zero.
public struct LoaderCounters: Equatable, Sendable {
    /// Pictures asked of the loader: calls of `image(for:priority:)`, and pictures that entered a feed's wanted set.
    public internal(set) var requests = 0
    /// Requests that found their decode or their fetch under way and shared it.
    public internal(set) var joined = 0
    /// Look-ups in the memory cache that found the picture, those that the window makes itself included.
    public internal(set) var memoryHits = 0
    /// Fetches that the disk answered; nil without a disk cache.
    public internal(set) var diskHits: Int?
    /// Fetches started, each attempt counted. Those that the disk answers are among them.
    public internal(set) var fetches = 0
    /// Encoded bytes that arrived, those of fetches that nobody waited for any more included.
    public internal(set) var bytesFetched = 0
    /// Fetches that were started although they should not have been necessary: while another fetch of the same
    /// `FetchKey` was running and not cancelled, or while a picture decoded from an earlier fetch of it was still in the
    /// memory cache. A file read again for another size is not counted, because the file is its own store; a file read
    /// again for the same size is. The memory of earlier fetches goes back `FetchLedger.capacity` fetches.
    public internal(set) var duplicateFetches = 0
    /// Pictures whose work was given up because the last one who wanted it had left.
    public internal(set) var cancelled = 0
    /// Running fetches set aside for more urgent ones; nil as long as that is not done.
    public internal(set) var preempted: Int?
    /// Decodes that ended with a picture.
    public internal(set) var decoded = 0
    /// Pictures that left the memory cache to make room or under pressure.
    public internal(set) var evicted = 0
    /// Pictures that failed for good: after the retries that their failure allows.
    public internal(set) var failures = 0
    /// Fetches that were tried again after a transient failure.
    public internal(set) var retries = 0
    /// Fetches that hold a slot now; a cancelled one holds it until it has ended.
    public internal(set) var inFlightFetches = 0
    /// Decodes that hold a slot now.
    public internal(set) var inFlightDecodes = 0

    public init() {}
}
