// The life of a picture: `run()`, from top to bottom.
import Photos

/// The work for one `ImageKey`, from the first subscriber until the image, the failure, or the last one's leaving.
///
/// A job has ended when it has no subscribers: what comes back later finds nobody to tell. Its share in other shared
/// work (its bytes, the image before its last processing step) is taken in the turn in which it is made, because the
/// one who shares that work may leave in the same turn.
@PipelineActor
final class ImageJob: SlotOwner, FetchUser {
    /// What the image is being made of.
    private enum Source {
        /// Not known yet.
        case undecided
        /// A finished tile.
        case tile
        /// Fetched bytes.
        case bytes
        /// An image that was in memory, or that was made for a processing step.
        case image
    }

    let request: ImageRequest
    private(set) var priority = LoadPriority.speculative
    /// In the queue of decodes.
    var slot: Slot?
    private let loader: LoaderCore
    private(set) var subscribers = Subscribers()
    private var task: Task<Void, Never>?
    /// Times that it has begun; what an earlier run comes to is not its end.
    private var runs = 0
    private var caches = CacheUse.all
    private var source = Source.undecided
    private var fetch: FetchJob?
    private var previous: PreviousImage?
    /// A larger size of the same image, to be scaled down.
    private var larger: (any DecodedImage)?
    private var preview: PreviewJob?
    private var trace = Trace()
    /// The bytes that it is being made of have changed: it is to be made again afterwards.
    private(set) var isOutdated = false

    init(_ request: ImageRequest, _ loader: LoaderCore) { (self.request, self.loader) = (request, loader) }

    var key: ImageKey { request.key }

    // MARK: Life

    /// Takes its share in other work, and begins if there is something to do: a job that only waits costs no task.
    /// - Returns: whether that work was under way.
    private func start(using caches: CacheUse) -> Bool {
        runs += 1
        self.caches = caches
        let isShared = takeShare()
        if asksForTile { begin() } else if !isWaiting { sharedWorkEnded() }
        return isShared
    }

    /// Goes on, if it has not begun: to wait for the slot of its decode, or at once to its failure.
    func sharedWorkEnded() {
        if task != nil { return }
        if !hasInput { begin() } else if slot?.isClaimed != false { loader.decodeSlots.add(self) }
    }

    /// Waits for the bytes once more, without a slot, if it has done nothing with them yet.
    func bytesWithdrawn() { if slot?.isClaimed == false { loader.decodeSlots.leave(self) } }

    func slotGranted() { if task == nil { begin() } }

    private func begin() {
        let run = runs
        task = Task(priority: .medium) {
            let result: Result<any DecodedImage, LoadFailure>
            do {
                result = .success(try await self.run())
            } catch {
                result = .failure(.from(error, stage: .fetch, culprit: request.title))
            }
            guard run == runs else { return }
            loader.decodeSlots.leave(self)  // The slot with which it began, if it has come to no decode.
            end(result)
        }
    }

    /// Makes the image of what costs least.
    private func run() async throws -> any DecodedImage {
        try Task.checkCancellation()
        if let previous, let step = key.processors.last {
            return try await make(.process(previous.image(), step), of: .image)
        }
        if let larger = larger.take() {
            let resize = Processor.resize(key.size, key.fit)
            if let image = try await attempt(.process(larger, resize), of: .image) { return image }
        } else if asksForTile, let tile = await loader.worker.tile(for: request) {
            if let image = try await attempt(.decodeTile(tile), of: .tile) { return image }
        }
        while true {
            try Task.checkCancellation()
            let fetch = awaitBytes(joinFetch().fetch)
            let bytes = try await fetch.bytes(for: self)
            do {
                return try await make(.decode(bytes.encoded), of: .bytes)
            } catch let failure as LoadFailure where !failure.isTransient && bytes.wereStored {
                // Damaged on the disk: once more, from their origin.
                if fetch.isCurrent {
                    fetch.reload(after: bytes)
                } else {
                    leaveFetch()
                    isOutdated = false
                }
            }
        }
    }

    /// Makes an image of what a cache had; nil if that is damaged.
    private func attempt(_ step: DecodeStep, of source: Source) async throws -> (any DecodedImage)? {
        do {
            return try await make(step, of: source)
        } catch is LoadFailure {
            return nil
        }
    }

