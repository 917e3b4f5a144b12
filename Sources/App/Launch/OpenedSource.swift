// The subject of the window: a source, and perhaps one photo of it to show first.
import CGTK
import Codecs
import Desktop
import Library
import PhotoSources
import Photos

/// A source to show, as the command line or the user named it.
nonisolated struct OpenedSource: Sendable {
    let source: any PhotoSource
    /// The photo to open first; nil to show the grid.
    var first: First?

    /// A photo that is opened before its source is listed.
    struct First: Sendable {
        let photo: Photo
        /// Returns the photo's index in the source, once the first page was requested; nil when the source does not
        /// list it.
        let index: @Sendable () async -> Int?
    }
}

extension OpenedSource {
    /// Returns a folder, all the images named, or one image with its folder behind it. Reads the file system, so it
    /// runs off the main thread.
    @concurrent nonisolated static func paths(
        _ paths: [FilePath], withSubfolders: Bool, withHidden: Bool, turns: KeptTurns = .none
    ) async -> OpenedSource {
        guard paths.count == 1, let path = paths.first else {
            return OpenedSource(source: FileListSource(paths: paths.map(\.text), turns: turns))
        }
        guard path.withC({ g_file_test($0, G_FILE_TEST_IS_REGULAR) }) != 0 else {
            let source = FolderSource(
                path: path.text, withSubfolders: withSubfolders, withHidden: withHidden, turns: turns)
            return OpenedSource(source: source)
        }
        let folder = FolderSource(around: path.text, withHidden: withHidden, turns: turns)
        if let photo = await folder.anchor {
            return OpenedSource(source: folder, first: OpenedSource.First(photo: photo) { await folder.anchorIndex })
        }
        // A file whose name folders do not list as an image is opened all the same.
        let alone = FileListSource(paths: [path.text], turns: turns)
        let photo = try? await alone.page(after: nil).photos.first
        return OpenedSource(source: alone, first: photo.map { photo in OpenedSource.First(photo: photo) { 0 } })
    }

    /// Returns images by their addresses; one alone is opened.
    nonisolated static func images(_ addresses: [String]) -> OpenedSource {
        let source = AddressListSource(addresses: addresses)
        let first = source.photos.count == 1 ? source.photos.first : nil
        return OpenedSource(source: source, first: first.map { photo in OpenedSource.First(photo: photo) { 0 } })
    }
}

/// A source whose listing always fails with a given reason.
struct FailedSource: PagedPhotoSource {
    let failure: LoadFailure

    var identity: SourceID { SourceID("failed") }
    var title: String { failure.culprit }
    func page(after cursor: PageCursor?) async throws -> Page { throw failure }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
