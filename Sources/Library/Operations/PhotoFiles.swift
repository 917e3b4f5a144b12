// The files of one photo, which are moved, copied, renamed and deleted together.
import Photos

/// One photo as files: the one that is shown, and the camera raw files that belong to it.
public struct PhotoFiles: Hashable, Sendable {
    /// Absolute path of the file that is shown.
    public let path: String
    /// Names of the camera raw files in the same folder.
    public let companions: [String]

    public init(path: String, companions: [String] = []) {
        self.path = path
        self.companions = companions
    }

    /// The folder, with the slash at its end.
    public var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// Name of the file that is shown.
    public var name: String { FilePath.name(of: path) }
    /// Names of all files, the one that is shown first.
    public var names: [String] { [name] + companions }
}
