// What of a gallery shows in the window around its tiles.
import Browse

/// How far a gallery is listed, as one value that is read at once.
struct GalleryProgress: Equatable {
    let count: Int
    let phase: GalleryPhase

    init(_ model: GalleryModel) {
        count = model.photos.count
        phase = model.phase
    }
}
