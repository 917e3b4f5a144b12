// The totals of the loader, which are always counted.

/// Totals since the loader was made, and two gauges.
public struct LoaderCounters: Equatable, Sendable {
    /// Pictures asked of the loader: calls of `image`, `data` and `task`, and pictures that entered a session's wanted
    /// set.
    public var requests = 0
    /// Requests that shared a decode or a fetch already under way.
    public var joined = 0
    /// Hits in the memory cache, including look-ups that the window makes itself.
    public var memoryHits = 0
    /// Fetches that the disk cache answered.
    public var diskHits = 0
    /// Fetches started, each attempt counted, less those that the disk cache answered.
    public var fetches = 0
    /// Encoded bytes that arrived, including those of fetches that were not wanted any more, without those from the
    /// disk cache.
    public var bytesFetched = 0
    /// Fetches that were started although they should not have been necessary: while another fetch of the same
    /// `FetchKey` was running and not cancelled, or while a picture decoded from an earlier fetch of it was still in
    /// the memory cache. A file read again for another size is not counted, because the file is its own store; a file
    /// read again for the same size is. The memory of earlier fetches goes back `DuplicateFetchAudit.capacity` fetches.
    public var duplicateFetches = 0
    /// Images whose work was cancelled because the last subscriber had left.
    public var cancelled = 0
    /// Running fetches preempted for visible ones. When one resumes, that counts as a start and not as a retry.
    public var preempted = 0
    /// Successful decodes, including those of finished tiles.
    public var decoded = 0
    /// Successful processing steps on decoded images: processors, and sizes scaled down from larger ones.
    public var processed = 0
    /// Images made of finished tiles.
    public var tileHits = 0
    /// Previews delivered, excluding those from memory.
    public var previews = 0
    /// Bytes of the beginnings of files in which embedded thumbnails were looked for.
    public var bytesOfBeginnings = 0
    /// Tiny pictures made of photos that nobody had decoded: for a mosaic, of what a quick scroll has passed, and in
    /// pauses. Their decodes are not among `decoded`, the bytes of their files are among `bytesFetched`.
    public var tinyMade = 0
    /// Images requested again because their bytes had changed.
    public var refreshed = 0
    /// Images that left the memory cache for lack of room or under memory pressure.
    public var evicted = 0
    /// Images that failed after the retries that their failure allows.
    public var failures = 0
    /// Fetches retried after a transient failure.
    public var retries = 0
    /// Fetches that hold a slot now; a cancelled one holds it until it has ended.
    public var inFlightFetches = 0
    /// Decodes and processing steps that hold a slot now.
    public var inFlightDecodes = 0

    /// Creates counters that are all zero.
    public init() {}
}
