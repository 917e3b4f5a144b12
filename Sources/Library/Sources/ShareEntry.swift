// The port to files at a distance: whose answers are late and cost something, and may not come.
public import Photos

/// A file or folder on a share, as an enumeration of its folder says it.
public struct ShareEntry: Hashable, Sendable {
    public let name: FileName
    public let isFolder: Bool
    /// Whether it is a file that can be read, and no pipe or device.
    public let isRegular: Bool
    public let isLink: Bool
    /// Length in bytes.
    public let byteCount: Int64
    /// The time of the last change, in nanoseconds since 1970 UTC; 0 where it is not known.
    public let modified: Int64
    /// What the share says to tell two contents apart (an ETag); empty where it says nothing.
    public let tag: String

    public init(
        name: FileName, isFolder: Bool = false, isRegular: Bool = true, isLink: Bool = false, byteCount: Int64 = 0,
        modified: Int64 = 0, tag: String = ""
    ) {
        self.name = name
        self.isFolder = isFolder
        self.isRegular = isRegular
        self.isLink = isLink
        self.byteCount = byteCount
        self.modified = modified
        self.tag = tag
    }

    /// The same with another tag.
    public func with(tag: String) -> ShareEntry {
        ShareEntry(
            name: name, isFolder: isFolder, isRegular: isRegular, isLink: isLink, byteCount: byteCount,
            modified: modified, tag: tag)
    }
}
