// The pictures that have stopped a decode process.
import Photos
import Synchronization

/// Remembers which versions of pictures are not tried again, and why. Any thread.
///
/// One that needs more time or memory than it may is remembered for requests of the same extent alone: a tile takes a
/// fraction of what a magnified part does. One that ended its process is not tried for anything.
final class StoppedPictures: Sendable {
    /// Most that are remembered; the oldest is forgotten first.
    private static let most = 4096

    private struct Entry: Hashable {
        let picture: PictureIdentity
        /// Nil for all.
        let extent: DecodeRequest.Extent?
    }

    private struct State {
        var reasons: [Entry: LoadFailure.Reason] = [:]
        var order: [Entry] = []
    }
    private let state = Mutex(State())

    func reason(for picture: PictureIdentity?, _ extent: DecodeRequest.Extent) -> LoadFailure.Reason? {
        guard let picture else { return nil }
        return state.withLock {
            $0.reasons[Entry(picture: picture, extent: nil)] ?? $0.reasons[Entry(picture: picture, extent: extent)]
        }
    }

    /// - Parameter extent: What is not tried again; nil for all.
    func note(_ picture: PictureIdentity?, _ extent: DecodeRequest.Extent?, _ reason: LoadFailure.Reason) {
        guard let picture else { return }
        let entry = Entry(picture: picture, extent: extent)
        state.withLock { state in
            guard state.reasons.updateValue(reason, forKey: entry) == nil else { return }
            state.order.append(entry)
            if state.order.count > Self.most { state.reasons[state.order.removeFirst()] = nil }
        }
    }
}
