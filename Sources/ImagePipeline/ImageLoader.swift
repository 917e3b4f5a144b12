// The façade of the pipeline: the loader with the type of its images.
import Photos

/// Loads images of one type. Fetches, decodes and processing steps are shared, each runs under its own limit in order
/// of priority, and what is not wanted any more is cancelled.
///
/// Isolation: callable from any thread. Only calls marked `async` wait, and of these `image` and `data` alone wait for
/// work; a memory hit of `image` needs no hop. The bookkeeping is done by an actor, the work in tasks of its own.
public final class ImageLoader<Image: DecodedImage>: Sendable {
    /// The decoded images, looked up without a hop. For the caller to bound, lease and trim.
    public let memory: ImageCache<Image>
    /// The average colours of the photos decoded so far, looked up without a hop.
    public let colours: ColourTable?
    /// The tiny pictures of the photos decoded so far, looked up without a hop; nil without a codec.
    public let tinyPictures: TinyMemory?
    let core: LoaderCore
    private let preload: TinyPreload?
    private let tiny: TinyMaker?
    private let tinyBacklog: TinyBacklog?

    /// Starts no work yet. Keeps the ports for its own life; the memory cache may be shared.
    ///
    /// Without a processor, requests with processors fail, and every size is decoded from the photo's bytes. Without a
    /// store of tiles, local files are decoded each time. Without a table, no photo's colour is remembered. Without a
    /// codec, there are no tiny pictures; without a store, they are made in each run.
    public init(
        bytes: any ByteLoader, decoder: any PixelDecoder<Image>, processor: (any PixelProcessor<Image>)? = nil,
        tiles: (any TileStore)? = nil, memory: ImageCache<Image>, colours: ColourTable? = nil,
        tinyCodec: (any TinyCodec)? = nil, tinyStore: TinyStore? = nil, configuration: LoaderConfiguration = .init()
    ) {
        let maker = PortImageMaker(decoder: decoder, processor: processor)
        self.memory = memory
        self.colours = colours
        let tinyPictures = tinyCodec.map { TinyMemory(codec: $0) }
        self.tinyPictures = tinyPictures
        preload = tinyPictures.flatMap { memory in tinyStore.map { TinyPreload(memory: memory, store: $0) } }
        let tinyBacklog = tinyStore.map { TinyBacklog(store: $0, clock: configuration.clock) }
        self.tinyBacklog = tinyBacklog
        let keeper = tinyPictures.map { TinyKeeper(memory: $0, backlog: tinyBacklog) }
        let worker = ImageWorker(
            bytes: bytes, maker: maker, tiles: tiles, memory: memory, colours: colours, tiny: keeper,
            storedPart: configuration.storedPart)
        let core = LoaderCore(worker: worker, configuration: configuration)
        self.core = core
        tiny = tinyCodec.flatMap { codec in
            keeper.map { TinyMaker(core: core, codec: codec, keeper: $0, idleness: LoaderIdleness(of: core)) }
        }
    }

    // MARK: Requests

    /// The image, from memory or by work that is shared with all who ask for it. What is in memory comes back without a
    /// hop. Cancelling the calling task leaves; the last one who leaves cancels the work.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public func image(for request: ImageRequest, priority: LoadPriority) async throws -> Image {
        try await core.image(for: request, priority: priority).typed()
    }

    /// The encoded bytes of the photo of `request`, by a fetch that is shared with all who want an image of it at this
    /// location; its size and processors play no part. Nothing is decoded. Cancelling the calling task leaves.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public func data(for request: ImageRequest, priority: LoadPriority) async throws -> EncodedBytes {
        try await core.data(for: request, priority: priority)
    }

    /// A session with an empty wanted set. `onArrival` is called on any thread when something can be taken and nothing
    /// could before: once until `takeDeliveries` has emptied the queue. It is released when the session closes.
    public func makeSession(onArrival: @escaping @Sendable () -> Void) -> ImageSession<Image> {
        ImageSession(of: core, maker: tiny, onArrival: onArrival)
    }

    /// Reads the stored tiny pictures of a gallery's photos into `tinyPictures`, most urgent first, until as many
    /// photos have been looked at as fit there. Ends early when the task is cancelled. Nothing is decoded.
    /// - Returns: the number of pictures that have come.
    public func preloadTinyPictures(_ wish: TinyWish, atMost limit: Int) async -> Int {
        await preload?.read(wish, atMost: limit) ?? 0
    }

    /// What makes the tiny pictures of photos that nobody has looked at yet; nil where they would not be stored.
    public func makeTinyBackfill() -> TinyBackfill? {
        tinyBacklog == nil ? nil : tiny.map { TinyBackfill(maker: $0) }
    }

    /// Stores the tiny pictures that wait to be: at the end of the program. Otherwise they are within a second.
    public func storeTinyPictures() async { await tinyBacklog?.flush() }

    // MARK: Control

    /// Starts no fetch and no decode until `resume()`; what runs goes on. Requests are taken all the same, and memory
    /// answers them. For a window that is not visible. Calling it twice is the same as once.
    public func suspend() {
        core.suspend()
        tinyPictures?.trim(to: Self.hiddenTinyBytes)
    }

    /// Bytes of tiny pictures that stay in memory while nothing is visible: those of 6,000 photos.
    private static var hiddenTinyBytes: Int { 8 << 20 }

    /// Starts what has waited since `suspend()`.
    public func resume() { core.resume() }

    /// Ends the loader for good. Requests under way end as cancelled; later ones fail with
    /// `LoadFailure.Reason.shutDown` from the moment that this returns, those for images in memory included. Sessions
    /// deliver that failure for what they want anew.
    public func invalidate() { core.invalidate() }

    // MARK: Records

    /// Totals so far and what runs now.
    public var counters: LoaderCounters { core.counters }

    /// The requests that ended last, in the order of their ends; at most 256. Without a hop.
    public var recentTraces: [RequestTrace] { core.records.traces }

    /// Seconds that the next image of a session will probably take to be fetched and decoded, without its waits for
    /// others. Without a hop.
    public var arrivalTime: Double { core.records.arrivalTime }

    /// What is under way now. Takes time in proportion to the running fetches only, of which there are few.
    public var activity: LoaderActivity { get async { await core.activity } }
}
