// The photos of one source as a page shows them: their order now, and the state of the listing's end.
public import Library
public import Observation
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

/// The collection of one source on the main thread. The window makes one for each source that it shows.
///
/// A source is listed on request, off the main thread; once it is listed to its end, what changes in it is followed.
/// The model takes each step of the collection in one main-loop iteration. Releasing the model cancels its loads.
@Observable @MainActor
public final class GalleryModel {
    /// Photos in the arrangement.
    public private(set) var count = 0
    /// Photos of the source that are listed, those that the search leaves out among them.
    public private(set) var total = 0
    /// Those of them that are videos.
    public private(set) var videos = 0
    /// The query by which the photos are arranged now.
    public private(set) var query: Query
    /// State of the end of the list.
    public private(set) var phase: GalleryPhase = .idle
    /// What the source has to say beside its photos.
    public private(set) var report = SourceReport()
    /// How far indexing has come; nil when there is nothing to index.
    public private(set) var progress: IndexingProgress?
    /// Whether indexing rests for now.
    public private(set) var isIndexingHeld = false
    /// What was searched for in place of words that no photo matches.
    public private(set) var correction: SearchCorrection?

    /// The photos and their order now. Reading it observes nothing; `count` and `onUpdate` report changes.
    @ObservationIgnored public private(set) var snapshot: CollectionSnapshot
    @ObservationIgnored public let source: any PhotoSource
    /// Called for each step after it was taken, with the snapshot before it.
    @ObservationIgnored public var onUpdate: (_ update: CollectionUpdate, _ before: CollectionSnapshot) -> Void = {
        _, _ in
    }
    @ObservationIgnored private let collection: PhotoCollection
    @ObservationIgnored private let reader = PhotoReader()
    @ObservationIgnored private var isListed = false
    /// The query that was asked for last.
    @ObservationIgnored private var wanted: Query
    /// The running load, or the last one. A new load waits for it, so that a cancelled load that is slow to stop is
    /// neither overtaken nor loses its page.
    @ObservationIgnored private(set) var load: Task<Void, Never>?
    /// Follows the source after its listing.
    @ObservationIgnored private var following: Task<Void, Never>?
    /// Tells the indexer what was asked last, after what was asked before.
    @ObservationIgnored private var holding: Task<Void, Never>?
    /// Takes updates that no call has asked for, such as those by facts that were found out.
    @ObservationIgnored private var arrivals: Task<Void, Never>?

    /// The next page is requested when fewer screens than this lie below the screen. At 30 wheel clicks a second (3
    /// screens/s) this leaves a second for the answer.
    public nonisolated static let screensAhead = 3

    /// Creates a model that requests nothing of `source` yet.
    /// - Parameter opened: A photo of `source` that is part of the model from the beginning, before it is listed.
    public init(
        source: any PhotoSource, opened: ListedPhoto? = nil, by query: Query = .init(), collation: any NameCollation,
        clock: any LocalClock = UTCClock(), words: any SearchWords = EnglishSearchWords(),
        division: any WorkDivision = UndividedWork(), indexing: (any PhotoIndexing)? = nil
    ) {
        self.source = source
        self.query = query
        wanted = query
        collection = PhotoCollection(
            source, opened: opened, by: query, collation: collation, clock: clock, words: words,
            division: division, indexing: indexing)
        snapshot = collection.start
        (count, total, videos) = (snapshot.count, snapshot.store.count, snapshot.store.videoCount)
        arrivals = Task { @MainActor [weak self, arrivals = collection.arrivals] in
            for await _ in arrivals { self?.takeUpdates() }
        }
    }

    isolated deinit {
        if isIndexingHeld { Task { [collection] in await collection.holdIndexing(false) } }
        load?.cancel()
        following?.cancel()
        arrivals?.cancel()
    }

    // MARK: Photos

    /// The photo at `position`, which has to be less than `count`.
    public func ref(at position: Int) -> PhotoRef { snapshot.ref(at: position) }

