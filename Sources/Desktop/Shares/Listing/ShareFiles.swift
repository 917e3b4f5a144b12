// The port to files at a distance, whose answers are late and cost something, and may not come.
public import ImagePipeline
public import Library
public import Photos

/// Folders and files on shares.
///
/// Isolation: callable from any task; no call blocks its caller's thread, each has a limit of time, and each ends soon
/// after its task was cancelled. Errors are `LoadFailure` with the name of the folder or file, or `CancellationError`.
public protocol ShareFiles: Sendable {
    /// Reads a folder, and passes its entries on as they come.
    /// - Parameters:
    ///   - asks: Whether a share that is not connected is connected first, perhaps with a question to the user.
    ///   - take: Gets some entries; returns whether it wants more.
    func list(_ folder: ShareAddress, asks: Bool, _ take: @Sendable ([ShareEntry]) async throws -> Bool) async throws

    /// Returns what a file or folder is, once its share is connected.
    /// - Parameter asks: As for `list`.
    func entry(at address: ShareAddress, asks: Bool) async throws -> ShareEntry

    /// Reads a file whole; one above `limit` bytes is a failure.
    func whole(_ address: ShareAddress, limit: Int, ticket: FetchTicket) async throws -> EncodedBytes

    /// Reads the first `count` bytes of a file; fewer where it has fewer.
    /// - Parameter need: What they are read for, which decides whose turn it is.
    func beginning(of address: ShareAddress, count: Int, name: String, for need: ShareNeed) async throws -> EncodedBytes

    /// Takes what an earlier listing has said of the files of a folder.
    func note(_ entries: [ShareEntry], of folder: ShareAddress)

    /// Returns the length in bytes that a file was listed with last; nil where that is not known. The share's word.
    func length(of address: ShareAddress) -> Int?

    /// Returns a stream with an element each time that a file could not be read because its share did not answer.
    func silences(of share: ShareAddress) -> AsyncStream<Void>
}

extension ShareFiles {
    public func note(_ entries: [ShareEntry], of folder: ShareAddress) {}
    public func length(of address: ShareAddress) -> Int? { nil }
    public func silences(of share: ShareAddress) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
