// The photos of one source as the grid sees them: a list that only grows, and what is going on at its end.
public import Observation
import PhotoSources
public import Photos

/// What is going on at the end of the list.
public enum GalleryPhase: Hashable, Sendable {
    /// Nothing has been asked for yet, or the first page was cancelled.
    case idle
    case loadingFirst
    case loadingMore
    /// There are photos; `end` says whether they are all.
    case loaded(end: Bool)
    /// The source has no photos.
    case empty
    /// A page could not be had; `atStart` says that there are no photos to show instead.
    case failed(LoadFailure, atStart: Bool)
}

/// Loads a source page by page on request. The window makes one for every source that it shows.
///
/// A page is read and parsed off the main thread; the model learns of it in one main-actor turn. Dropping the model
/// cancels what it waits for.
@Observable @MainActor
public final class GalleryModel {
    /// The photos listed so far, in the source's order. Indices stay valid: photos are only ever appended. Whoever
    /// observes it learns of their number.
    public var photos: PhotoList {
        _ = count
        return list
    }
    private var count = 0
    /// What is going on at the list's end.
    public private(set) var phase: GalleryPhase = .idle

    @ObservationIgnored private let list = PhotoList()
    @ObservationIgnored public let source: any PhotoSource
    @ObservationIgnored private let pager: FeedPager
    /// The load in flight, or the last one. A new one waits for it, so that a cancelled load that is slow to notice
    /// can neither be overtaken nor lose its page.
    @ObservationIgnored private var load: Task<Void, Never>?

    /// The next page is asked for when fewer screens than this lie below the screen: at 30 wheel clicks a second
    /// (3 screens/s) that is a second for the answer to come.
    public nonisolated static let screensAhead = 3

    /// An empty model; nothing is asked of `source` yet.
    public init(source: any PhotoSource) {
        self.source = source
        pager = FeedPager(source)
    }

    /// A model of the one photo of `source` that is known before the source is listed. It lists nothing by itself.
    public convenience init(source: any PhotoSource, found photo: Photo) {
        self.init(source: source)
        list.append(PackedPage([photo]))
        count = list.count
        phase = .loadingMore
    }

    isolated deinit { load?.cancel() }

    /// Asks for the first or the next page. Does nothing while one is on its way, at the end, and after a failure,
    /// which only `retry()` leaves.
    public func loadMore() {
        switch phase {
        case .idle, .loaded(end: false): startLoading()
        case .loadingFirst, .loadingMore, .loaded(end: true), .empty, .failed: break
        }
    }

    /// Asks for the next page if the end of the list is near.
    /// - Parameters:
    ///   - lastVisible: Index of the last photo on the screen.
    ///   - perScreen: Photos that fill a screen.
    public func loadIfNeeded(lastVisible: Int, perScreen: Int) {
        guard phase == .loaded(end: false) else { return }
        let below = photos.count - 1 - lastVisible
        if below < GalleryModel.screensAhead * max(1, perScreen) { loadMore() }
    }

    /// Asks again for the page that failed.
    public func retry() {
        if case .failed = phase { startLoading() }
    }

    /// Gives up the page on its way; a later `loadMore()` asks for it again.
    public func cancel() {
        guard phase == .loadingFirst || phase == .loadingMore else { return }
        load?.cancel()
        phase = photos.isEmpty ? .idle : .loaded(end: false)
    }

    /// Waits until nothing is on its way any more, cancelled loads included; tests look at the model then.
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
                // Never nil: this model is the pager's only reader, and its loads wait for each other.
                if let batch = try await pager.next() { self?.append(batch) }
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    /// Takes a batch even of a cancelled load: the pager has moved on and will not bring it again.
    private func append(_ batch: FeedPager.Batch) {
        if !batch.photos.isEmpty {
            list.append(batch.photos)
            count = list.count
        }
        let isLoading = phase == .loadingFirst || phase == .loadingMore
        if Task.isCancelled, isLoading, !batch.isLast {
            // The phase is that of the load that waits for this one.
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
