// The source for paths on the command line, which names folders and images in the same way.
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Sources for paths that the user named.
nonisolated enum PathSource {
    /// Returns a folder, all the images named, or one image with its folder behind it. Reads the file system, so it
    /// runs off the main thread.
    @concurrent static func opening(for paths: [String]) async -> Opening {
        guard paths.count == 1, let path = paths.first else { return Opening(source: FileListSource(paths: paths)) }
        guard FilePath.withC(path, { g_file_test($0, G_FILE_TEST_IS_REGULAR) }) != 0 else { return Opening(source: FolderSource(path: path)) }
        let folder = FolderSource(around: path)
        if let photo = await folder.anchor {
            return Opening(source: folder, first: Opening.First(photo: photo) { await folder.anchorPlace })
        }
        // A file whose name folders do not list as an image is opened all the same.
        let alone = FileListSource(paths: [path])
        let photo = try? await alone.page(after: nil).photos.first
        return Opening(source: alone, first: photo.map { photo in Opening.First(photo: photo) { 0 } })
    }
}
