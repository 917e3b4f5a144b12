// Photos made from image files: name, version and paging.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// Photos for files. Their status is read, so the calls belong on threads that may block on a disk.
enum PhotoFile {
    /// Returns the photo for the file at `path`. A file whose status cannot be read is listed as well; its tile shows
    /// the reason.
    static func photo(id: PhotoID, path: String) -> Photo {
        let version = FilePath.status(of: path).map(version(of:)) ?? ""
        return Photo(id: id, title: FilePath.shown(FilePath.name(of: path)), version: version)
    }

    /// Returns eight hexadecimal digits that change when the file's time of modification or its length does.
    /// Nanoseconds and length are included, because a file may be written twice within a second. The digits hold only
    /// 32 bits, because a list of a million photos holds as many versions and little else; one change in 2³² goes
    /// unnoticed.
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

/// The page sizes of file listings: a small first page, then pages large enough for their cost, then few large ones,
/// because every page lays the grid out anew.
enum FilePaging {
    static func count(at position: Int) -> Int { position == 0 ? 64 : position < 8_192 ? 512 : 4_096 }

    /// Returns the number of photos before the page that follows `cursor`.
    static func position(after cursor: PageCursor?) -> Int { cursor.flatMap { Int($0.text) } ?? 0 }
}
