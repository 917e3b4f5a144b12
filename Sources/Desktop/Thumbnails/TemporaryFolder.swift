// A folder for the files of one piece of work, for the user alone.
import CGLib
import Codecs
import Glibc
import Photos

/// A folder below the system's folder for temporary files. Its owner removes it.
struct TemporaryFolder: Sendable {
    let path: String

    /// Creates the folder; nil where the system cannot.
    init?() {
        guard let path = FilePath.take(g_dir_make_tmp("tessera-XXXXXX", nil)) else { return nil }
        self.path = path
    }

    /// Removes the folder with everything in it. Links are not followed.
    func remove() { Self.remove(path, depth: 0) }

    /// Folders within folders that are removed; a program that makes more leaves them behind.
    private static let mostDepth = 16

    private static func remove(_ path: String, depth: Int) {
        guard FilePath.withC(path, unlink) != 0, depth < mostDepth else { return }
        if let folder = FilePath.withC(path, { g_dir_open($0, 0, nil) }) {
            var names: [String] = []
            while let name = g_dir_read_name(folder).map({ FilePath.text($0) }) { names.append(name) }
            g_dir_close(folder)
            for name in names { remove(path + "/" + name, depth: depth + 1) }
        }
        _ = FilePath.withC(path, rmdir)
    }
}