    /// Decodes or processes in a slot, and stores the image in memory if it is asked for.
    private func make(_ step: DecodeStep, of source: Source) async throws -> any DecodedImage {
        try Task.checkCancellation()
        self.source = source
        let (result, isStored) = try await loader.decodeSlots.withSlot(for: self) {
            try Task.checkCancellation()
            noteStart()
            let isKept = isAskedFor
            let result = await loader.worker.make(step, request, priority, isKept: isKept)
            loader.note(result, of: step, request)
            return (result, isKept)
        }
        try Task.checkCancellation()
        trace.decodeEnded = loader.now()
        let image = try result.get()
        // Needed for a further step alone when the work began, and asked for since.
        if !isStored, isAskedFor { loader.worker.store(image, for: key) }
        return image
    }

    /// Ends the job, unless it was cancelled: then nobody is there to be told.
    private func end(_ result: Result<any DecodedImage, LoadFailure>) {
        guard !subscribers.isEmpty else { return }
        updateTrace()
        if case .failure = result {
            if isAskedFor { loader.records.count { $0.failures += 1 } }
            if subscribers.isAnyRefreshing { loader.memory.remove(key) }
        }
        release()
        let ended = subscribers.all
        let answer = ImageAnswer(result: result, trace: trace, isOutdated: isOutdated)
        for subscription in ended where subscription.isForItself { record(subscription, result.outcome) }
        subscribers = Subscribers()
        for subscription in ended { subscription.subscriber.take(answer, for: subscription) }
        if isOutdated { loader.bytesChanged(FetchKey(request)) }
        if case .success(let image) = result, source == .bytes { loader.keepTile(image, for: request) }
        loader.fillSlots()
    }

    /// Stops what the job does or waits for.
    private func cancel() {
        task?.cancel()
        loader.decodeSlots.leave(self)
        release()
    }

    /// Lets go of all that is shared. From here on the job is not found any more, so that a new subscriber of its key
    /// gets a new one.
    private func release() {
        loader.forget(self)
        preview?.cancel()
        preview = nil
        leaveFetch()
        previous.take()?.leave()
    }

    // MARK: Shares

    private func takeShare() -> Bool {
        if !key.processors.isEmpty {
            let previous = PreviousImage(of: self, loader)
            self.previous = previous
            let isShared = previous.join(using: caches)
            if previous.isUnderWay { showPreview() } else { source = .image }
            return isShared
        }
        // A cache answers first: bytes may be needed, and are not asked for yet.
        if caches == .all, loader.worker.maker.canProcess, let larger = loader.memory.larger(than: key) {
            (self.larger, source) = (larger, .image)
            return false
        }
        let (fetch, isShared) = joinFetch()
        if asksForTile { return false }
        awaitBytes(fetch)
        return isShared
    }

    /// Whether the store of tiles is asked.
    private var asksForTile: Bool { caches == .all && larger == nil && loader.worker.tiles != nil && request.isTile }

    /// Whether there is nothing to do before other work has ended.
    private var isWaiting: Bool {
        if let previous { return previous.isUnderWay }
        return source == .bytes && fetch?.hasEnded == false
    }

    private func joinFetch() -> (fetch: FetchJob, isShared: Bool) {
        if let fetch { return (fetch, true) }
        let (fetch, isShared) = FetchJob.shared(for: request, of: loader)
        self.fetch = fetch
        fetch.add(self)
        return (fetch, isShared)
    }

    private func leaveFetch() { fetch.take()?.leave(self) }

    /// Has the bytes fetched, and shows what it can of them until they are there.
    @discardableResult
    private func awaitBytes(_ fetch: FetchJob) -> FetchJob {
        source = .bytes
        fetch.request()
        showPreviews()
        return fetch
    }

    // MARK: Changed bytes

    /// Whether its image is being made of bytes that are there already.
    var hasInput: Bool {
        switch source {
        case .undecided: false
        case .tile, .image: true
        case .bytes: fetch?.hasArrived == true
        }
    }

    func outdate() { isOutdated = true }

    /// Redoes what used an image of older bytes, for all subscribers. A fetch is shared as it is.
    func renew() {
        if let previous, previous.isUnderWay { return previous.renew() }
        if source == .bytes, previous == nil { return }
        task.take()?.cancel()
        loader.decodeSlots.leave(self)
        previous.take()?.leave()
        larger = nil
        source = .undecided
        _ = start(using: .bytes)
    }

    /// Takes over the history of the image before the last step.
    func inherit(_ answer: ImageAnswer) {
        trace = answer.trace
        isOutdated = isOutdated || answer.isOutdated
        if case .success = answer.result { source = .image }
    }

    // MARK: Subscribers