    /// The position of a photo; nil when it is gone or was never part of this collection.
    public func position(of ref: PhotoRef) -> Int? { snapshot.position(of: ref) }

    /// What is known of a photo of this collection, of one that is gone what was known last.
    public func photo(_ ref: PhotoRef) -> Photo { reader.photo(ref.slot, of: snapshot.store) }

    /// What is known of the file of a photo.
    public func facts(of ref: PhotoRef) -> KnownFacts { snapshot.store.facts(ref.slot) }

    /// Size of a photo in pixels as shown: what its file is known to say, else what the listing says; nil while neither
    /// is known.
    public func pixelSize(of ref: PhotoRef) -> PixelSize? {
        snapshot.store.facts(ref.slot).pixelSize ?? photo(ref).size
    }

    /// What the tile of a photo says beside its picture; nil for a plain image.
    public func badge(of ref: PhotoRef) -> PhotoBadge? {
        let photo = photo(ref), facts = facts(of: ref)
        if photo.isVideo { return facts.seconds.map { .video(seconds: $0) } ?? photo.badge }
        if let badge = photo.badge { return badge }
        if facts.traits.contains(.animation) { return .animation }
        let isPanorama = facts.traits.contains(.panorama) || (facts.pixelSize ?? photo.size)?.isPanorama == true
        return isPanorama ? .panorama : nil
    }

    /// Stars and favourite of a photo.
    public func marks(of ref: PhotoRef) -> PhotoMarks { snapshot.store.marks(ref.slot) }

    /// Shows marks that the user has given to photos.
    public func mark(_ photos: [(ref: PhotoRef, marks: PhotoMarks)]) async {
        let own = photos.lazy.filter { $0.ref.collection == self.collection.id }
        await collection.mark(own.map { (slot: $0.ref.slot, marks: $0.marks) })
        takeUpdates()
    }

    /// Shows words and times taken that the user has edited.
    public func take(edited photos: [(ref: PhotoRef, words: [PhotoWord], taken: TakenTime?)]) async {
        let own = photos.lazy.filter { $0.ref.collection == self.collection.id }
        await collection.take(edited: own.map { (slot: $0.ref.slot, words: $0.words, taken: $0.taken) })
        takeUpdates()
    }

    /// The position of a photo, once it is known which photos are beside it: the one that was opened has none until the
    /// listing has come to it.
    public func listedPosition(of ref: PhotoRef) -> Int? { snapshot.listedPosition(of: ref) }

    /// The photo that is called `id`, among those listed so far. Searches off the main thread.
    public func ref(of id: PhotoID) async -> PhotoRef? { await collection.ref(of: id) }

    // MARK: Order

    /// Arranges the photos anew, off the main thread. A newer call overtakes the older ones, which then return without
    /// having changed anything.
    public func arrange(by query: Query) async {
        wanted = query
        await collection.arrange(by: query)
        takeUpdates()
        if wanted == query { self.query = query }
    }

    /// How many photos each choice of the query's filter would show. Counts off the main thread.
    /// - Returns: nil when the calling task was cancelled, or another query is on its way.
    public func filterCounts() async -> FilterCounts? { await collection.filterCounts() }

    /// Has indexing rest, or go on.
    public func holdIndexing(_ isHeld: Bool) {
        guard isHeld != isIndexingHeld else { return }
        isIndexingHeld = isHeld
        holding = Task { [collection, holding] in
            await holding?.value
            await collection.holdIndexing(isHeld)
        }
    }

    /// Has the facts of these photos found out before those of others, in this order.
    public func prioritize(_ refs: [PhotoRef]) {
        let slots = refs.lazy.filter { $0.collection == self.collection.id }.map(\.slot)
        Task { [collection, slots = Array(slots)] in await collection.prioritize(slots) }
    }

    /// Whether the photos may get another order by what is not known of them yet.
    public var isOrderPending: Bool {
        guard query.dependsOnFacts, source.indexRoot != nil else { return false }
        return progress != nil || phase == .loadingFirst || phase == .loadingMore
    }

    // MARK: Listing

