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
}
