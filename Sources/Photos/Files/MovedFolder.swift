// A folder that has another path, and what has moved with it.

/// A folder whose path has changed, with the paths of all that is in it.
public struct MovedFolder: Hashable, Sendable {
    /// The absolute path that the folder had, without a slash at its end.
    public let from: FilePath
    /// The absolute path that it has.
    public let to: FilePath

    public init(from: FilePath, to: FilePath) {
        self.from = from
        self.to = to
    }

    /// Returns the path that a file or folder has now; nil for one that has not moved.
    public func path(of path: FilePath) -> FilePath? {
        if path.trimmed == from { return to }
        return path.relative(to: from).map { to.appending(path: $0) }
    }
}