    /// Subscribes to the job of an image; starts one if there is none. `fillSlots` follows in the same turn.
    /// - Returns: the subscription, and whether work that was under way is shared.
    static func subscribe(
        _ subscriber: any ImageSubscriber, to request: ImageRequest, of loader: LoaderCore, id: SubscriberID,
        kind: Subscription.Kind, asked: ContinuousClock.Instant? = nil, at priority: LoadPriority,
        isRefreshing: Bool = false, using caches: CacheUse = .all
    ) -> (subscription: Subscription, isShared: Bool) {
        let existing = loader.job(of: request.key)
        let job = existing ?? ImageJob(request, loader)
        let subscription = Subscription(
            job, subscriber, id, kind, asked: asked ?? loader.now(), at: priority, isRefreshing: isRefreshing)
        job.add(subscription)
        var isShared = true
        if existing == nil {
            loader.add(job)
            isShared = job.start(using: caches)
        } else if caches == .bytes {
            job.renew()
        }
        if isShared, kind != .step { loader.records.count { $0.joined += 1 } }
        return (subscription, isShared)
    }

    /// Whether a subscriber wants the image itself, so that it belongs into memory.
    private var isAskedFor: Bool { subscribers.isAnyForItself }

    private func add(_ subscription: Subscription) {
        subscribers.add(subscription)
        subscribersChanged()
    }

    func leave(_ subscription: Subscription) {
        guard subscribers.remove(subscription) else { return }
        if subscription.isForItself { record(subscription, .cancelled) }
        if subscribers.isEmpty {
            if subscription.isForItself { loader.records.count { $0.cancelled += 1 } }
            cancel()
            if subscription.isRefreshing { loader.memory.remove(key) }
        } else {
            subscribersChanged()
        }
        subscription.subscriber.left(subscription)
    }

    /// Ends all subscriptions of those who want the image itself; the loader has ended.
    func cancelAll() { for subscription in subscribers.all where subscription.isForItself { leave(subscription) } }

    /// Brings the priority up to date wherever the job waits, and for what it waits for.
    func subscribersChanged() {
        let priority = subscribers.priority
        if priority != self.priority {
            self.priority = priority
            loader.decodeSlots.priorityChanged(of: self)
            if let preview { loader.previewSlots.priorityChanged(of: preview) }
            fetch?.usersChanged()
            previous?.priorityChanged()
        }
        showPreview()
    }

    /// Puts the job, wherever it and what it waits for wait, behind the others of its priority.
    func moveToTail() {
        loader.decodeSlots.moveToTail(self)
        if let preview { loader.previewSlots.moveToTail(preview) }
        if let fetch, source == .bytes { loader.fetchSlots.moveToTail(fetch) }
        previous?.moveToTail()
    }

    // MARK: Previews

    /// Whether the image's place is on the screen and empty. A region lies over the whole image, which is its preview.
    private var wantsPreview: Bool {
        priority == .visible && key.region == nil && subscribers.isAnyWithoutImage
    }

    var isAwaitingBytes: Bool { source == .bytes || previous?.awaitsBytes == true }

    /// Has a look taken at the beginning of the file, while something visible waits for all of it.
    private func showPreview() {
        if isAwaitingBytes, wantsPreview, request.location.filePlace != nil { previewJob().lookAtFile() }
    }

    /// Has the looks taken for this image and for all that are made of it.
    private func showPreviews() {
        showPreview()
        for job in subscribers.followers { job.showPreviews() }
    }

    /// Has a preview made of bytes that are still coming in, also of what is made of this image by further steps.
    func bytesGrew(_ body: EncodedBytes) {
        if wantsPreview { previewJob().look(at: body) }
        for job in subscribers.followers { job.bytesGrew(body) }
    }

    func show(preview image: any DecodedImage) {
        for subscription in subscribers.all where !subscription.isRefreshing {
            subscription.subscriber.show(preview: image, for: subscription)
        }
    }

    private func previewJob() -> PreviewJob {
        if let preview { return preview }
        let job = PreviewJob(of: self, loader)
        preview = job
        return job
    }

    // MARK: History

    /// Notes the start of a decode or a processing step.
    private func noteStart() {
        updateTrace()
        if trace.decodeStarted == nil { trace.decodeStarted = loader.now() }
        switch source {
        case .tile: trace.origin = .tile
        case .image: if trace.origin == nil { trace.origin = .memory }
        case .bytes, .undecided: break
        }
    }

    /// Copies what is known of the fetch.
    private func updateTrace() {
        guard source == .bytes, let fetch else { return }
        trace.add(fetch.trace)
    }

    /// Records the end of a request.
    private func record(_ subscription: Subscription, _ outcome: RequestTrace.Outcome) {
        updateTrace()
        loader.records.record(
            RequestTrace(
                subscription, trace, sharedWith: subscribers.others(than: subscription.id), outcome,
                ended: loader.now()),
            countsAsArrival: subscription.kind == .session && outcome == .delivered)
    }
}
