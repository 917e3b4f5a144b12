// One picture file as a photo: its name, its version, its URI.
import CDesktop
import Glibc
import Photos

/// Makes photos of files. Looks at the file's status, so it belongs on threads that may wait for a disk.
enum PhotoFile {
    /// The photo for the file at `path`. A file whose status cannot be read is listed all the same; its tile says why.
    static func photo(id: PhotoID, path: String) -> Photo {
        var status = stat()
        // Nanoseconds and length, because a file may be written twice within a second.
        let version =
            stat(path, &status) == 0
            ? "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_size)" : ""
        return Photo(
            id: id, title: takeText(g_path_get_basename(path)) ?? path, link: takeText(g_filename_to_uri(path, nil, nil)),
            version: version)
    }

    /// The absolute form of a path that a person typed; symbolic links stay as they are.
    static func absolute(_ path: String) -> String { takeText(g_canonicalize_filename(path, nil)) ?? path }
}

/// How listings of files are cut into pages: a first screen at once, then pages that are worth a trip.
enum FilePaging {
    static func count(at position: Int) -> Int { position == 0 ? 64 : 512 }

    /// How many photos lie before the page that follows `cursor`.
    static func position(after cursor: PageCursor?) -> Int { cursor.flatMap { Int($0.text) } ?? 0 }
}
