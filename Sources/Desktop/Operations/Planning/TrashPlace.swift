// Which trash a file goes to: that of the home folder, or one at the top of its file system.
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

    /// Returns the trash for a file, which is made where it is missing.
    /// - Throws: `SystemFailure`; ENOTSUP if there is no trash, or the user may not change it.
    mutating func place(for path: String, on device: Int) throws(SystemFailure) -> TrashPlace {
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
}
