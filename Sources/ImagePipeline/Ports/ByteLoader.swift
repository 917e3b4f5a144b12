// The pipeline's port to bytes: where the encoded picture comes from. Adapters are in Desktop.
public import Photos

/// Fetches encoded bytes.
///
/// Isolation: called from the loader's own tasks, any number at once; an implementation does its waiting without
/// blocking the caller's thread and bounds its own connections.
public protocol ByteLoader: Sendable {
    /// The bytes of `key`. The ticket says how urgent they are now and hears how they come in.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError` within one chunk of a cancelled task, after
    ///   which no more bytes flow. What had arrived by then is kept for the next try where that can go on from it. A
    ///   transfer with little left may run to its end instead (`CancelledTransfer`) and give its bytes; that is bounded
    ///   in bytes and time.
    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes

    /// The first `count` bytes at most, for an embedded thumbnail, where they can be had for little: of a file. By
    /// default nil.
    func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes?

    /// The bytes of `key` could not be decoded: they are not to be served from a store again. By default nothing.
    func discard(_ key: FetchKey) async

    /// Names the one who hears, on any thread, of keys whose bytes were served stale and have been found changed since:
    /// the new bytes are what `bytes(for:ticket:)` gives from then on. By default there are none.
    func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void)

    /// Names the one who hears, on any thread, of keys whose bytes were served stale and stay as they are: a check has found
    /// them unchanged or has failed, or there is none, because nobody can be asked. Each time that bytes are served stale
    /// one of the two calls follows, perhaps before `bytes(for:ticket:)` has returned. By default there are none.
    func onNoChange(_ unchanged: @escaping @Sendable (FetchKey) -> Void)
}

extension ByteLoader {
    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? { nil }
    public func discard(_ key: FetchKey) async {}
    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {}
    public func onNoChange(_ unchanged: @escaping @Sendable (FetchKey) -> Void) {}

    /// The bytes at a location that belongs to no photo of a source: for tools and tests.
    public func bytes(at location: ImageLocation, title: String, priority: LoadPriority) async throws -> EncodedBytes {
        let key = FetchKey(source: SourceID(""), photo: PhotoID(""), version: "", location: location)
        return try await bytes(for: key, ticket: FetchTicket(title: title, priority: priority)).bytes
    }
}

/// Encoded bytes and where they came from.
public struct FetchedBytes: Sendable {
    /// Where bytes came from.
    public enum Origin: Sendable { case network, disk, file }

    public let bytes: EncodedBytes
    public let origin: Origin
    /// Whether they are past their time: shown while they are checked, or because nobody could be asked. `onRefresh`
    /// tells if a check has found them changed, `onNoChange` in every other case.
    public let isStale: Bool

    public init(_ bytes: EncodedBytes, from origin: Origin, isStale: Bool = false) {
        self.bytes = bytes
        self.origin = origin
        self.isStale = isStale
    }
}
