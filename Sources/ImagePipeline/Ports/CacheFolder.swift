// The pipeline's port to files that are read and replaced as a whole. The adapter is in Desktop.
public import FoundationEssentials

/// A folder of files that belong to the user alone.
///
/// Isolation: callable from any thread; every call may block on the disk. Nothing throws: a file that cannot be read
/// counts as missing, and a write that fails returns false.
public protocol CacheFolder: Sendable {
    /// Returns the regular files, in no order. Empty when the folder is missing.
    func files() -> [PackFile]

    /// Returns all bytes of a file; nil when it is missing, not a regular file, or longer than `limit` bytes.
    func contents(_ name: String, limit: Int) -> Data?

    /// Replaces a file atomically: the data is written to a file of another name, flushed, then renamed. Creates the
    /// folder, with its parents, where it is missing. When it fails, nothing has changed.
    func replace(_ name: String, with data: Data) -> Bool

    func delete(_ name: String)

    /// Sets the modification time of a file, in seconds since 1970.
    func setModified(_ name: String, at time: Double)

    /// Runs `body` while no other object on the same folder, in this process or another, is inside such a call. Where
    /// the file system has no locks, or the folder cannot be written, `body` runs all the same.
    /// - Parameter body: receives whether another object may have changed the folder since the last such call of this
    ///   one; true the first time. A file deleted by hand within the same tick of the file system's clock is not
    ///   noticed.
    func exclusively<Result>(_ body: (_ isChanged: Bool) -> Result) -> Result
}
