// Paged reading of a source to its end, without recently repeated photos, and resumable after a failure.
public import Photos

/// A reader of one source's pages in order. Parsing runs on this actor, off the main thread.
public actor FeedPager {
    /// The photos of one step in the source's order, without those among the `remembered` ones before it.
    public struct Batch: Hashable, Sendable {
        /// The new photos.
        public let photos: PackedPage
        /// Whether the source has ended.
        public let isLast: Bool

        public init(photos: some RandomAccessCollection<Photo>, isLast: Bool) {
            self.photos = PackedPage(photos)
            self.isLast = isLast
        }
    }

    /// The number of consecutive pages without new photos that is tolerated before the source counts as ended. A
    /// listing that changes between pages repeats one or two of them; one that returns the same page for ever must not
    /// be requested for ever.
    static let repeatedPagesTolerated = 3

    /// The number of earlier photos among which repetitions are detected. A listing that grows at its front between two
    /// pages repeats the photos that move to the next page; ten thousand cover hours of that in bounded memory.
    static let remembered = 10_000

    private let source: any PhotoSource
    private var seen: Set<PhotoID> = []
    /// The ids of `seen` in the order of their arrival: a ring buffer that starts at `oldest`.
    private var order: ContiguousArray<PhotoID> = []
    private var oldest = 0
    private var cursor: PageCursor?
    private var hasEnded = false
    private var isReading = false

    /// Creates a pager at the first page.
    public init(_ source: any PhotoSource) { self.source = source }

    /// Returns the next photos, or after the end an empty last batch. Nil while another call is waiting for a page:
    /// that call gets it. Pages without new photos are skipped, so that a batch is empty only at the end.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. The next call requests the same page
    ///   again; nothing is lost.
    public func next() async throws -> Batch? {
        guard !isReading else { return nil }
        guard !hasEnded else { return Batch(photos: [], isLast: true) }
        isReading = true
        defer { isReading = false }

        for _ in 0...FeedPager.repeatedPagesTolerated {
            let page = try await source.page(after: cursor)
            // A source may have returned without noticing the cancellation. The cursor must stay, since the caller
            // discards the page.
            try Task.checkCancellation()
            let fresh = page.photos.filter { isNew($0.id) }
            cursor = page.next
            hasEnded = page.next == nil || page.photos.isEmpty
            if hasEnded || !fresh.isEmpty { return Batch(photos: fresh, isLast: hasEnded) }
        }
        hasEnded = true
        return Batch(photos: [], isLast: true)
    }

    /// Returns whether `id` is not among the remembered ones; remembers it in place of the oldest.
    private func isNew(_ id: PhotoID) -> Bool {
        guard seen.insert(id).inserted else { return false }
        if order.count < FeedPager.remembered {
            order.append(id)
        } else {
            seen.remove(order[oldest])
            order[oldest] = id
            oldest = (oldest + 1) % FeedPager.remembered
        }
        return true
    }
}
