// The pipeline's port to files that are read whole and replaced whole. The adapter is in Desktop.
public import FoundationEssentials

/// A folder of files that belong to the user alone.
///
/// Isolation: callable from any thread; every call may block on the disk. Nothing throws: what cannot be read is not
/// there, what cannot be written says false.
public protocol CacheFolder: Sendable {
    /// The regular files that are there, in no order. None when the folder is missing.
    func files() -> [PackFile]

    /// All bytes of a file; nil when it is missing, no regular file, or longer than `limit` bytes.
    func contents(_ name: String, limit: Int) -> Data?

    /// Puts a file in the place of the one that is there, in one step: complete in a file of another name, flushed, then
    /// renamed. Creates the folder, with its parents, where it is missing. When it fails, nothing has changed.
    func replace(_ name: String, with data: Data) -> Bool

    func delete(_ name: String)

    /// Sets the time of a file's modification, in seconds since 1970.
    func setModified(_ name: String, at time: Double)

    /// Runs `body` while no other object on the same folder, in this process or another, is within such a call. Where
    /// the file system has no locks, or the folder cannot be written, `body` runs all the same.
    /// - Parameter body: Gets whether somebody else may have changed the folder since the last such call of this object;
    ///   true the first time. Not told: what was deleted by hand within the same tick of the file system's clock.
    func exclusively<Result>(_ body: (_ isChanged: Bool) -> Result) -> Result

    /// Takes the permissions of other users from the files that `isOurs` names, and from the folder itself when it holds
    /// nothing else: a folder that somebody keeps other things in stays as it is.
    func restrict(_ isOurs: (String) -> Bool)
}
