// One picture file as a photo: its name and its version.
import CDesktop
import Glibc
import Photos

/// Makes photos of files. Looks at the file's status, so it belongs on threads that may wait for a disk.
enum PhotoFile {
    /// The photo for the file at `path`. A file whose status cannot be read is listed all the same; its tile says why.
    static func photo(id: PhotoID, path: String) -> Photo {
        let version = FilePath.status(of: path).map(version(of:)) ?? ""
        return Photo(id: id, title: FilePath.shown(FilePath.name(of: path)), version: version)
    }

    /// Eight hexadecimal digits that change when the file's time of modification or its length does. Nanoseconds and
    /// length, because a file may be written twice within a second; 32 bits of both, because a list of a million photos
    /// holds as many of them and little else, and one change in 2³² goes unseen.
    static func version(of status: stat) -> String {
        var mixed: UInt64 = 0
        for part in [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)] {
            var mixer = SplitMix(seed: mixed ^ UInt64(bitPattern: Int64(part)))
            mixed = mixer.next()
        }
        let digits = String(mixed >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// How listings of files are cut into pages: a first screen at once, then pages that are worth a trip, then few large
/// ones, because every page lays the grid out anew.
enum FilePaging {
    static func count(at position: Int) -> Int { position == 0 ? 64 : position < 8_192 ? 512 : 4_096 }

    /// How many photos lie before the page that follows `cursor`.
    static func position(after cursor: PageCursor?) -> Int { cursor.flatMap { Int($0.text) } ?? 0 }
}
