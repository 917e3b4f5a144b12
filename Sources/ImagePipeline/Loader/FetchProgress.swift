// Progress of a running fetch on its way to the loader: at most one hop at a time, however many chunks arrive.
import Photos
import Synchronization

/// The latest progress of one fetch, and occasionally a copy of the body so far, for a preview.
final class FetchProgress: Sendable {
    struct News: Sendable {
        var progress: FetchTicket.Progress?
        /// The latest copy of the body that has not been read.
        var body: EncodedBytes?
    }

    private struct State {
        var news = News()
        var looks = PreviewLooks()
        var isVisible = false
        var isListened = false
        /// Whether a hop to the loader is on its way; it will see what comes in before it arrives.
        var isHopOutstanding = false
    }
    private let state = Mutex(State())
    private let isRemote: Bool

    init(of key: FetchKey) {
        isRemote = if case .remote = key.location { true } else { false }
    }

    // MARK: Byte loader

    /// Records progress.
    /// - Returns: whether the caller has to start a hop to the loader.
    func advance(_ progress: FetchTicket.Progress, _ body: (@Sendable () -> EncodedBytes)?) -> Bool {
        let looks = state.withLock { state in
            state.news.progress = progress
            return isRemote && state.isVisible && body != nil && state.looks.take(at: progress)
        }
        let copy = looks ? body?() : nil
        return state.withLock { state in
            if let copy { state.news.body = copy }
            guard copy != nil || state.isListened, !state.isHopOutstanding else { return false }
            state.isHopOutstanding = true
            return true
        }
    }

    // MARK: Loader

    /// Returns what came in since the last call; from here on, progress needs a new hop.
    func read() -> News {
        state.withLock { state in
            state.isHopOutstanding = false
            defer { state.news.body = nil }
            return state.news
        }
    }

    /// Sets whether the image is visible: only then is the body copied for previews.
    func setVisible(_ isVisible: Bool) { state.withLock { $0.isVisible = isVisible } }

    /// Turns on hops for progress alone, without a copy of the body.
    /// - Returns: the progress so far, if there was any.
    func listen() -> FetchTicket.Progress? {
        state.withLock { state in
            state.isListened = true
            return state.news.progress
        }
    }
}

/// The rule for copying a growing body: when it has doubled, and only a few times.
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
