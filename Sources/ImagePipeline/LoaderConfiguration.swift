// The limits of the loader, and its ports to time and chance.

/// Limits and ports that a loader is made with.
public struct LoaderConfiguration: Sendable {
    /// Fetches at once, all hosts together.
    public var fetchLimit: Int
    /// Fetches at once from one host whose connections carry one answer at a time (HTTP/1). Files have no host.
    public var hostLimit: Int
    /// Fetches at once from one host whose connections carry many (HTTP/2), as its first answer has told.
    public var multiplexedHostLimit: Int
    /// The highest priority at which a running fetch is preempted when a visible one finds no slot; nil for never.
    public var preemptionLimit: LoadPriority?
    /// Decodes and processing steps at once, at least 1; set it by the number of cores.
    public var decodeLimit: Int
    /// The same for what is not visible, at least 1 and at most `decodeLimit`: a core that is left free serves the
    /// next visible image, and the frame that shows it.
    public var aheadDecodeLimit: Int
    /// Previews at once, beside the decodes: each is small, and waits for the beginning of a file most of the time.
    public var previewLimit: Int
    /// Previews at once of photos on shares, beside those: each waits for an answer, which may not come.
    public var sharePreviewLimit: Int
    /// Files that may be read or wait beside those that are being decoded: a few, so that no decoder waits for its next
    /// file. What is read sooner is often read for nobody, because it has left the screen before its turn.
    public var readAhead: Int
    /// Encoded bytes that may wait for their decode, with what running fetches will probably add. Beyond it only
    /// visible fetches start, up to twice as much; quick files would otherwise pile up in front of a slow decoder.
    public var encodedBudget: Int
    /// An image that costs more than one part in so many of the memory's limit is handed over and not stored there,
    /// where it would push out many small ones; nil for no such limit.
    public var storedPart: Int?
    /// Whether work for later may be done in pauses, here the making of tiny pictures of photos that nobody has seen:
    /// not while the system saves power.
    public var allowsBackfill: @Sendable () -> Bool
    /// Time that such work may take in all: what is not done by then is left to another run of the program.
    public var backfillAllowance: Duration
    /// Which failed fetches are retried, how often and when.
    public var retry: RetryPolicy
    /// How long a prefetch session answers with a failure before it retries by itself.
    public var failureLives: FailureLives
    /// The clock of waits; a virtual one in tests.
    public var clock: any Clock<Duration>
    /// A number in 0..<1 for the jitter of retries.
    public var random: @Sendable () -> Double
    /// The time of traces and of failures.
    public var now: @Sendable () -> ContinuousClock.Instant

    /// Limits below what makes sense are raised to it.
    public init(
        fetchLimit: Int = 24, hostLimit: Int = 12, multiplexedHostLimit: Int = 24,
        preemptionLimit: LoadPriority? = .behind, decodeLimit: Int = 1, aheadDecodeLimit: Int = .max,
        previewLimit: Int = 2, sharePreviewLimit: Int = 8, readAhead: Int = .max,
        encodedBudget: Int = 16 << 20, storedPart: Int? = nil,
        allowsBackfill: @escaping @Sendable () -> Bool = { true }, backfillAllowance: Duration = .seconds(600),
        retry: RetryPolicy = .init(), failureLives: FailureLives = .init(),
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.fetchLimit = max(1, fetchLimit)
        self.hostLimit = max(1, hostLimit)
        self.multiplexedHostLimit = max(1, multiplexedHostLimit)
        self.preemptionLimit = preemptionLimit
        self.decodeLimit = max(1, decodeLimit)
        self.aheadDecodeLimit = max(1, aheadDecodeLimit)
        self.previewLimit = max(1, previewLimit)
        self.sharePreviewLimit = max(0, sharePreviewLimit)
        self.readAhead = max(1, readAhead)
        self.encodedBudget = max(0, encodedBudget)
        self.storedPart = storedPart
        self.allowsBackfill = allowsBackfill
        self.backfillAllowance = backfillAllowance
        self.retry = retry
        self.failureLives = failureLives
        self.clock = clock
        self.random = random
        self.now = now
    }
}
