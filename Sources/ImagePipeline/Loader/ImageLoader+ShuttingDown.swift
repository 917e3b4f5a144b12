// The end of a loader: everything under way is cancelled, and what is asked for later fails.
import Photos
import Synchronization

extension ImageLoader {
    /// Ends the loader for good. Requests under way end as cancelled; later ones fail with `LoadFailure.Reason.shutDown`
    /// from the moment that this returns, those for pictures in memory included. Feeds deliver that failure for what
    /// they want anew.
    public nonisolated func invalidate() {
        hasShutDown.store(true, ordering: .releasing)
        Task { await cancelAll() }
    }

    /// What a request fails with once the loader has ended.
    nonisolated func shutDownFailure(_ request: ImageRequest) -> LoadFailure? {
        guard hasShutDown.load(ordering: .acquiring) else { return nil }
        return LoadFailure(stage: .fetch, culprit: request.title, reason: .shutDown)
    }

    nonisolated func checkRunning(_ request: ImageRequest) throws {
        if let failure = shutDownFailure(request) { throw failure }
    }

    private func cancelAll() {
        for (key, flight) in pictures {
            for subscriber in flight.subscribers where subscriber.isForItself {
                if case .task(let task) = subscriber.sink { task.cancel() }
                leave(subscriber.id, key)
            }
        }
        for fetch in fetches.values { cancelReaders(of: fetch) }
        watchers = [:]
        pump()
    }
}
