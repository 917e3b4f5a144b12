// Walks a source from its first page to its end: one page at a time, no photo twice in a row of ten thousand, and from
// where it failed again.
public import Photos

/// Reads the pages of one source in order. Parsing runs on this actor, so off the main thread.
public actor FeedPager {
    /// The photos that one step brought, in the source's order, none of them among the `remembered` before it.
    public struct Batch: Hashable, Sendable {
        /// Photos that the last batches did not have.
        public let photos: PackedPage
        /// Nothing follows.
        public let isLast: Bool

        public init(photos: some RandomAccessCollection<Photo>, isLast: Bool) {
            self.photos = PackedPage(photos)
            self.isLast = isLast
        }
    }

    /// Pages in a row with nothing new after which the source counts as ended. A listing that changes between pages
    /// repeats a page or two; one that answers the same page for ever must not be asked for ever.
    static let repeatedPagesTolerated = 3

    /// The photos before a page among which its repetitions are looked for. A listing that grows at its front between
    /// two pages repeats what it has pushed over the edge; ten thousand are hours of that, and a bounded memory.
    static let remembered = 10_000

    private let source: any PhotoSource
    private var seen: Set<PhotoID> = []
    /// What `seen` holds in the order in which it came, from `oldest` on and around.
    private var order: ContiguousArray<PhotoID> = []
    private var oldest = 0
    private var cursor: PageCursor?
    private var hasEnded = false
    private var isReading = false

    /// Starts at the first page.
    public init(_ source: any PhotoSource) { self.source = source }

    /// The next photos; after the last batch an empty last one. Nil while another call's page is on its way: that
    /// call gets it. Pages that bring nothing new are passed over, so that a batch is empty only at the end.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. The next call asks for the same page
    ///   again; nothing is lost.
    public func next() async throws -> Batch? {
        guard !isReading else { return nil }
        guard !hasEnded else { return Batch(photos: [], isLast: true) }
        isReading = true
        defer { isReading = false }

        for _ in 0...FeedPager.repeatedPagesTolerated {
            let page = try await source.page(after: cursor)
            // A source that did not notice its cancellation must not move the cursor: the caller is gone.
            try Task.checkCancellation()
            let fresh = page.photos.filter { isNew($0.id) }
            cursor = page.next
            hasEnded = page.next == nil || page.photos.isEmpty
            if hasEnded || !fresh.isEmpty { return Batch(photos: fresh, isLast: hasEnded) }
        }
        hasEnded = true
        return Batch(photos: [], isLast: true)
    }

    /// Whether `id` is none of the last that came; remembers it in place of the oldest.
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
