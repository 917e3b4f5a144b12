// Photos made from image files: name, version, stamp and paging.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// What a directory entry's status says of a file.
struct FileStatus: Equatable {
    let stamp: FileStamp
    /// Changes when the content does, as far as that is known, or the turn that is kept of it (`FileVersion`). There
    /// are only 32 bits, because a list of a million photos holds as many versions and little else.
    let fingerprint: UInt32

    init(stamp: FileStamp, fingerprint: UInt32) { (self.stamp, self.fingerprint) = (stamp, fingerprint) }

    /// - Parameters:
    ///   - sidecar: The fingerprint of the photo's sidecars; 0 without one.
    ///   - quarterTurns: The turn of the photo that is kept elsewhere than in the file.
    ///   - revision: see `FileStamp.fingerprint`.
    init(_ status: stat, sidecar: UInt32 = 0, quarterTurns: Int = 0, revision: UInt32 = 0) {
        var stamp = FileStamp(status)
        stamp.sidecar = sidecar
        stamp.note(quarterTurns: quarterTurns)
        self.stamp = stamp
        fingerprint = FileVersion.fingerprint(stamp.fingerprint(revision: revision), turnedBy: quarterTurns)
    }
}

/// Photos for files.
enum PhotoFile {
    private static let finder = SidecarFinder()

    /// Returns the fingerprint of the sidecars of the photo at `path`; 0 where it has none.
    static func sidecar(of path: FilePath) -> UInt32 { finder.fingerprint(of: path.text) }

    /// Returns the photo for the file at `path`. A file whose status cannot be read is listed as well; its tile shows
    /// the reason. Reads the status, so it belongs on a thread that may block on a disk.
    static func listed(
        _ id: PhotoID, path: FilePath, companions: [FileName] = [], turns: KeptTurns = .none
    ) -> ListedPhoto {
        let status = path.status.map { status in
            turns.fileStatus(status, sidecar: sidecar(of: path), of: path.text)
        }
        return listed(id, name: path.name, status: status, companions: companions)
    }

    /// Returns the photo for a file called `name` whose status is known, or could not be read.
    /// - Parameter companions: The names of the camera raw files that belong to it.
    static func listed(_ id: PhotoID, name: FileName, status: FileStatus?, companions: [FileName] = []) -> ListedPhoto {
        listed(id, name: name, fingerprint: status?.fingerprint, stamp: status?.stamp, companions: companions)
    }

    /// Returns the photo for a file called `name` of which as much is known.
    static func listed(
        _ id: PhotoID, name: FileName, fingerprint: UInt32?, stamp: FileStamp?, companions: [FileName]
    ) -> ListedPhoto {
        let version = fingerprint.map(FileVersion.text) ?? ""
        let photo = Photo(
            id: id, title: name.shown, version: version, badge: badge(of: name), companions: companions)
        return ListedPhoto(photo, stamp: stamp)
    }

    /// Returns what the name of a file says of its kind.
    private static func badge(of name: FileName) -> PhotoBadge? {
        guard let kind = name.lowercasedExtension else { return nil }
        if CameraRaw.extensions.contains(kind) { return .raw }
        return VideoFile.extensions.contains(kind) ? .video(seconds: nil) : nil
    }
}

/// The page sizes of file listings: a small first page, then pages large enough for their cost, then few large ones,
/// because every page lays the grid out anew.
enum FilePaging {
    static func count(at position: Int) -> Int { position == 0 ? 64 : position < 8_192 ? 512 : 4_096 }

    /// Returns the number of photos before the page that follows `cursor`.
    static func position(after cursor: PageCursor?) -> Int { cursor.flatMap { Int($0.text) } ?? 0 }
}
