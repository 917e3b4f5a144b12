// Progress of a fetch, reported to the tasks that wait for an image made of it.
import Photos

extension ImageLoader {
    /// Returns the ticket for a start of `fetch`.
    func ticket(for fetch: FetchFlight) -> FetchTicket {
        let (key, progress) = (fetch.key, fetch.progress)
        progress.setVisible(fetch.priority == .visible)
        return FetchTicket(title: fetch.title, priority: fetch.priority, isReload: fetch.isReload) { [weak self] now, body in
            guard progress.advance(now, body), let self else { return }
            Task { await self.advanced(key, progress) }
        }
    }

    /// Passes on the progress that has arrived on the loader.
    private func advanced(_ key: FetchKey, _ progress: FetchProgress) {
        let news = progress.read()
        guard let fetch = fetches[key], fetch.progress === progress else { return }
        for root in fetch.dependents {
            forEachPicture(from: root) { flight in
                if let progress = news.progress { tell(progress, to: flight.subscribers) }
                if let body = news.body { preview(flight, of: body) }
            }
        }
        pump()
    }

    /// Reports the progress of the fetch so far to a new subscriber, and its further progress from now on.
    func report(progressOf flight: PictureFlight, to subscriber: Subscriber) {
        guard subscriber.hearsProgress, let fetch = fetch(below: flight) else { return }
        if let progress = fetch.progress.listen() { tell(progress, to: [subscriber]) }
    }

    /// Returns the fetch that an image waits for, however many processing steps are between them.
    func fetch(below flight: PictureFlight) -> FetchFlight? {
        switch flight.source {
        case .fetch(let fetch): fetch
        case .picture(let parent): fetch(below: parent)
        case .undecided, .tile, .image, .larger: nil
        }
    }

    /// Visits an image and all images that further processing steps make of it.
    func forEachPicture(from flight: PictureFlight, _ visit: (PictureFlight) -> Void) {
        visit(flight)
        for subscriber in flight.subscribers {
            if case .step(let next) = subscriber.sink { forEachPicture(from: next, visit) }
        }
    }

    private func tell(_ progress: FetchTicket.Progress, to subscribers: [Subscriber]) {
        for subscriber in subscribers {
            if case .task(let task) = subscriber.sink, !subscriber.isRefreshing { task.advance(progress) }
        }
    }
}

extension Subscriber {
    fileprivate var hearsProgress: Bool { if case .task = sink { true } else { false } }
}
