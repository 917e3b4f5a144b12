// What the properties of a folder say.
public import Photos

/// What the disk says of a folder itself.
public struct FolderFacts: Hashable, Sendable {
    /// The time of its last change by the machine's clock; nil for a year that has not four digits.
    public let changed: WallTime?
    /// Bytes that are free where it is; nil where the system does not say.
    public let freeBytes: Int?
    /// Whether files can be made in it.
    public let isWritable: Bool
}

/// What is in a folder, at any depth.
public struct FolderTotals: Hashable, Sendable {
    /// Photos and videos; a raw file with its JPEG is one.
    public var photos = 0
    public var files = 0
    public var folders = 0
    /// Lengths of all files together.
    public var bytes = 0

    public init() {}
}
