// The port to what files say about themselves.
public import Photos

/// A reader of the facts that image files state about themselves.
///
/// Isolation: callable from any thread; waits for the disk on a thread of its own.
public protocol FactsReader: Sendable {
    /// Returns the facts of the file at an absolute path; nil when it cannot be opened or is not a regular file.
    /// Cancelling the calling task prevents the file from being read.
    /// - Throws: `CancellationError`.
    func facts(of path: String) async throws -> FileFacts?

    /// Returns what names the file that lies at a path below the root of an indexer, in the calls above and below.
    func name(of path: FilePath, below root: String) -> String

    /// Returns the facts of several files, in the order of their absolute paths; nil for each that cannot be opened, is
    /// not a regular file, or is not read because the calling task was cancelled.
    func facts(of paths: [String]) async -> [FileFacts?]
}

extension FactsReader {
    /// The absolute path. A path that is absolute by itself, as in a list of files, is not below the root.
    public func name(of path: FilePath, below root: String) -> String {
        path.isAbsolute ? path.text : FilePath(root).appending(path: path).text
    }

    public func facts(of paths: [String]) async -> [FileFacts?] {
        var all: [FileFacts?] = []
        for path in paths { all.append(try? await facts(of: path)) }
        return all
    }
}
