// Telling a folder from pictures: the command line names both in the same way.
import CDesktop
import Desktop
import Photos

/// Makes the source for paths that a person named.
nonisolated enum PathSource {
    /// One folder, or all the pictures named. Asks the file system, so it runs off the main thread.
    @concurrent static func source(for paths: [String]) async -> any PhotoSource {
        if paths.count == 1, g_file_test(paths[0], G_FILE_TEST_IS_REGULAR) == 0 { return FolderSource(path: paths[0]) }
        return FileListSource(paths: paths)
    }
}
