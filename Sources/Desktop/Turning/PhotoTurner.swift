// The turn of one photo for good: in its file, or else in the user's own database.
import CGLib
import Codecs
import Glibc
import PhotoFormats
import Photos

/// A photo that was turned.
public struct PhotoTurn: Hashable, Sendable {
    /// What keeps it.
    public enum Place: Hashable, Sendable {
        /// The file's own orientation.
        case file
        /// The user's own database, because files of the format keep no orientation that could be changed.
        case databaseByFormat
        /// The user's own database, because file or folder can only be read.
        case databaseReadOnly
    }

    /// Absolute path of the file.
    public let path: String
    /// Clockwise, 1…3.
    public let quarters: Int
    public let place: Place
    /// The versions of the photo (`FileVersion`) before and after.
    public let before: String
    public let after: String
    /// What the turn has changed, to take it back.
    public let change: KeptChange
}

/// Turns photos, one at a time. Blocks on the disk.
struct PhotoTurner: Sendable {
    let store: MarkStore
    var replacement = FileReplacement()
    /// Those of contents; nil for none.
    var revisions: FileRevisions?

    /// Turns the photo in the file at an absolute path clockwise, counter-clockwise where negative. What the database
    /// has kept of it so far goes into the file with it where that is possible. A file that another program changes
    /// meanwhile is read again.
    /// - Throws: `FileFailure`, after which the photo is as it was.
    func turn(_ path: String, by quarters: Int) throws(FileFailure) -> PhotoTurn {
        for _ in 1..<Self.mostTries {
            do {
                return try turnOnce(path, by: quarters)
            } catch let error where error.reason == .changed {
                continue
            }
        }
        return try turnOnce(path, by: quarters)
    }

    /// Writes the turn that the database keeps of a photo into its file, where that is possible.
    /// - Returns: What was changed; nil for nothing.
    func settle(_ path: String) -> KeptChange? {
        guard keptTurn(of: path) != 0, let turn = try? turn(path, by: 0), turn.place == .file else { return nil }
        return turn.change
    }

    /// Takes a turn back, byte for byte.
    /// - Returns: The turn that leads forward again.
    /// - Throws: `FileFailure`, `.changed` where the photo is no longer what was turned.
    func takeBack(_ turn: PhotoTurn) throws(FileFailure) -> PhotoTurn {
        let change = try takeBack(turn.change)
        guard let status = FilePath.status(of: turn.path) else { throw FileFailure(turn.path, .missing) }
        let kept = KeptTurns(store: store).quarters(of: turn.path, status)
        return PhotoTurn(
            path: turn.path, quarters: -turn.quarters & 3, place: turn.place, before: turn.after,
            after: version(turn.path, status, turnedBy: kept), change: change)
    }

    /// Takes what a turn has changed back.
    /// - Returns: The change that leads forward again.
    /// - Throws: `FileFailure`, `.changed` where the photo is no longer what was turned.
    func takeBack(_ change: KeptChange) throws(FileFailure) -> KeptChange {
        try change.takenBack(by: replacement, store)
    }

    private static let mostTries = 4

    private func turnOnce(_ path: String, by quarters: Int) throws(FileFailure) -> PhotoTurn {
        guard let status = FilePath.status(of: path) else { throw FileFailure(path, SystemFailure(errno)) }
        guard status.isRegular else { throw FileFailure(path, .isNoFile) }
        guard let found = OrientationFinding(inFile: path) else { throw FileFailure(path, SystemFailure(errno)) }
        guard found.stamp == FileStamp(status) else { throw FileFailure(path, .changed) }
        let row = store.row(of: path, found.stamp), kept = row?.entry.quarterTurns ?? 0
        let whole = (kept + quarters) & 3
        let before = version(path, status, turnedBy: kept)
        func turn(_ place: PhotoTurn.Place, _ after: String, _ change: KeptChange) -> PhotoTurn {
            PhotoTurn(
                path: path, quarters: quarters & 3, place: place, before: before, after: after, change: change)
        }
        if let tag = found.tag, isWritable(path, status),
            let written = try write(tag, of: path, found.stamp, turning: whole)
        {
            let now = FilePath.status(of: path) ?? status
            let row = store.noteTurned(path, row, to: FileStamp(now))
            // Where nothing was to be changed nothing has.
            let change = KeptChange(written.file, row) ?? .database(.init(FilePath(path), from: nil, to: nil))
            return turn(.file, version(path, now, turnedBy: 0), change)
        }
        do {
            let row = try store.keep(quarterTurns: whole, of: path, found.stamp)
            let place: PhotoTurn.Place = found.tag == nil ? .databaseByFormat : .databaseReadOnly
            return turn(place, version(path, status, turnedBy: whole), .database(row))
        } catch {
            throw FileFailure(path, .notKept(DatabaseFailure.message(of: error)))
        }
    }

    /// The clockwise quarter turns that the database keeps of the photo in a file.
    func keptTurn(of path: String) -> Int {
        FilePath.status(of: path).map { KeptTurns(store: store).quarters(of: path, $0) } ?? 0
    }

    /// Writes the turned orientation into the file.
    /// - Returns: What was changed in the file, nil for nothing; nil where the file or its folder can only be read.
    private func write(
        _ tag: OrientationTag, of path: String, _ stamp: FileStamp, turning quarters: Int
    ) throws(FileFailure) -> (file: FileChange?, Void)? {
        // The file lies as it is to be seen, and only the database says otherwise.
        if quarters == 0 { return (nil, ()) }
        let change = tag.change(turning: quarters)
        do {
            return (try replacement.splice(change.bytes, in: change.range, of: FilePath(path), expected: stamp), ())
        } catch let error where error.isReadOnly {
            return nil
        } catch let error where error == .changed {
            throw FileFailure(path, .changed)
        } catch {
            throw FileFailure(path, SystemFailure(error.code))
        }
    }

    /// Whether the user means the file to be written to: a folder would let it be replaced all the same.
    private func isWritable(_ path: String, _ status: stat) -> Bool {
        status.st_mode & 0o222 != 0 && FilePath.withC(path) { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
    }

    /// The version under which the file at an absolute path is listed.
    func version(_ path: String, _ status: stat, turnedBy quarters: Int) -> String {
        let turns = KeptTurns(store: store, revisions: revisions)
        return FileVersion.text(
            FileStatus(status, quarterTurns: quarters, revision: turns.revision(of: path, status)).fingerprint)
    }
}
