// The pipeline's port to encoded bytes. Adapters are in Desktop.
public import Photos

/// A loader of encoded bytes.
///
/// Isolation: called from the loader's own tasks, any number at once; an implementation waits without blocking the
/// caller's thread and limits its own connections.
public protocol ByteLoader: Sendable {
    /// Fetches the bytes of `key`. The ticket tells the current priority and receives the progress.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError` within one chunk of a cancelled task, after
    ///   which no bytes arrive. What had arrived by then is kept for the next attempt where that can resume. A transfer
    ///   with little left may run to its end instead (`CancelledTransfer`) and return its bytes; that is limited in
    ///   bytes and time.
    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes

    /// Returns at most the first `count` bytes, and no more than an embedded thumbnail needs, where that is cheap: for
    /// a file. Nil otherwise, where there is no thumbnail, and by default.
    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes?

    /// Tells that the bytes of `key` could not be decoded, so that they are not served from a store again. Does nothing
    /// by default.
    func discard(_ key: FetchKey) async

    /// Sets the observer, called on any thread, of keys whose bytes were served stale and have been found changed
    /// since, perhaps before `bytes(for:ticket:)` has returned those: from then on it returns the new bytes. By default
    /// it is never called.
    func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void)
}

extension ByteLoader {
    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? { nil }
    public func discard(_ key: FetchKey) async {}
    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {}

    /// Returns the bytes at a location that belongs to no photo of a source: for tools and tests.
    public func bytes(at location: ImageLocation, title: String, priority: LoadPriority) async throws -> EncodedBytes {
        let key = FetchKey(source: SourceID(""), photo: PhotoID(""), version: "", location: location)
        return try await bytes(for: key, ticket: FetchTicket(title: title, priority: priority)).bytes
    }
}

/// Encoded bytes and their origin.
public struct FetchedBytes: Sendable {
    /// The origin of bytes.
    public enum Origin: Sendable { case network, disk, file }

    public let bytes: EncodedBytes
    public let origin: Origin
    /// Whether they are past their freshness: shown while they are checked, or because no check is possible.
    /// `onRefresh` is called if a check finds them changed.
    public let isStale: Bool

    public init(_ bytes: EncodedBytes, from origin: Origin, isStale: Bool = false) {
        self.bytes = bytes
        self.origin = origin
        self.isStale = isStale
    }
}