    /// Asks for the first or the next page. Does nothing while one is loading, at the end, and after a failure, which
    /// only `retry()` leaves.
    public func loadMore() {
        switch phase {
        case .idle, .loaded(end: false): startLoading()
        case .loadingFirst, .loadingMore, .loaded(end: true), .empty, .failed: break
        }
    }

    /// Asks for the next page if the end of the list is near.
    /// - Parameters:
    ///   - lastVisible: position of the last photo on the screen.
    ///   - perScreen: photos that fill a screen.
    public func loadIfNeeded(lastVisible: Int, perScreen: Int) {
        guard phase == .loaded(end: false) else { return }
        let below = count - 1 - lastVisible
        if below < GalleryModel.screensAhead * max(1, perScreen) { loadMore() }
    }

    /// Has the source look for changes that were not reported. They arrive like any others.
    public func refresh(_ occasion: RefreshOccasion) { Task { [source] in await source.refresh(occasion) } }

    /// Sets whether the source shows hidden files and folders. All other photos stay what they are.
    public func setShowsHidden(_ showsHidden: Bool) {
        Task { [source] in await source.setShowsHidden(showsHidden) }
    }

    /// Sets whether the source shows the folders that are marked to be left out. All other photos stay what they are.
    public func setShowsExcluded(_ showsExcluded: Bool) {
        Task { [source] in await source.setShowsExcluded(showsExcluded) }
    }

    /// Asks again for the page that failed.
    public func retry() {
        if case .failed = phase { startLoading() }
    }

    /// Cancels the running load; a later `loadMore()` asks for the same page again.
    public func cancel() {
        guard phase == .loadingFirst || phase == .loadingMore else { return }
        load?.cancel()
        phase = total == 0 ? .idle : .loaded(end: false)
    }

    private func startLoading() {
        phase = total == 0 ? .loadingFirst : .loadingMore
        load = Task { @MainActor [weak self, collection, previous = load] in
            await previous?.value
            do {
                try Task.checkCancellation()
                let goesOn = try await collection.readChange()
                self?.loaded(isLast: !goesOn)
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    /// Takes the page even of a cancelled load: the collection has moved on and will not bring it again.
    private func loaded(isLast: Bool) {
        takeUpdates()
        isListed = isListed || isLast
        let isLoading = phase == .loadingFirst || phase == .loadingMore
        if Task.isCancelled, isLoading, !isListed {
            // The phase is that of the load that waits for this one.
            phase = .loadingMore
        } else {
            phase = total == 0 && isListed ? .empty : .loaded(end: isListed)
            if isListed { follow() } else if source.isLocal { loadMore() }
        }
    }

    private func fail(_ error: any Error) {
        takeUpdates()
        let failure =
            error as? LoadFailure
            ?? LoadFailure(stage: .listing, culprit: source.title, reason: .unreadable(.verbatim("\(error)")))
        phase = .failed(failure, atStart: total == 0)
    }

    // MARK: Changes

    /// Reads the changes that the source reports after its listing, until it reports no more.
    private func follow() {
        guard following == nil else { return }
        following = Task { @MainActor [weak self, collection] in
            do {
                while try await collection.readChange() {
                    guard let self else { return }
                    self.takeUpdates()
                    self.phase = self.total == 0 ? .empty : .loaded(end: true)
                }
            } catch {
                guard let self, !Task.isCancelled else { return }
                self.following = nil
                self.fail(error)
            }
        }
    }

    private func takeUpdates() {
        for update in collection.takeUpdates() {
            let before = snapshot
            snapshot = update.snapshot
            isListed = isListed || update.isListed
            if count != snapshot.count { count = snapshot.count }
            if total != snapshot.store.count { total = snapshot.store.count }
            if videos != snapshot.store.videoCount { videos = snapshot.store.videoCount }
            if report != update.report { report = update.report }
            if progress != update.progress { progress = update.progress }
            let correction = snapshot.arrangement.correction
            if self.correction != correction { self.correction = correction }
            onUpdate(update, before)
        }
    }
}
