// The source of an image: an earlier result of its processing chain, a larger size, a finished tile, or fetched bytes.
import Photos

extension ImageLoader {
    /// Chooses the source that costs the least work and starts the work.
    /// - Returns: whether the image shares work that was already under way.
    func decideSource(of flight: PictureFlight, using caches: CacheUse) -> Bool {
        let key = flight.key
        if let step = key.processors.last {
            let before = flight.request.beforeLastStep
            if caches == .all, memory.contains(before.key), let image = memory.image(for: before.key) {
                makeFrom(.image(image, step), flight)
                return false
            }
            let wish = Subscriber(id: flight.id, priority: flight.priority, sink: .step(flight), asked: now())
            let joined = join(wish, before, using: caches)
            // The parent image cannot be finished within this call, so its job exists.
            if let parent = pictures[before.key] { flight.source = .picture(parent) }
            previewFile(of: flight)
            return joined
        }
        if caches == .all {
            if processor != nil, let image = memory.larger(than: key) {
                makeFrom(.larger(image), flight)
                return false
            }
            if askTiles(for: flight) { return false }
        }
        return awaitBytes(for: flight, using: caches)
    }

    /// Makes the image wait for its bytes.
    /// - Returns: whether their fetch was already under way.
    @discardableResult
    func awaitBytes(for flight: PictureFlight, using caches: CacheUse = .all) -> Bool {
        let key = FetchKey(flight.request)
        let (fetch, isShared) = fetchFlight(for: key, title: flight.request.title)
        if caches == .none { fetch.isReload = true }
        flight.source = .fetch(fetch)
        fetch.dependents.append(flight)
        if case .arrived = fetch.state { enqueue(flight) }
        if isShared { updatePriority(of: fetch) } else { enqueue(fetch) }
        previewFile(of: flight)
        return isShared
    }

    /// Returns the fetch of `key` that is under way, or a new one, which the caller has to queue once something depends
    /// on it.
    func fetchFlight(for key: FetchKey, title: String) -> (FetchFlight, isShared: Bool) {
        if let fetch = fetches[key] { return (fetch, true) }
        let fetch = FetchFlight(key: key, title: title)
        fetches[key] = fetch
        return (fetch, false)
    }

    /// Restricts the caches that a job under way may use: what came from an excluded cache is made again, for all
    /// subscribers. A fetch that has started is shared as it is.
    func renew(_ flight: PictureFlight, using caches: CacheUse) {
        switch flight.source {
        case .fetch(let fetch):
            if case .queued = fetch.state, caches == .none { fetch.isReload = true }
        case .picture(let parent):
            renew(parent, using: caches)
        case .undecided, .tile, .image, .larger:
            stop(flight)
            flight.source = .undecided
            _ = decideSource(of: flight, using: caches)
        }
    }

    /// Queues the image with a source that is complete.
    func makeFrom(_ source: PictureFlight.Source, _ flight: PictureFlight) {
        flight.source = source
        enqueue(flight)
    }

    func enqueue(_ flight: PictureFlight) { flight.state = .queued(decodeQueue.append(flight, at: flight.priority)) }
}

extension ImageRequest {
    /// The same image without the last step of its processing chain.
    var beforeLastStep: ImageRequest { ImageRequest(self, processors: Array(key.processors.dropLast())) }
}
