// The end of a loader: all work is cancelled, and later requests fail.
import Photos
import Synchronization

extension ImageLoader {
    /// Ends the loader for good. Requests under way end as cancelled; from the moment that this returns, later ones
    /// fail with `LoadFailure.Reason.shutDown`, even for images in memory. Feeds deliver that failure for images that
    /// are newly wanted.
    public nonisolated func invalidate() {
        hasShutDown.store(true, ordering: .releasing)
        Task { await cancelAll() }
    }

    /// Returns the failure of a request after the loader has ended; nil before.
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
