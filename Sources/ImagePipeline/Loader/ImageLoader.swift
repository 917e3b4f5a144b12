// The image loader: its configuration, its state and the requests for one image. The other parts of the actor are in
// `ImageLoader+*.swift`.
import Photos
import Synchronization

/// A loader of images. Fetches, decodes and processing steps are shared separately; each kind runs under its own limit
/// in order of priority, and work without subscribers is cancelled.
///
/// Isolation: an actor that does bookkeeping only; bytes are fetched and decoded in unstructured tasks off the actor.
/// What a window needs in the same turn (`memory`, `counters`, `makeFeed`, a memory hit of `image`) needs no hop.
/// `ImageLoader+Sources.swift` decides what an image is made of, `ImageLoader+Fetching.swift` and
/// `ImageLoader+Making.swift` move jobs along, and `ImageLoader+Feeds.swift` compares the wanted sets of feeds.
public actor ImageLoader {
    /// The limits of the loader, and its sources of time and randomness.
    public struct Configuration: Sendable {
        /// Maximum concurrent fetches, all hosts together.
        public var fetchLimit: Int
        /// Maximum concurrent fetches from one host whose connections carry one response at a time (HTTP/1). Does not
        /// apply to files, which have no host.
        public var hostLimit: Int
        /// Maximum concurrent fetches from one host whose connections carry many responses (HTTP/2), known from its
        /// first response.
        public var multiplexedHostLimit: Int
        /// The highest priority at which a running fetch is preempted when a visible one finds no slot; nil to preempt
        /// none.
        public var setAsideLimit: LoadPriority?
        /// Maximum concurrent decodes and processing steps, at least 1. Depends on the machine: the number of its
        /// cores.
        public var decodeLimit: Int
        /// The same limit for images that are not visible: it can leave a core free for the next visible image, and for
        /// the frame that shows it. At least 1, and never more than `decodeLimit`.
        public var aheadDecodeLimit: Int
        /// Maximum concurrent previews, in addition to the decodes: each is small, and spends most of its time waiting
        /// for the first bytes of a file.
        public var previewLimit: Int
        /// Encoded bytes that may wait for their decode, including those that running fetches are expected to bring.
        /// Beyond it only visible fetches start, and they up to twice as much; otherwise files that are read quickly
        /// would pile up in front of a slow decoder.
        public var encodedBudget: Int
        /// The cost above which an image is delivered without being stored in memory, where it would evict very many
        /// small ones.
        public var storedLimit: Int
        /// The policy that decides which failed fetches are retried, how often and when.
        public var retry: RetryPolicy
        /// How long a feed answers with a failure before it retries by itself.
        public var failureLives: FailureLives
        /// A function that sleeps, and throws when its task is cancelled. A virtual clock in tests.
        public var sleep: @Sendable (Duration) async throws -> Void
        /// A random number in 0..<1 for the jitter of retries.
        public var random: @Sendable () -> Double
        /// The current time, for timelines and for the lifetimes of failures.
        public var now: @Sendable () -> ContinuousClock.Instant

        /// Creates a configuration. Limits below their minimum are raised to it.
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

    /// The decoded images; looked up without a hop. Its owner sets the budget, leases images and trims it.
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

    // Internal rather than private because the extensions that move jobs along are in their own files.
    var pictures: [ImageKey: PictureFlight] = [:]
    var fetches: [FetchKey: FetchFlight] = [:]
    /// Images that are ready to be decoded or processed.
    var decodeQueue = PriorityBuckets<PictureFlight>()
    var fetchQueue: FetchQueue<FetchFlight>
    var previewQueue = PriorityBuckets<PictureFlight>()
    var decodeLimit: Int
    nonisolated let suspension = Atomic<Bool>(false)
    /// Slots held by decodes and processing steps.
    var runningDecodes = 0
    var runningPreviews = 0
    /// Running fetches that were not cancelled; few, so a linear search is the fastest.
    var runningFetches: [FetchFlight] = []
    /// Encoded bytes that jobs hold.
    var heldBytes = 0
    /// Running mean of the size of a fetched body, in bytes.
    var expectedBytes = 64 << 10
    var ledger = FetchLedger()
    var feeds: [Subscriber.ID: FeedBook] = [:]
    /// Tasks that have their image and wait for a newer one.
    var watchers: [Subscriber.ID: TaskState] = [:]

    /// Creates a loader; no work is started. The loader keeps the ports for its own life; the memory cache may be
    /// shared.
    ///
    /// Without a processor, requests with processors fail, and every size is decoded from the photo's bytes. Without a
    /// tile store, local files are decoded each time. Without a colour table, no photo's colour is remembered.
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

    /// Totals so far, and the number of fetches and decodes that run now.
    public nonisolated var counters: LoaderCounters {
        var counters = tally.withLock { $0 }
        counters.memoryHits = memory.hits
        counters.evicted = memory.evictions
        return counters
    }

    /// Returns the image, from memory or from work shared with the other requests for it. An image in memory is
    /// returned without a hop. Cancelling the calling task ends its subscription; the work is cancelled when it has no
    /// other subscriber.
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

    /// Returns a feed with an empty wanted set. `onArrival` is called, on any thread, when the delivery queue becomes
    /// non-empty, and not again until `takeDeliveries` has emptied it. The closure is released when the feed closes.
    public nonisolated func makeFeed(onArrival: @escaping @Sendable () -> Void) -> ImageFeed {
        ImageFeed(loader: self, mailbox: FeedMailbox(id: nextID(), onArrival: onArrival))
    }

    /// Continues `image(for:priority:)` on the actor.
    func join(_ request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage {
        let (id, asked) = (nextID(), now())
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try checkRunning(request)
            // The image may have arrived during the hop, and its job may be gone.
            if memory.contains(request.key), let image = memory.image(for: request.key) { return image }
            return try await withCheckedThrowingContinuation { continuation in
                subscribe(
                    Subscriber(id: id, priority: priority, sink: .caller(continuation), asked: asked), to: request)
                pump()
            }
        } onCancel: {
            // Runs on the cancelling thread; this call is queued on the actor behind the one that subscribes.
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
