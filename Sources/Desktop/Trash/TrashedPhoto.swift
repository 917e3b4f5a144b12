// A photo in the trash: its files there, and where each of them was.
public import Photos

/// One file in a trash.
public struct TrashedFile: Hashable, Sendable {
    /// Absolute path in the trash.
    public let path: FilePath
    /// Absolute path of the note about it.
    public let note: FilePath
    /// Absolute path at which it was.
    public let origin: FilePath
    /// When it was moved there, by local time as the note has it: `YYYY-MM-DDThh:mm:ss`.
    public let date: String
}

/// A photo in the trash, with the files that belong to it and came there with it.
public struct TrashedPhoto: Hashable, Sendable {
    /// The file that is shown.
    public let file: TrashedFile
    /// The others: raw files, sidecars, the video of a Live Photo.
    public let companions: [TrashedFile]

    public var files: [TrashedFile] { [file] + companions }
    /// Absolute path of the folder in which it was.
    public var folder: FilePath { file.origin.parent }
}
