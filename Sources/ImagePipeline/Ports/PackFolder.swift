// The pipeline's port to files that are read at any offset and appended to. The adapter is in Desktop.

/// A folder of pack files.
///
/// Isolation: called from one executor, one call at a time; every call may block on the disk. Nothing throws: a read
/// that fails returns no bytes, and a write that fails returns false.
public protocol PackFolder: Sendable {
    /// Claims the folder for writing, and creates it, with its parents, where it is missing. The claim ends with this
    /// object or its process, however that ends, or when the folder is deleted. Returns false when another object holds
    /// the claim or the folder cannot be written; true again on later calls while the claim lasts.
    func claim() -> Bool

    /// Whether the folder is still claimed: it has not been deleted meanwhile.
    var isClaimed: Bool { get }

    /// Returns the files, in no order. Empty when the folder is missing.
    func files() -> [PackFile]

    /// Returns at most `count` bytes of a file from `offset` on; fewer at its end, none where it is missing.
    func read(_ name: String, at offset: Int, count: Int) -> [UInt8]

    /// Writes bytes at an offset; at offset 0 the file is created where it is missing. When it fails, any part of the
    /// bytes may have been written.
    func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool

    /// Truncates a file.
    func truncate(_ name: String, to size: Int) -> Bool

    /// Deletes a file.
    func delete(_ name: String)

    /// Sets the modification time of a file to now.
    func touch(_ name: String)
}

/// One file of a `PackFolder` or a `CacheFolder`.
public struct PackFile: Sendable {
    public let name: String
    /// Size in bytes.
    public let size: Int
    /// Modification time in nanoseconds since 1970; used only to order files.
    public let modified: Int

    public init(name: String, size: Int, modified: Int) {
        self.name = name
        self.size = size
        self.modified = modified
    }
}
