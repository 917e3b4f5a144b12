// Decoding and processing: one image made from a complete source, and what follows from the result.
import Photos

/// A piece of work that holds a decode slot.
enum MakingStep: Sendable {
    case decodeTile(EncodedBytes)
    case decode(EncodedBytes)
    case process(any DecodedImage, Processor)

    var stage: LoadFailure.Stage { if case .process = self { .process } else { .decode } }
}

extension ImageLoader {
    /// Returns the work to do for a queued image; nil while its source is not complete.
    private func step(for flight: PictureFlight) -> MakingStep? {
        switch flight.source {
        case .tile(let bytes?): .decodeTile(bytes)
        case .fetch(let fetch): if case .arrived(let bytes) = fetch.state { .decode(bytes) } else { nil }
        case .image(let image, let processor): .process(image, processor)
        case .larger(let image): .process(image, .resize(flight.key.size, flight.key.fit))
        case .undecided, .tile(nil), .picture: nil
        }
    }

    func start(_ flight: PictureFlight) {
        flight.state = .waiting
        guard let step = step(for: flight) else { return }
        let (request, priority, token) = (flight.request, flight.priority, nextID().number)
        let isKept = flight.isAskedFor
        flight.begin(at: now())
        runningDecodes += 1
        flight.token = token
        flight.state = .running(
            Task(priority: .medium) { @concurrent [self] in
                let result: Result<any DecodedImage, LoadFailure>
                do {
                    let image = try await make(step, request, priority)
                    // Stored before the actor learns of it, so that evicted pixels are freed on this thread.
                    if isKept { store(image, for: request.key) }
                    colours?.note(image, for: request.key)
                    result = .success(image)
                } catch {
                    let failure = LoadFailure.from(error, stage: step.stage, culprit: request.title)
                    if !failure.isTransient { await discardSource(of: step, request) }
                    result = .failure(failure)
                }
                await makingEnded(request, token, step, isKept, result)
            })
    }

    private nonisolated func store(_ image: any DecodedImage, for key: ImageKey) {
        if key.region == nil, image.cost <= configuration.storedLimit { memory.insert(image, for: key) }
    }

    private nonisolated func make(
        _ step: MakingStep, _ request: ImageRequest, _ priority: LoadPriority
    ) async throws -> any DecodedImage {
        switch step {
        case .decodeTile(let bytes):
            return try await decoder.decode(bytes, for: request, priority: priority)
        case .decode(let bytes):
            guard bytes.count > 0 else { throw LoadFailure(stage: .fetch, culprit: request.title, reason: .empty) }
            return try await decoder.decode(bytes, for: request, priority: priority)
        case .process(let image, let step):
            guard let processor else {
                throw LoadFailure(stage: .process, culprit: request.title, reason: .unknownStep("\(step)"))
            }
            return try await processor.process(image, with: step, title: request.title, priority: priority)
        }
    }

    private nonisolated func discardSource(of step: MakingStep, _ request: ImageRequest) async {
        switch step {
        case .decodeTile: await tiles?.discard(request)
        case .decode: await bytes.discard(FetchKey(request))
        case .process: break
        }
    }

    private func makingEnded(
        _ request: ImageRequest, _ token: Int, _ step: MakingStep, _ isKept: Bool,
        _ result: Result<any DecodedImage, LoadFailure>
    ) {
        defer { pump() }
        runningDecodes -= 1
        if case .success = result {
            count { counters in
                switch step {
                case .decodeTile: (counters.decoded, counters.tileHits) = (counters.decoded + 1, counters.tileHits + 1)
                case .decode: counters.decoded += 1
                case .process: counters.processed += 1
                }
            }
            if case .decode = step { ledger.note(request.key, decodedFrom: FetchKey(request)) }
        }
        guard let flight = pictures[request.key], flight.token == token else { return }  // cancelled meanwhile
        flight.state = .waiting
        flight.trace.decodeEnded = now()
        if case .failure(let failure) = result, takesAnotherWay(flight, after: failure) { return }
        // Only a processing step wanted the image when the work began; since then a request for the image itself has
        // joined.
        if case .success(let image) = result, !isKept, flight.isAskedFor { store(image, for: request.key) }
        finish(flight, result)
        if case .success(let image) = result, case .decode = step { keepTile(image, for: request) }
    }

    /// Falls back to the original source when an image from a store or a cache could not be used.
    /// - Returns: whether the image is made in another way.
    private func takesAnotherWay(_ flight: PictureFlight, after failure: LoadFailure) -> Bool {
        switch flight.source {
        case .tile, .larger:
            flight.source = .undecided
            awaitBytes(for: flight)
        case .fetch(let fetch):
            // The ticket of the last attempt counts: a reload that joined it later has not kept stored bytes from
            // answering.
            guard !failure.isTransient, fetch.origin == .disk, fetch.ticket?.isReload != true else { return false }
            if fetches[fetch.key] === fetch { fetchAgain(fetch) } else { leaveOutdated(flight) }
        case .undecided, .picture, .image: return false
        }
        return true
    }

    /// Fetches anew because the stored bytes were unusable; everything that waits for them waits for the new ones.
    private func fetchAgain(_ fetch: FetchFlight) {
        guard case .arrived(let bytes) = fetch.state else { return }
        heldBytes -= bytes.count
        fetch.isReload = true
        for flight in fetch.dependents { stop(flight) }
        enqueue(fetch)
    }

    /// Moves an image from unusable bytes to the newer ones.
    private func leaveOutdated(_ flight: PictureFlight) {
        detach(flight)
        flight.isOutdated = false
        awaitBytes(for: flight)
    }

    /// Ends a job and tells all its subscribers.
    func finish(_ flight: PictureFlight, _ result: Result<any DecodedImage, LoadFailure>) {
        if case .fetch(let fetch) = flight.source { flight.takeOver(fetch) }
        remove(flight)
        if case .failure = result {
            if flight.isAskedFor { count { $0.failures += 1 } }
            if flight.subscribers.contains(where: \.isRefreshing) { memory.remove(flight.key) }
        }
        for subscriber in flight.subscribers {
            if subscriber.isForItself { record(flight, for: subscriber, result.outcome) }
            switch subscriber.sink {
            case .caller(let continuation): continuation.resume(with: result)
            case .task(let task): finish(task, subscriber, flight, result)
            case .feed(let mailbox): deliver(result, of: flight.request, for: subscriber, to: mailbox)
            case .step(let next): goOn(next, from: flight, with: result)
            }
        }
        if flight.isOutdated { refresh(FetchKey(flight.request)) }
    }

    /// Continues a job whose parent image, the one before its last step, has been made or has failed.
    private func goOn(
        _ flight: PictureFlight, from before: PictureFlight, with result: Result<any DecodedImage, LoadFailure>
    ) {
        flight.source = .undecided
        (flight.trace, flight.isStale) = (before.trace, before.isStale)
        flight.isOutdated = flight.isOutdated || before.isOutdated
        switch result {
        case .success(let image):
            guard let step = flight.key.processors.last else { return }
            makeFrom(.image(image, step), flight)
        case .failure(let failure):
            finish(flight, .failure(failure))
        }
    }
}
