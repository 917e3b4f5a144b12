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

    /// Returns the facts of several files, in the order of their absolute paths; nil for each that cannot be opened, is
    /// not a regular file, or is not read because the calling task was cancelled.
    func facts(of paths: [String]) async -> [FileFacts?]
}

extension FactsReader {
    public func facts(of paths: [String]) async -> [FileFacts?] {
        var all: [FileFacts?] = []
        for path in paths { all.append(try? await facts(of: path)) }
        return all
    }
}
