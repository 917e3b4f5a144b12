// The pages of a source from the first to the last, each photo once.
import Photos

/// Reads the pages of one source in order. Parsing runs on this actor, so off the main thread.
actor PageReader {
    /// Pages in a row with nothing new after which the source counts as ended. A listing that changes between pages
    /// repeats a page or two; one that answers the same page for ever must not be asked for ever.
    static let repeatedPagesTolerated = 3

    /// The photos before a page among which its repetitions are looked for. A listing that grows at its front between
    /// two pages repeats what it has pushed over the edge; ten thousand are hours of that, and a bounded memory.
    static let remembered = 10_000

    private let source: any PagedPhotoSource
    private var seen: Set<PhotoID> = []
    /// The contents of `seen` in the order in which they came.
    private var order = Ring<PhotoID>(capacity: remembered)
    private var cursor: PageCursor?
    private var hasEnded = false

    /// Starts at the first page.
    init(_ source: any PagedPhotoSource) { self.source = source }

    /// The next photos, or nil after the last page. Pages that bring nothing new are passed over, so that an answer is
    /// empty only at the end.
    /// - Throws: `LoadFailure` with stage `.listing`, or `CancellationError`. The next call asks for the same page
    ///   again.
    func next() async throws -> SourceChange? {
        guard !hasEnded else { return nil }
        for _ in 0...Self.repeatedPagesTolerated {
            let page = try await source.page(after: cursor)
            // A source that did not notice its cancellation must not move the cursor: the caller is gone.
            try Task.checkCancellation()
            let fresh = page.photos.filter { isNew($0.id) }
            cursor = page.next
            hasEnded = page.next == nil || page.photos.isEmpty
            if hasEnded || !fresh.isEmpty { return .added(PackedPage(fresh), isLast: hasEnded) }
        }
        hasEnded = true
        return .added(PackedPage([]), isLast: true)
    }

    /// Whether `id` is not among the latest ids; remembers it in place of the oldest.
    private func isNew(_ id: PhotoID) -> Bool {
        guard seen.insert(id).inserted else { return false }
        if let oldest = order.append(id) { seen.remove(oldest) }
        return true
    }
}
