// Title, progress and failure of a gallery, as shown in the window around its tiles.
package import Browse

/// Progress of a gallery's listing: count and phase as one value.
package struct GalleryProgress: Equatable {
    package let count: Int
    package let phase: GalleryPhase

    /// Whether no further page will load by itself.
    package var isComplete: Bool {
        switch phase {
        case .idle, .loadingFirst, .loadingMore, .loaded(end: false): false
        case .loaded(end: true), .empty, .failed: true
        }
    }

    package init(_ model: GalleryModel) {
        count = model.count
        phase = model.phase
    }
}
