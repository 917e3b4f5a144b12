// Which trash a file goes to, that of the home folder or one at the top of its file system, and under which name.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// A trash, as the freedesktop.org trash specification 1.0 has it.
struct TrashPlace: Hashable, Sendable {
    /// Absolute path of the folder with `files` and `info` in it.
    let path: String
    /// Top folder of the file system, below which the notes name files; nil for the trash in the home folder.
    let top: String?

    var files: String { path + "/files/" }
    var notes: String { path + "/info/" }
    static let noteEnding = ".trashinfo"
}

/// The trashes of the user, found once for each file system.
struct TrashPlaces {
    private let calls: FileSystemCalls
    private let home: String
    private var known: [Int: TrashPlace] = [:]

    /// - Parameter home: Path of the trash in the home folder.
    init(calls: FileSystemCalls, home: String) {
        self.calls = calls
        self.home = home
    }

    /// Whether a folder has the form of a trash of this user at the top of a file system.
    static func isTop(_ folder: FilePath) -> Bool {
        let user = String(getuid())
        return folder.name == FileName(".Trash-" + user)
            || (folder.name == FileName(user) && folder.parent.name == ".Trash")
    }

    /// The user's own trash.
    static var userPath: String { FilePath.text(g_get_user_data_dir()) + "/Trash" }

    /// Returns the note about a file that goes to the trash, and its name there. Neither name is in use.
    /// - Parameter isClaimed: Whether a note that is not there yet has a name.
    mutating func entry(
        for path: FilePath, _ stamp: EntryStamp, isClaimed: (FilePath) -> Bool
    ) throws(FileFailure) -> (note: FilePath, text: String, file: FilePath) {
        // Shares have none that programs here could use.
        if calls.isOnShare(path) { throw FileFailure(path, .noTrash) }
        let place: TrashPlace
        do {
            place = try self.place(for: path.text, on: stamp.device)
        } catch {
            throw error.code == ENOTSUP ? FileFailure(path, .noTrash) : FileFailure(path, error)
        }
        // The folder's real name, by which the trash finds it again.
        let folder = path.parent.text
        let real = FilePath(FilePath.withC(folder) { FilePath.take(realpath($0, nil)) } ?? folder)
        let origin = real.appending(path.name)
        let text = TrashNote.text(path: TrashNote.path(origin.text, below: place.top), date: Self.now())
        var number = 1
        while true {
            // Many files of one name: by chance rather than one after another.
            let suffix = number == 1 ? "" : number < 10 ? ".\(number)" : ".\(UInt32.random(in: 10 ... .max))"
            let name = path.name.inserting(suffix, withRoomFor: TrashPlace.noteEnding)
            let note = FilePath(place.notes).appending(name + TrashPlace.noteEnding)
            let file = FilePath(place.files).appending(name)
            let isTaken = try onFile(path) { () throws(SystemFailure) in
                if isClaimed(note) { return true }
                if try calls.statusIfPresent(note) != nil { return true }
                return try calls.statusIfPresent(file) != nil
            }
            if !isTaken { return (note, text, file) }
            number += 1
        }
    }

    /// Returns the trash for a file, which is made where it is missing.
    /// - Throws: `SystemFailure`; ENOTSUP if there is no trash, or the user may not change it.
    private mutating func place(for path: String, on device: Int) throws(SystemFailure) -> TrashPlace {
        if let known = known[device] { return known }
        do {
            let place = try find(for: path, on: device)
            known[device] = place
            return place
        } catch let error where [EACCES, EPERM, EROFS].contains(error.code) {
            throw SystemFailure(ENOTSUP)
        }
    }

    private func find(for path: String, on device: Int) throws(SystemFailure) -> TrashPlace {
        if try isHome(on: device) {
            let place = TrashPlace(path: home, top: nil)
            try prepare(place)
            return place
        }
        let top = try top(of: path, on: device)
        let below = top == "/" ? "" : top, user = getuid()
        if let shared = try? calls.status(below + "/.Trash"), shared.kind == .folder, shared.isSticky {
            let place = TrashPlace(path: below + "/.Trash/\(user)", top: top)
            if (try? prepare(place)) != nil { return place }
        }
        let own = TrashPlace(path: below + "/.Trash-\(user)", top: top)
        try prepare(own)
        return own
    }

    /// Whether the trash in the home folder is on a file system; false where there is no such folder.
    private func isHome(on device: Int) throws(SystemFailure) -> Bool {
        let folder = FilePath.folder(of: home)
        if try calls.statusIfPresent(folder) == nil { FilePath.withC(folder) { _ = g_mkdir_with_parents($0, 0o700) } }
        return try calls.statusIfPresent(folder + "/.")?.stamp.device == device
    }

    /// Makes the folders of a trash. A folder of another user, or a link, is not accepted as a trash.
    private func prepare(_ place: TrashPlace) throws(SystemFailure) {
        for folder in [place.path, place.path + "/files", place.path + "/info"] {
            do {
                try calls.makeFolder(folder, mode: 0o700)
            } catch let error where error.code == EEXIST {
                let status = try calls.status(folder)
                guard status.kind == .folder, status.owner == getuid() else { throw SystemFailure(ENOTSUP) }
            }
        }
    }

    /// Returns the highest folder above a file that is on its file system.
    private func top(of path: String, on device: Int) throws(SystemFailure) -> String {
        let folder = FilePath.folder(of: path)
        var top = FilePath.withC(folder) { FilePath.take(realpath($0, nil)) } ?? folder
        while top != "/" {
            let above = FilePath.folder(of: top)
            guard try calls.status(above).stamp.device == device else { break }
            top = above
        }
        return top
    }

    /// The local time as the trash writes it.
    private static func now() -> String {
        var seconds = time(nil), parts = tm()
        localtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let date = [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2), padded(parts.tm_mday, 2)]
        let clock = [padded(parts.tm_hour, 2), padded(parts.tm_min, 2), padded(parts.tm_sec, 2)]
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":")
    }
}
