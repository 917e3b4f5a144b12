// The end of a loader, as later requests see it.
import Photos
import Synchronization

/// Whether the loader has been shut down. Callable from any thread.
final class LoaderLifetime: Sendable {
    private let hasEnded = Atomic<Bool>(false)

    func end() { hasEnded.store(true, ordering: .releasing) }

    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    /// The failure of every request once the loader has ended.
    func failure(for request: ImageRequest) -> LoadFailure? {
        isOver ? LoadFailure(stage: .fetch, culprit: request.title, reason: .shutDown) : nil
    }

    /// - Throws: `failure(for:)`, once there is one.
    func check(_ request: ImageRequest) throws { if let failure = failure(for: request) { throw failure } }
}
