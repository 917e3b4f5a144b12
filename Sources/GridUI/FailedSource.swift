// A source that could not be made: its page says why and offers the ways out.
import Photos

/// Stands for something that was asked for and is not there; listing it fails with the reason, again and again.
struct FailedSource: PhotoSource {
    let failure: LoadFailure

    var identity: SourceID { SourceID("failed") }
    var title: String { failure.culprit }
    func page(after cursor: PageCursor?) async throws -> Page { throw failure }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.text) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.text) }
}
