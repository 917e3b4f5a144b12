// The pictures that have stopped a decode process.
import Photos
import Synchronization

/// Remembers which versions of pictures are not tried again, and why. Any thread.
final class StoppedPictures: Sendable {
    /// Most that are remembered; the oldest is forgotten first.
    private static let most = 4096

    private struct State {
        var reasons: [PictureIdentity: LoadFailure.Reason] = [:]
        var order: [PictureIdentity] = []
    }
    private let state = Mutex(State())

    func reason(for picture: PictureIdentity?) -> LoadFailure.Reason? {
        picture.flatMap { picture in state.withLock { $0.reasons[picture] } }
    }

    func note(_ picture: PictureIdentity?, _ reason: LoadFailure.Reason) {
        guard let picture else { return }
        state.withLock { state in
            guard state.reasons.updateValue(reason, forKey: picture) == nil else { return }
            state.order.append(picture)
            if state.order.count > Self.most { state.reasons[state.order.removeFirst()] = nil }
        }
    }
}
