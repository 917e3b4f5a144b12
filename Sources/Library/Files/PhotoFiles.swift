// The files of one photo, which are moved, copied, renamed and deleted together.
public import Photos

/// One photo as files: the one that is shown, and what belongs to it as far as it was named.
///
/// What else belongs to it is found when an operation is carried out (`Belongings`): its camera raw files, its
/// sidecars and its other companions as they are then.
public struct PhotoFiles: Hashable, Sendable {
    /// Absolute path of the file that is shown.
    public let path: FilePath
    /// Names of files in the same folder that go with it in any case.
    public let companions: [FileName]
    /// Whether it is a photo; false for a file that was named beside photos and belongs to none of them.
    public let isPhoto: Bool

    public init(path: FilePath, companions: [FileName] = [], isPhoto: Bool = true) {
        self.path = path
        self.companions = companions
        self.isPhoto = isPhoto
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
