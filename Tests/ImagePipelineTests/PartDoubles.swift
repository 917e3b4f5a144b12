// What the parts of the loader are tested with: a place for their messages, and stages without a loader.
import Photos

@testable import ImagePipeline

/// Collects what parts send to the loader.
final class Letters: Sendable {
    let outbox = Outbox()
    let probe = Probe<[LoaderMessage]>([])

    init() { outbox.connect { [probe] message in probe.change { $0.append(message) } } }

    func untilCount(_ count: Int) async { await probe.until { $0.count >= count } }

    /// The message at a place, once there is one; nil when the test has run out of time.
    func message(_ place: Int) async -> LoaderMessage? {
        await untilCount(place + 1)
        return probe.state.dropFirst(place).first
    }
}

/// Notes in words what is subscribed to, and does nothing.
final class SubscriptionLog: SubscriptionTarget {
    private var changes: [String] = []

    /// The changes since the last call.
    func take() -> [String] {
        defer { changes = [] }
        return changes
    }

    func admit(_ subscriber: Subscriber, _ request: ImageRequest) { changes.append("join \(request.key.photo.text)") }
    func leave(_ id: Subscriber.ID, _ key: ImageKey) { changes.append("leave \(key.photo.text)") }
    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey) {
        changes.append("\(priority) \(key.photo.text)")
    }
    func moveToTail(_ id: Subscriber.ID, _ key: ImageKey) { changes.append("last \(key.photo.text)") }
}

/// The stages of a loader, whose ends the test reports by hand. What they start ends by itself, and is not listened to.
struct PartBench {
    let letters = Letters()
    let records = LoaderRecords()
    let memory = TestCache(budget: 1 << 20)
    let numbers = SubscriberNumbers()
    let lifetime = LoaderLifetime()
    let fetches: FetchScheduler
    let stages: LoaderStages
    let jobs: ImageJobs

    init(_ configuration: LoaderConfiguration = .init(), tiles: (any TileStore)? = nil) {
        let bytes = ScriptedByteLoader()
        let worker = ImageWorker(
            bytes: bytes, maker: PortImageMaker(decoder: ScriptedDecoder(), processor: ScriptedProcessor()),
            tiles: tiles, memory: memory, colours: nil, tiny: nil, storedPart: nil)
        fetches = FetchScheduler(
            configuration: configuration, bytes: bytes, memory: memory, records: records, outbox: letters.outbox)
        stages = LoaderStages(
            fetches: fetches,
            decodes: DecodeScheduler(
                worker: worker, limit: configuration.decodeLimit, aheadLimit: configuration.aheadDecodeLimit,
                records: records, outbox: letters.outbox),
            previews: PreviewScheduler(
                worker: worker, limit: configuration.previewLimit, records: records, outbox: letters.outbox),
            tiles: TileLookups(store: tiles, outbox: letters.outbox))
        jobs = ImageJobs(
            memory: memory, stages: stages, canProcess: true, records: records, numbers: numbers,
            lifetime: lifetime, now: configuration.now)
    }

    func user(_ priority: LoadPriority = .visible, _ image: ImageKey? = nil) -> FetchUser {
        FetchUser(id: numbers.next(), priority: priority, image: image)
    }

    /// Adds a user to the fetch of a sample.
    func join(_ id: Int, _ user: FetchUser) -> FetchJob.ID {
        fetches.join(user, FetchKey(sampleRequest(id)), title: "photo \(id)").id
    }

    /// Reports the end of a fetch.
    func end(
        _ fetch: FetchJob.ID, _ result: Result<[UInt8], LoadFailure> = .success([1]),
        from origin: FetchedBytes.Origin = .network, isStale: Bool = false
    ) -> FetchEnd {
        FetchEnd(
            job: fetch, host: FetchHost(sampleRequest(1).location), progress: .init(),
            result: result.map { FetchedBytes(EncodedBytes($0), from: origin, isStale: isStale) })
    }

    /// A subscriber that is told nothing directly.
    func subscriber(_ priority: LoadPriority = .visible, isRefreshing: Bool = false) -> Subscriber {
        let mailbox = PrefetchMailbox(id: numbers.next()) {}
        return Subscriber(
            id: mailbox.id, priority: priority, sink: .session(mailbox), asked: .now, isRefreshing: isRefreshing)
    }
}
