// News of a running fetch on their way from the byte loader's thread to the loader: one hop at a time, for any number
// of chunks.
import Photos
import Synchronization

/// The latest progress of one fetch, and occasionally a copy of the body so far, for a preview.
final class FetchProgress: Sendable {
    struct News: Sendable {
        var progress: FetchTicket.Progress?
        /// The newest copy of the body that no preview was made of.
        var body: EncodedBytes?
    }

    private struct State {
        var news = News()
        var looks = PreviewLooks()
        var isVisible = false
        var isListened = false
        var hop = CoalescedHop()
    }
    private let state = Mutex(State())
    private let isRemote: Bool

    init(of key: FetchKey) {
        isRemote = if case .remote = key.location { true } else { false }
    }

    // MARK: Byte loader

    /// Stores what came in.
    /// - Returns: whether the caller has to start a hop to the loader.
    func advance(_ progress: FetchTicket.Progress, _ body: (@Sendable () -> EncodedBytes)?) -> Bool {
        let looks = state.withLock { state in
            state.news.progress = progress
            return isRemote && state.isVisible && body != nil && state.looks.take(at: progress)
        }
        let copy = looks ? body?() : nil
        return state.withLock { state in
            if let copy { state.news.body = copy }
            guard copy != nil || state.isListened else { return false }
            return state.hop.request()
        }
    }

    // MARK: Loader

    /// Returns the latest news; from here on news need a new hop.
    func read() -> News {
        state.withLock { state in
            state.hop.arrive()
            defer { state.news.body = nil }
            return state.news
        }
    }

    /// Sets whether the photo is on the screen; only then is its body copied for previews.
    func setVisible(_ isVisible: Bool) { state.withLock { $0.isVisible = isVisible } }

    /// Has every report of progress start a hop from now on: a task listens.
    /// - Returns: the progress so far, if there was any.
    func listen() -> FetchTicket.Progress? {
        state.withLock { state in
            state.isListened = true
            return state.news.progress
        }
    }
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
