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
    /// The photo to open, which is known before the source is listed; nil to show the grid.
    var photo: ListedPhoto?
}

extension OpenedSource {
    /// Returns a folder, all the images named, or one image among the files beside it: subfolders are left out, because
    /// the user who opens one image does not mean them. Reads the file system, so it runs off the main thread.
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
        let file = path.absolute
        let folder = FolderSource(path: file.folder.text, withSubfolders: false, withHidden: withHidden, turns: turns)
        if let photo = await folder.photo(of: file.name) { return OpenedSource(source: folder, photo: photo) }
        // A file whose name folders do not list as an image is opened all the same.
        let alone = FileListSource(paths: [file.text], turns: turns)
        return OpenedSource(source: alone, photo: await alone.look(for: [PhotoID(file.text)]).first)
    }

    /// Returns the folder on a share, or the image with the files beside it. Connects the share where that is needed.
    /// - Throws: `LoadFailure`, or `CancellationError`.
    nonisolated static func share(
        _ address: ShareAddress, withSubfolders: Bool, withHidden: Bool, shares: ShareClient,
        sidecars: ShareSidecars, catalogue: Catalogue
    ) async throws -> OpenedSource {
        func source(_ address: ShareAddress, isDeep: Bool) -> ShareSource {
            ShareSource(
                address, withSubfolders: isDeep, withHidden: withHidden, shares: shares, listings: catalogue,
                sidecars: sidecars)
        }
        // Most addresses are those of folders, and a question would cost a round trip.
        guard let folder = address.folder, ShareSource.isOfPhoto(address), let file = try await shares.file(at: address)
        else { return OpenedSource(source: source(address, isDeep: withSubfolders)) }
        return OpenedSource(source: source(folder, isDeep: false), photo: ShareSource.photo(of: file))
    }

    /// Returns images by their addresses; one alone is opened.
    nonisolated static func images(_ addresses: [String]) -> OpenedSource {
        let source = AddressListSource(addresses: addresses)
        let only = source.photos.count == 1 ? source.photos.first : nil
        return OpenedSource(source: source, photo: only.map { ListedPhoto($0) })
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
