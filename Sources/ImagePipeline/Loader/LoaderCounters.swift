// What the loader has done since it was made: always counted, because what is switched off is not there when needed.

/// Totals since the loader was made, and two gauges.
public struct LoaderCounters: Equatable, Sendable {
    /// Pictures asked of the loader: calls of `image`, `data` and `task`, and pictures that entered a feed's wanted set.
    public var requests = 0
    /// Requests that found their decode or their fetch under way and shared it.
    public var joined = 0
    /// Look-ups in the memory cache that found the picture, those that the window makes itself included.
    public var memoryHits = 0
    /// Fetches that the disk cache answered.
    public var diskHits = 0
    /// Fetches started, each attempt counted; those that the disk cache answered are taken out again.
    public var fetches = 0
    /// Encoded bytes that arrived, those of fetches that nobody waited for any more included, those from the disk
    /// cache not.
    public var bytesFetched = 0
    /// Fetches that were started although they should not have been necessary: while another fetch of the same
    /// `FetchKey` was running and not cancelled, or while a picture decoded from an earlier fetch of it was still in the
    /// memory cache. A file read again for another size is not counted, because the file is its own store; a file read
    /// again for the same size is. The memory of earlier fetches goes back `FetchLedger.capacity` fetches.
    public var duplicateFetches = 0
    /// Pictures whose work was given up because the last one who wanted it had left.
    public var cancelled = 0
    /// Running fetches set aside for visible ones. When one goes on it is a start again, and no retry.
    public var preempted = 0
    /// Decodes that ended with a picture, those of finished tiles included.
    public var decoded = 0
    /// Steps of work on decoded pictures that ended with one: processors, and sizes scaled down from larger ones.
    public var processed = 0
    /// Pictures made of finished tiles.
    public var tileHits = 0
    /// Previews delivered, those from memory not counted.
    public var previews = 0
    /// Pictures asked to be made again because their bytes had changed.
    public var refreshed = 0
    /// Pictures that left the memory cache to make room or under pressure.
    public var evicted = 0
    /// Pictures that failed for good: after the retries that their failure allows.
    public var failures = 0
    /// Fetches that were tried again after a transient failure.
    public var retries = 0
    /// Fetches that hold a slot now; a cancelled one holds it until it has ended.
    public var inFlightFetches = 0
    /// Decodes that hold a slot now.
    public var inFlightDecodes = 0

    /// All zero.
    public init() {}
}
