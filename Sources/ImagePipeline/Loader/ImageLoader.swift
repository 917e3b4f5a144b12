// From "this photo at this size" to pixels: the one place where work is shared, ordered, bounded and given up.
import Photos
import Synchronization

/// Loads pictures. Fetches and decodes are shared separately, each runs under its own limit in order of priority, and
/// what nobody wants any more is cancelled.
///
/// Isolation: an actor that does bookkeeping only; bytes are fetched and decoded in child tasks off the actor. What a
/// window needs in the same turn (`memory`, `counters`, `makeFeed`, a memory hit of `image`) needs no hop.
/// How flights go on is in `ImageLoader+Fetching.swift` and `ImageLoader+Decoding.swift`, what feeds want in `ImageLoader+Feeds.swift`.
public actor ImageLoader {
    /// Limits and the ports to time and chance.
    public struct Configuration: Sendable {
        /// Fetches at once, all hosts together; the byte loader bounds each host.
        public var fetchLimit: Int
        /// Decodes at once. The caller knows the machine: cores − 1, at least 1.
        public var decodeLimit: Int
        /// Encoded bytes that may wait for their decode, those that running fetches will probably bring included. No
        /// fetch but a visible one starts beyond it, and a visible one starts up to twice as much: quick files would
        /// otherwise pile up in front of a slow decoder.
        public var encodedBudget: Int
        /// Which failures are tried again, how often and when.
        public var retry: RetryPolicy
        /// Waits; throws when its task is cancelled. A virtual clock in tests.
        public var sleep: @Sendable (Duration) async throws -> Void
        /// A number in 0..<1 for the jitter of retries.
        public var random: @Sendable () -> Double

        /// Limits below what makes sense are raised to it.
        public init(
            fetchLimit: Int = 24, decodeLimit: Int = 1, encodedBudget: Int = 32 << 20, retry: RetryPolicy = .init(),
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
        ) {
            self.fetchLimit = max(1, fetchLimit)
            self.decodeLimit = max(1, decodeLimit)
            self.encodedBudget = max(0, encodedBudget)
            self.retry = retry
            self.sleep = sleep
            self.random = random
        }
    }

    /// The decoded pictures; looked up without a hop. The caller's to bound, lease and trim.
    public nonisolated let memory: MemoryCache
    nonisolated let configuration: Configuration
    nonisolated let bytes: any ByteLoader
    nonisolated let decoder: any PixelDecoder
    nonisolated let tally = Mutex(LoaderCounters())
    private nonisolated let numbers = Atomic<Int>(0)

    // Internal rather than private because the extensions that move flights along are in their own files.
    var decodes: [ImageKey: DecodeFlight] = [:]
    var fetches: [FetchKey: FetchFlight] = [:]
    var decodeQueue = PriorityBuckets<DecodeFlight>()
    var fetchQueue = PriorityBuckets<FetchFlight>()
    var runningDecodes = 0
    var runningFetches = 0
    /// Encoded bytes that flights hold.
    var heldBytes = 0
    /// Running mean of what a fetch brings, in bytes.
    var expectedBytes = 64 << 10
    var ledger = FetchLedger()
    var feeds: [Subscriber.ID: FeedBook] = [:]

    /// Starts no work yet. Keeps the ports for its own life; the memory cache may be shared.
    public init(
        bytes: any ByteLoader, decoder: any PixelDecoder, memory: MemoryCache, configuration: Configuration = .init()
    ) {
        self.bytes = bytes
        self.decoder = decoder
        self.memory = memory
        self.configuration = configuration
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
        let id = nextID()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            // It may have arrived during the hop, and its flight may be gone.
            if memory.contains(request.key), let image = memory.image(for: request.key) { return image }
            return try await withCheckedThrowingContinuation { continuation in
                subscribe(Subscriber(id: id, priority: priority, sink: .caller(continuation)), to: request)
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
