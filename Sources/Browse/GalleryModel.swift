// The photos of one source as the grid sees them: a list that only grows, and the state of its end.
public import Observation
import PhotoSources
public import Photos

/// State of the end of the list.
public enum GalleryPhase: Hashable, Sendable {
    /// Nothing has been requested yet, or the first page was cancelled.
    case idle
    case loadingFirst
    case loadingMore
    /// There are photos. `end` says whether the list is complete.
    case loaded(end: Bool)
    /// The source has no photos.
    case empty
    /// A page has failed. `atStart` says that there are no photos to show.
    case failed(LoadFailure, atStart: Bool)
}

/// The list of one source, loaded page by page on request. The window makes one for each source that it shows.
/// A page is read and parsed off the main thread; the model takes it in within one main-loop iteration. Releasing the
/// model cancels its loads.
@Observable @MainActor
public final class GalleryModel {
    /// The photos listed so far, in the source's order. Indices stay valid, because photos are only appended. Reading
    /// it observes their number.
    public var photos: PhotoList {
        _ = count
        return list
    }
    private var count = 0
    /// State of the end of the list.
    public private(set) var phase: GalleryPhase = .idle

    @ObservationIgnored private let list = PhotoList()
    @ObservationIgnored public let source: any PhotoSource
    @ObservationIgnored private let pager: FeedPager
    /// The running load, or the last one. A new load waits for it, so that a cancelled load that is slow to stop is
    /// neither overtaken nor loses its page.
    @ObservationIgnored private var load: Task<Void, Never>?

    /// The next page is requested when fewer screens than this lie below the screen. At 30 wheel clicks a second (3
    /// screens/s) this leaves a second for the answer.
    public nonisolated static let screensAhead = 3

    /// Creates an empty model; requests nothing of `source` yet.
    public init(source: any PhotoSource) {
        self.source = source
        pager = FeedPager(source)
    }

    /// Creates a model of one photo of `source` that is known before the source is listed. It loads nothing by itself.
    public convenience init(source: any PhotoSource, found photo: Photo) {
        self.init(source: source)
        list.append(PackedPage([photo]))
        count = list.count
        phase = .loadingMore
    }

    isolated deinit { load?.cancel() }

    /// Requests the first or the next page. Does nothing while one is loading, at the end of the list, and after a
    /// failure, which only `retry()` leaves.
    public func loadMore() {
        switch phase {
        case .idle, .loaded(end: false): startLoading()
        case .loadingFirst, .loadingMore, .loaded(end: true), .empty, .failed: break
        }
    }

    /// Requests the next page if the end of the list is near.
    /// - Parameters:
    ///   - lastVisible: Index of the last photo on the screen.
    ///   - perScreen: Number of photos that fill a screen.
    public func loadIfNeeded(lastVisible: Int, perScreen: Int) {
        guard phase == .loaded(end: false) else { return }
        let below = photos.count - 1 - lastVisible
        if below < GalleryModel.screensAhead * max(1, perScreen) { loadMore() }
    }

    /// Requests the failed page again.
    public func retry() {
        if case .failed = phase { startLoading() }
    }

    /// Cancels the running load; a later `loadMore()` requests the page again.
    public func cancel() {
        guard phase == .loadingFirst || phase == .loadingMore else { return }
        load?.cancel()
        phase = photos.isEmpty ? .idle : .loaded(end: false)
    }

    /// Waits until all loads have ended, cancelled ones included; for tests.
    func settled() async {
        while let current = load {
            await current.value
            if load == current { return }
        }
    }

    private func startLoading() {
        phase = photos.isEmpty ? .loadingFirst : .loadingMore
        load = Task { @MainActor [weak self, pager, previous = load] in
            await previous?.value
            do {
                try Task.checkCancellation()
                // Never nil: this model is the only reader of the pager, and its loads wait for each other.
                if let batch = try await pager.next() { self?.append(batch) }
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    /// Appends a batch, also that of a cancelled load: the pager will not return it again.
    private func append(_ batch: FeedPager.Batch) {
        if !batch.photos.isEmpty {
            list.append(batch.photos)
            count = list.count
        }
        let isLoading = phase == .loadingFirst || phase == .loadingMore
        if Task.isCancelled, isLoading, !batch.isLast {
            // The phase belongs to the load that waits for this one.
            phase = .loadingMore
        } else {
            phase = photos.isEmpty ? .empty : .loaded(end: batch.isLast)
            if source.isLocal { loadMore() }
        }
    }

    private func fail(_ error: any Error) {
        let failure =
            error as? LoadFailure
            ?? LoadFailure(stage: .listing, culprit: source.title, reason: .unreadable("\(error)"))
        phase = .failed(failure, atStart: photos.isEmpty)
    }
}
