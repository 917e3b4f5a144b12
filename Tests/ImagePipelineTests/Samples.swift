// Requests, keys and loaders that tests are made of.
import Photos
import Testing

@testable import ImagePipeline

let sampleSource = SourceID("test")

/// A picture of photo `id`. Its file does not depend on the size, a remote location does when asked to.
func sampleRequest(_ id: Int, _ side: Int = 10, fit: Fit = .fill, remotePerSize: Bool = false) -> ImageRequest {
    ImageRequest(
        source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)"),
        location: remotePerSize ? .remote("http://test/\(id)/\(side)") : .remote("http://test/\(id)"),
        size: PixelSize(square: side), fit: fit)
}

/// A request for a photo in a folder of a share.
func shareRequest(_ id: Int) -> ImageRequest {
    ImageRequest(
        source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)", version: "1"),
        location: .remote("sftp://nas/\(id).jpg"), size: PixelSize(square: 10), fit: .fill)
}

func sampleKey(_ id: Int, _ side: Int = 10, fit: Fit = .fill) -> ImageKey { sampleRequest(id, side, fit: fit).key }

func wanted(_ ids: some Sequence<Int>, _ priority: LoadPriority = .visible, _ side: Int = 10) -> [WantedImage] {
    ids.map { WantedImage(request: sampleRequest($0, side), priority: priority) }
}

func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
    LoadFailure(stage: .fetch, culprit: "a photo", reason: reason)
}

extension Processor {
    /// A step whose result does not matter.
    static let dimmed = Processor.tint(rgb: 0, amount: 128)
}

typealias TestLoader = ImageLoader<TestImage>
typealias TestCache = ImageCache<TestImage>
typealias TestSession = ImageSession<TestImage>

/// A loader with its doubles, most often the scripted ones.
typealias Bench = TestBed<ScriptedByteLoader>
struct TestBed<Bytes: ByteLoader> {
    let bytes: Bytes
    let decoder: ScriptedDecoder
    let clock = ManualClock()
    let memory: TestCache
    let loader: TestLoader

    init(
        bytes: Bytes = ScriptedByteLoader(), decoder: ScriptedDecoder = ScriptedDecoder(),
        processor: (any PixelProcessor<TestImage>)? = nil, tiles: (any TileStore)? = nil,
        memory: TestCache = TestCache(budget: 1 << 20), fetchLimit: Int = 24, hostLimit: Int = 12,
        preemptionLimit: LoadPriority? = .behind, decodeLimit: Int = 4, aheadDecodeLimit: Int = .max,
        readAhead: Int = .max, encodedBudget: Int = 32 << 20, retry: RetryPolicy = .init(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.bytes = bytes
        self.decoder = decoder
        self.memory = memory
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, processor: processor, tiles: tiles, memory: memory,
            configuration: .init(
                fetchLimit: fetchLimit, hostLimit: hostLimit, multiplexedHostLimit: 2 * hostLimit,
                preemptionLimit: preemptionLimit, decodeLimit: decodeLimit, aheadDecodeLimit: aheadDecodeLimit,
                readAhead: readAhead, encodedBudget: encodedBudget, retry: retry, clock: clock, random: { 0 }, now: now)
        )
    }

    /// A task that waits for a picture and has joined its job, or ended, when this returns.
    func load(_ request: ImageRequest, _ priority: LoadPriority = .visible) async -> Loading {
        let before = await loader.subscribers(of: request.key)
        let hasEnded = Probe(false)
        let task = Task {
            defer { hasEnded.change { $0 = true } }
            return try await loader.image(for: request, priority: priority)
        }
        await eventually { await loader.subscribers(of: request.key) > before || hasEnded.state }
        return Loading(task: task)
    }

    /// Replaces the set and returns when the loader has acted on it.
    func want(_ set: [WantedImage], _ session: TestSession) async {
        session.want(set)
        await loader.attend(to: session)
    }

    func untilIdle() async { await eventually { await loader.isIdle } }
}

/// A task that waits for a picture. Who waits for it passes on being cancelled, so that a test that waits in vain is
/// ended by its time limit.
struct Loading: Sendable {
    fileprivate let task: Task<TestImage, any Error>

    func cancel() { task.cancel() }
    var result: Result<TestImage, any Error> {
        get async {
            await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                task.cancel()
            }
        }
    }
    var value: TestImage { get async throws { try await result.get() } }
}

extension ImageLoader {
    var inventory: LoaderInventory { get async { await core.inventory } }
    var isIdle: Bool { get async { await inventory.isIdle } }
    var hasNoJobs: Bool { get async { await !inventory.hasJobs } }
    /// Fetches that hold a slot.
    var fetchesInFlight: Int { get async { await inventory.fetches } }
    var isWithoutTrace: Bool {
        get async {
            let inventory = await inventory
            return inventory.isIdle && inventory.areStagesIdle
        }
    }
    var hasNoSessions: Bool { get async { await inventory.sessions == 0 } }
    @PipelineActor func subscribers(of key: ImageKey) -> Int { core.job(of: key)?.subscribers.all.count ?? 0 }
    @PipelineActor func isOutdated(_ key: ImageKey) -> Bool { core.job(of: key)?.isOutdated == true }
    /// The ticket of a photo's fetch, if it was started.
    @PipelineActor func ticket(_ id: Int) -> FetchTicket? { core.fetch(of: FetchKey(sampleRequest(id)))?.ticket }
    func received(_ id: Int) async -> Int { await ticket(id)?.progress.received ?? 0 }
    /// Reads what a session wants.
    func attend(to session: ImageSession<Image>) async { await session.state.read() }
    /// Returns when the loader has read what sessions want: their hops are on their way, and come first.
    func attendToSessions() async { await core.occupied {} }
    /// Keeps the actor busy: what others ask for meanwhile waits.
    func occupied<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value { await core.occupied(body) }
}

extension ImageSession {
    /// Number of deliveries that have not been taken.
    var pendingDeliveries: Int { mailbox.count }
}

extension LoaderCore {
    @PipelineActor func occupied<Value: Sendable>(_ body: @Sendable () -> Value) -> Value { body() }
}
