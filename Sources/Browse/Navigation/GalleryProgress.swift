// How far a gallery's listing has come, as one value that can be compared.
public import Library

/// Progress of a gallery's listing: count and phase as one value.
public struct GalleryProgress: Equatable {
    public let count: Int
    public let phase: GalleryPhase
    /// Photos that are listed, those that the search leaves out among them.
    public let total: Int
    /// Those of them that are videos.
    public let videos: Int
    /// Whether photos are searched for.
    public let isSearched: Bool
    /// What is shown in place of words that no photo matches.
    public let correction: SearchCorrection?

    /// How far indexing has come; nil when there is nothing to index, and while it rests.
    public let indexing: IndexingProgress?

    /// Whether none of the photos that are listed matches the search.
    public var isWithoutHits: Bool { isSearched && count == 0 && total > 0 }

    /// Whether no further page will load by itself.
    public var isComplete: Bool {
        switch phase {
        case .idle, .loadingFirst, .loadingMore, .loaded(end: false): false
        case .loaded(end: true), .empty, .failed: true
        }
    }

    @MainActor
    public init(_ model: GalleryModel) {
        count = model.count
        phase = model.phase
        total = model.total
        videos = model.videos
        indexing = model.isIndexingHeld ? nil : model.progress
        isSearched = model.query.isNarrowed
        correction = model.correction
    }
}
