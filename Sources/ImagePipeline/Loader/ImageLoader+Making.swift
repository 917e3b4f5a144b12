// How a picture is made once everything for it is there: a decode or one step of work, and what follows from its end.
import Photos

/// One piece of work that holds a decode slot.
enum MakingStep: Sendable {
    case decodeTile(EncodedBytes)
    case decode(EncodedBytes)
    case process(any DecodedImage, Processor)

    var stage: LoadFailure.Stage { if case .process = self { .process } else { .decode } }
}

extension ImageLoader {
    /// What is to be done for a queued picture now.
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
                    // Stored before the actor hears of it, so that eviction frees its pixels on this thread.
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
        // Wanted as a step alone when the work began, and for itself since.
        if case .success(let image) = result, !isKept, flight.isAskedFor { store(image, for: request.key) }
        finish(flight, result)
        if case .success(let image) = result, case .decode = step { keepTile(image, for: request) }
    }

    /// What a store or a cache had is no reason to fail: the picture can still be had from where it is from.
    private func takesAnotherWay(_ flight: PictureFlight, after failure: LoadFailure) -> Bool {
        switch flight.source {
        case .tile, .larger:
            flight.source = .undecided
            awaitBytes(for: flight)
        case .fetch(let fetch):
            // What the try was told counts: a reload that joined it later has not kept stored bytes from answering.
            guard !failure.isTransient, fetch.origin == .disk, fetch.ticket?.isReload != true else { return false }
            if fetches[fetch.key] === fetch { fetchAgain(fetch) } else { leaveOutdated(flight) }
        case .undecided, .picture, .image: return false
        }
        return true
    }

    /// The stored bytes were no good: all that wait for them wait for new ones.
    private func fetchAgain(_ fetch: FetchFlight) {
        guard case .arrived(let bytes) = fetch.state else { return }
        heldBytes -= bytes.count
        fetch.isReload = true
        for flight in fetch.dependents { stop(flight) }
        enqueue(fetch)
    }

    /// The bytes were no good, and there are newer ones.
    private func leaveOutdated(_ flight: PictureFlight) {
        detach(flight)
        flight.isOutdated = false
        awaitBytes(for: flight)
    }

    /// Ends a flight and tells everyone who waits for it.
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

    /// The picture before the last step of `flight` is there, or never will be.
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
