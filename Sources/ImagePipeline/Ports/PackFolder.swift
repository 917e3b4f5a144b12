// The pipeline's port to files that are read in the middle and written at their end. The adapter is in Desktop.

/// A folder of pack files.
///
/// Isolation: called from one executor, one call at a time; every call may block on the disk. Nothing throws: what cannot
/// be read is empty, what cannot be written says false.
public protocol PackFolder: Sendable {
    /// Takes the folder for writing, and creates it, with its parents, where it is missing. It stays taken until this
    /// object is gone or its process has ended, however that ends, or until somebody deletes it. False when someone else
    /// has it or when it cannot be written; true again once it is taken.
    func claim() -> Bool

    /// Whether the folder is still taken: nobody has deleted it meanwhile.
    var isClaimed: Bool { get }

    /// As `CacheFolder.restrict`.
    func restrict(_ isOurs: (String) -> Bool)

    /// The files that are there, in no order. None when the folder is missing.
    func files() -> [PackFile]

    /// The bytes of a file from `offset` on, at most `count`; fewer where it ends, none where it is missing.
    func read(_ name: String, at offset: Int, count: Int) -> [UInt8]

    /// Writes bytes at an offset; at offset 0 the file is created where it is missing. When it fails, any part of the
    /// bytes may be there.
    func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool

    /// Cuts a file.
    func truncate(_ name: String, to size: Int) -> Bool

    /// Deletes a file.
    func delete(_ name: String)

    /// Makes now the time of a file's modification.
    func touch(_ name: String)
}

/// One file of a `PackFolder`.
public struct PackFile: Sendable {
    public let name: String
    /// Bytes.
    public let size: Int
    /// Time of modification in nanoseconds since 1970; only its order means something here.
    public let modified: Int

    public init(name: String, size: Int, modified: Int) {
        self.name = name
        self.size = size
        self.modified = modified
    }
}
