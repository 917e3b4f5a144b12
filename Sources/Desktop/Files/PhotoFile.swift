// Photos made from image files: name, version, stamp and paging.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// What a directory entry's status says of a file.
struct FileStatus: Equatable {
    let stamp: FileStamp
    /// 32 bits that change when the time of modification or the length does. Nanoseconds and length are included, because
    /// a file may be written twice within a second. There are only 32, because a list of a million photos holds as many
    /// versions and little else; one change in 2³² goes unnoticed.
    let fingerprint: UInt32

    init(_ status: stat) {
        stamp = FileStamp(status)
        var mixed: UInt64 = 0
        for part in [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)] {
            var mixer = SplitMix(seed: mixed ^ UInt64(bitPattern: Int64(part)))
            mixed = mixer.next()
        }
        fingerprint = UInt32(mixed >> 32)
    }
}

/// Photos for files.
enum PhotoFile {
    /// Returns the photo for the file at `path`. A file whose status cannot be read is listed as well; its tile shows
    /// the reason. Reads the status, so it belongs on a thread that may block on a disk.
    static func listed(_ id: PhotoID, path: String) -> ListedPhoto {
        listed(id, name: FilePath.name(of: path), status: FilePath.status(of: path).map(FileStatus.init))
    }

    /// Returns the photo for a file called `name` whose status is known, or could not be read.
    static func listed(_ id: PhotoID, name: String, status: FileStatus?) -> ListedPhoto {
        let version = status.map { digits(of: $0.fingerprint) } ?? ""
        let photo = Photo(id: id, title: FilePath.shown(name), version: version, badge: badge(of: name))
        return ListedPhoto(photo, stamp: status?.stamp)
    }

    /// Returns what the name of a file says of its kind.
    private static func badge(of name: String) -> PhotoBadge? { CameraRaw.isName(name) ? .raw : nil }

    /// Returns eight hexadecimal digits.
    private static func digits(of fingerprint: UInt32) -> String {
        let digits = String(fingerprint, radix: 16)
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
