// The body of a running fetch on its way from the byte loader's thread to the loader, for previews: one hop at a time,
// for any number of chunks.
import Photos
import Synchronization

/// The newest copy of a body that is still coming in. Made only while the photo is on the screen.
final class GrowingBody: Sendable {
    private struct State {
        /// The newest copy that no preview was made of.
        var copy: EncodedBytes?
        var looks = PreviewLooks()
        var isVisible = false
        var hop = CoalescedHop()
    }
    private let state = Mutex(State())
    private let isRemote: Bool

    init(of key: FetchKey) {
        isRemote = if case .remote = key.location { true } else { false }
    }

    // MARK: Byte loader

    /// Copies the body, if it has grown enough for another preview.
    /// - Returns: whether the caller has to start a hop to the loader.
    func advance(_ progress: FetchTicket.Progress, _ body: (@Sendable () -> EncodedBytes)?) -> Bool {
        guard isRemote, let body else { return false }
        let looks = state.withLock { $0.isVisible && $0.looks.take(at: progress) }
        guard looks else { return false }
        let copy = body()
        return state.withLock { state in
            state.copy = copy
            return state.hop.request()
        }
    }

    // MARK: Loader

    /// Takes the newest copy; from here on a copy needs a new hop.
    func read() -> EncodedBytes? {
        state.withLock { state in
            state.hop.arrive()
            defer { state.copy = nil }
            return state.copy
        }
    }

    /// Whether a copy waits to be taken.
    var isUnread: Bool { state.withLock { $0.copy != nil } }

    /// Sets whether the photo is on the screen.
    func setVisible(_ isVisible: Bool) { state.withLock { $0.isVisible = isVisible } }
}

/// The rule for when a growing body is worth another preview: when it has doubled, and only a few times.
struct PreviewLooks: Sendable {
    /// Bytes below which a decode shows hardly anything.
    static let least = 16 << 10
    /// Maximum copies of one body; each costs the copy and a decode.
    static let most = 6

    private var last = 0
    private var count = 0

    /// Returns whether to copy the body now, and counts the copy. A complete body needs no preview.
    mutating func take(at progress: FetchTicket.Progress) -> Bool {
        let received = progress.received
        guard count < Self.most, received >= max(Self.least, 2 * last), received != progress.total else { return false }
        (last, count) = (received, count + 1)
        return true
    }
}
