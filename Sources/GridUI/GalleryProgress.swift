// What of a gallery shows in the window around its tiles.
import Browse

/// How far a gallery is listed, as one value that is read at once.
struct GalleryProgress: Equatable {
    let count: Int
    let phase: GalleryPhase

    /// Whether no further page will come by itself.
    var isComplete: Bool {
        switch phase {
        case .idle, .loadingFirst, .loadingMore, .loaded(end: false): false
        case .loaded(end: true), .empty, .failed: true
        }
    }

    init(_ model: GalleryModel) {
        count = model.photos.count
        phase = model.phase
    }
}
