// What of the things that are opened together gets a window of its own.
import Browse
import CGTK
import Codecs
import Photos

/// Windows for what another program, or another start, asks to open.
enum WindowSubjects {
    /// Most windows that one request opens.
    nonisolated static let mostWindows = 12

    /// Returns the subjects of the windows: one for each folder, and one for all files together. Reads the file system,
    /// so it runs off the main thread.
    @concurrent nonisolated static func split(_ subject: LaunchOptions.Subject) async -> [LaunchOptions.Subject] {
        guard case .paths(let paths) = subject, paths.count > 1 else { return [subject] }
        var folders: [LaunchOptions.Subject] = [], files: [FilePath] = []
        for path in paths {
            if path.withC({ g_file_test($0, G_FILE_TEST_IS_DIR) }) != 0 {
                folders.append(.paths([path]))
            } else {
                files.append(path)
            }
        }
        return Array(((files.isEmpty ? [] : [.paths(files)]) + folders).prefix(mostWindows))
    }
}
