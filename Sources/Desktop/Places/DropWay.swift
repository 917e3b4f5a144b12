// What is done with files that are dropped on a folder, if the user's keys do not say.
import Codecs
import Glibc
public import Photos

/// What file managers do with files: move them within a file system, and copy them from another one.
public enum DropWay: Hashable, Sendable {
    case move
    /// Also where the user asks for a move, of what is in the trash: its note would be left.
    case copy(always: Bool)
    /// There is nothing but folders.
    case none

    /// Looks at the files, off the main thread. What is not there is copied, which says so.
    /// - Parameters:
    ///   - paths: Absolute paths of what was dropped.
    ///   - folder: Absolute path of the folder.
    @concurrent public static func of(_ paths: [FilePath], to folder: FilePath) async -> DropWay {
        if let share = Self.share(of: folder), paths.allSatisfy({ Self.share(of: $0) == share }) { return .move }
        let states = paths.map(\.status)
        if states.allSatisfy({ $0?.isFolder == true }) { return .none }
        let device = folder.status?.st_dev
        if paths.contains(where: isTrashed) { return .copy(always: true) }
        return device != nil && states.allSatisfy { $0?.st_dev == device } ? .move : .copy(always: false)
    }

    /// What is a file system on a share: by SMB a server has several, by the first name of the path.
    private static func share(of path: FilePath) -> ShareAddress? {
        guard let address = ShareAddress(path) else { return nil }
        guard address.scheme == "smb", let name = address.path(below: address.root).names.first else {
            return address.root
        }
        return address.root.appending(path: FilePath(name.text))
    }

    private static func isTrashed(_ path: FilePath) -> Bool {
        let folder = path.parent.parent
        return path.parent.name == "files" && (folder.text == TrashPlaces.userPath || TrashPlaces.isTop(folder))
    }
}
