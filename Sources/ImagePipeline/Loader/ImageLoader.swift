// From "this photo at this size" to pixels: the one place where work is shared, ordered, bounded and given up.
import Photos
import Synchronization

/// Loads pictures. Fetches, decodes and steps of work are shared separately, each runs under its own limit in order of priority, and
/// what nobody wants any more is cancelled.
///
/// Isolation: an actor that does bookkeeping only; bytes are fetched and decoded in child tasks off the actor. What a
/// window needs in the same turn (`memory`, `counters`, `makeFeed`, a memory hit of `image`) needs no hop.
/// What a picture is made of is decided in `ImageLoader+Sources.swift`, how flights go on in `ImageLoader+Fetching.swift`
/// and `ImageLoader+Making.swift`, what feeds want in `ImageLoader+Feeds.swift`.
public actor ImageLoader {
    /// Limits and the ports to time and chance.
    public struct Configuration: Sendable {
        /// Fetches at once, all hosts together.
        public var fetchLimit: Int
        /// Fetches at once from one host whose connections carry one answer at a time (HTTP/1). Files have no host.
        public var hostLimit: Int
        /// Fetches at once from one host whose connections carry many (HTTP/2), as its first answer has told.
        public var multiplexedHostLimit: Int
        /// The highest priority at which a running fetch is set aside when a visible one finds no slot; nil for never.
        public var setAsideLimit: LoadPriority?
        /// Decodes and steps of work on decoded pictures at once. The caller knows the machine: its cores, at least 1.
        public var decodeLimit: Int
        /// The same for what is not visible: a core that is left free is there for the next visible picture, and for the
        /// frame that shows it. At least 1; not beyond `decodeLimit`.
        public var aheadDecodeLimit: Int
        /// Previews at once, beside the decodes: each is small, and waits for a file's beginning most of the time.
        public var previewLimit: Int
        /// Encoded bytes that may wait for their decode, those that running fetches will probably bring included. No
        /// fetch but a visible one starts beyond it, and a visible one starts up to twice as much: quick files would
        /// otherwise pile up in front of a slow decoder.
        public var encodedBudget: Int
        /// A picture that costs more than this is handed over and not stored in memory, where it would push out very many
        /// small ones.
        public var storedLimit: Int
        /// Which failures are tried again, how often and when.
        public var retry: RetryPolicy
        /// How long a feed answers with a failure before it tries again by itself.
        public var failureLives: FailureLives
        /// Waits; throws when its task is cancelled. A virtual clock in tests.
        public var sleep: @Sendable (Duration) async throws -> Void
        /// A number in 0..<1 for the jitter of retries.
        public var random: @Sendable () -> Double
        /// The time for timelines.
        public var now: @Sendable () -> ContinuousClock.Instant

        /// Limits below what makes sense are raised to it.
        public init(
            fetchLimit: Int = 24, hostLimit: Int = 12, multiplexedHostLimit: Int = 24,
            setAsideLimit: LoadPriority? = .behind, decodeLimit: Int = 1, aheadDecodeLimit: Int = .max,
            previewLimit: Int = 2,
            encodedBudget: Int = 16 << 20, storedLimit: Int = .max,
            retry: RetryPolicy = .init(), failureLives: FailureLives = .init(),
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
            now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
        ) {
            self.fetchLimit = max(1, fetchLimit)
            self.hostLimit = max(1, hostLimit)
            self.multiplexedHostLimit = max(1, multiplexedHostLimit)
            self.setAsideLimit = setAsideLimit
            self.decodeLimit = max(1, decodeLimit)
            self.aheadDecodeLimit = max(1, aheadDecodeLimit)
            self.previewLimit = max(1, previewLimit)
            self.encodedBudget = max(0, encodedBudget)
            self.storedLimit = storedLimit
            self.retry = retry
            self.failureLives = failureLives
            self.sleep = sleep
            self.random = random
            self.now = now
        }
    }

    /// The decoded pictures; looked up without a hop. The caller's to bound, lease and trim.
    public nonisolated let memory: MemoryCache
    /// The average colours of the photos decoded so far; looked up without a hop.
    public nonisolated let colours: ColourTable?
    nonisolated let configuration: Configuration
    nonisolated let bytes: any ByteLoader
    nonisolated let decoder: any PixelDecoder
    nonisolated let processor: (any PixelProcessor)?
    nonisolated let tiles: (any TileStore)?
    nonisolated let timelines = Mutex(TimelineRing(capacity: ImageLoader.timelineCapacity))
    nonisolated let arrivals = Mutex(ArrivalTime())
    nonisolated let inbox = Mutex(TaskInbox())
    nonisolated let hasShutDown = Atomic<Bool>(false)
    nonisolated let tally = Mutex(LoaderCounters())
    private nonisolated let numbers = Atomic<Int>(0)

    // Internal rather than private because the extensions that move flights along are in their own files.
    var pictures: [ImageKey: PictureFlight] = [:]
    var fetches: [FetchKey: FetchFlight] = [:]
    /// What is ready to be decoded or worked on.
    var decodeQueue = PriorityBuckets<PictureFlight>()
    var fetchQueue: FetchQueue<FetchFlight>
    var previewQueue = PriorityBuckets<PictureFlight>()
    var decodeLimit: Int
    nonisolated let suspension = Atomic<Bool>(false)
    /// Slots held by decodes and by steps of work.
    var runningDecodes = 0
    var runningPreviews = 0
    /// Running fetches that were not cancelled; few, so a linear search is the quickest.
    var runningFetches: [FetchFlight] = []
    /// Encoded bytes that flights hold.
    var heldBytes = 0
    /// Running mean of what a fetch brings, in bytes.
    var expectedBytes = 64 << 10
    var ledger = FetchLedger()
    var feeds: [Subscriber.ID: FeedBook] = [:]
    /// Tasks that have their picture and wait for a newer one.
    var watchers: [Subscriber.ID: TaskState] = [:]

    /// Starts no work yet. Keeps the ports for its own life; the memory cache may be shared.
    ///
    /// Without a processor, requests with processors fail, and every size is made of the photo's bytes. Without a store
    /// of tiles, local files are decoded each time. Without a table, no photo's colour is remembered.
    public init(
        bytes: any ByteLoader, decoder: any PixelDecoder, processor: (any PixelProcessor)? = nil,
        tiles: (any TileStore)? = nil, memory: MemoryCache, colours: ColourTable? = nil,
        configuration: Configuration = .init()
    ) {
        self.bytes = bytes
        self.decoder = decoder
        self.processor = processor
        self.tiles = tiles
        self.memory = memory
        self.colours = colours
        self.configuration = configuration
        decodeLimit = configuration.decodeLimit
        fetchQueue = FetchQueue(
            limits: .init(
                total: configuration.fetchLimit, host: configuration.hostLimit,
                multiplexedHost: configuration.multiplexedHostLimit))
        bytes.onRefresh { [weak self] key in
            guard let self else { return }
            Task { await self.refresh(key) }
        }
        bytes.onNoChange { [weak self] key in
            guard let self else { return }
            Task { await self.settle(key) }
        }
    }

    /// Totals so far and what runs now.
    public nonisolated var counters: LoaderCounters {
        var counters = tally.withLock { $0 }
        counters.memoryHits = memory.hits
        counters.evicted = memory.evictions
        return counters
    }

    /// The picture, from memory or by work that is shared with everyone else who asks for it. What is in memory comes
    /// back without a hop. Cancelling the calling task leaves; the last one out cancels the work.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public nonisolated func image(
        for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage {
        try Task.checkCancellation()
        count { $0.requests += 1 }
        try checkRunning(request)
        if let image = memory.image(for: request.key) { return image }
        return try await join(request, priority: priority)
    }

    /// A feed with an empty wanted set. `onArrival` is called on any thread when something can be taken and nothing
    /// could before: once until `takeDeliveries` has emptied the queue. It is released when the feed closes.
    public nonisolated func makeFeed(onArrival: @escaping @Sendable () -> Void) -> ImageFeed {
        ImageFeed(loader: self, mailbox: FeedMailbox(id: nextID(), onArrival: onArrival))
    }

    /// What `image(for:priority:)` does once it is on the actor.
    func join(_ request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage {
        let (id, asked) = (nextID(), now())
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try checkRunning(request)
            // It may have arrived during the hop, and its flight may be gone.
            if memory.contains(request.key), let image = memory.image(for: request.key) { return image }
            return try await withCheckedThrowingContinuation { continuation in
                subscribe(
                    Subscriber(id: id, priority: priority, sink: .caller(continuation), asked: asked), to: request)
                pump()
            }
        } onCancel: {
            // Runs on the canceller's thread; this job is queued behind the one that subscribes.
            Task { await self.giveUp(id, request.key) }
        }
    }

    private func giveUp(_ id: Subscriber.ID, _ key: ImageKey) {
        leave(id, key)
        pump()
    }

    nonisolated func nextID() -> Subscriber.ID {
        Subscriber.ID(number: numbers.add(1, ordering: .relaxed).newValue)
    }

    nonisolated func count(_ change: (inout LoaderCounters) -> Void) { tally.withLock { change(&$0) } }
}
