// What comes in while a fetch runs, on its way from the byte loader's thread to the loader: one hop at a time, however
// many chunks there are.
import Photos
import Synchronization

/// The latest progress of one fetch, and now and then a copy of what its body has so far, to make a preview of.
final class FetchProgress: Sendable {
    struct News: Sendable {
        var progress: FetchTicket.Progress?
        /// The newest copy of the body that nobody has looked at.
        var body: EncodedBytes?
    }

    private struct State {
        var news = News()
        var looks = PreviewLooks()
        var isVisible = false
        var isListened = false
        /// A hop to the loader is on its way and will see what comes in before it arrives.
        var isHopOutstanding = false
    }
    private let state = Mutex(State())
    private let isRemote: Bool

    init(of key: FetchKey) {
        isRemote = if case .remote = key.location { true } else { false }
    }

    // MARK: The byte loader's side

    /// Notes what came in.
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

    // MARK: The loader's side

    /// What came in since the last call; from here on news need a new hop.
    func read() -> News {
        state.withLock { state in
            state.isHopOutstanding = false
            defer { state.news.body = nil }
            return state.news
        }
    }

    /// Previews are made for what is seen alone.
    func setVisible(_ isVisible: Bool) { state.withLock { $0.isVisible = isVisible } }

    /// Somebody wants to hear of progress as such.
    /// - Returns: the progress so far, if there was any.
    func listen() -> FetchTicket.Progress? {
        state.withLock { state in
            state.isListened = true
            return state.news.progress
        }
    }
}

/// When a growing body is worth another look: when it has doubled, and not often.
struct PreviewLooks: Sendable {
    /// Bytes below which there is hardly a picture.
    static let least = 16 << 10
    /// Looks at one body; each costs a copy of it and a decode.
    static let most = 6

    private var last = 0
    private var count = 0

    /// Whether to look now; if so, counts it. A body that is complete is no preview any more.
    mutating func take(at progress: FetchTicket.Progress) -> Bool {
        let received = progress.received
        guard count < Self.most, received >= max(Self.least, 2 * last), received != progress.total else { return false }
        (last, count) = (received, count + 1)
        return true
    }
}
