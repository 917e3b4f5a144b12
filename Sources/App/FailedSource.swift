// The source in place of one that could not be made, so that its page shows the reason and offers ways out.
import Library
import Photos

/// A source whose listing always fails with a given reason.
struct FailedSource: PagedPhotoSource {
    let failure: LoadFailure

    var identity: SourceID { SourceID("failed") }
    var title: String { failure.culprit }
    func page(after cursor: PageCursor?) async throws -> Page { throw failure }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.text) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.text) }
}
