// Title, progress and failure of a gallery, as shown in the window around its tiles.
import Browse

/// Progress of a gallery's listing: count and phase as one value.
struct GalleryProgress: Equatable {
    let count: Int
    let phase: GalleryPhase

    /// Whether no further page will load by itself.
    var isComplete: Bool {
        switch phase {
        case .idle, .loadingFirst, .loadingMore, .loaded(end: false): false
        case .loaded(end: true), .empty, .failed: true
        }
    }

    init(_ model: GalleryModel) {
        count = model.count
        phase = model.phase
    }
}
