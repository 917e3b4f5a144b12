// The files of one photo, which are moved, copied, renamed and deleted together.
public import Photos

/// One photo as files: the one that is shown, and the camera raw files that belong to it.
public struct PhotoFiles: Hashable, Sendable {
    /// Absolute path of the file that is shown.
    public let path: FilePath
    /// Names of the camera raw files in the same folder.
    public let companions: [FileName]

    public init(path: FilePath, companions: [FileName] = []) {
        self.path = path
        self.companions = companions
    }

    /// The folder, with the slash at its end.
    public var folder: String {
        guard let slash = path.text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path.text[...slash])
    }

    /// Name of the file that is shown.
    public var name: FileName { path.name }
    /// Names of all files, the one that is shown first.
    public var names: [FileName] { [name] + companions }
}
