// The two ports of the pipeline: where bytes come from and what turns them into pixels. Adapters are in Desktop.
public import Photos

/// Fetches encoded bytes.
///
/// Isolation: called from the loader's own tasks, any number at once; an implementation does its waiting without
/// blocking the caller's thread and bounds its own connections.
public protocol ByteLoader: Sendable {
    /// The bytes at `location`. `title` names the photo in errors.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError` within one chunk of a cancelled task, after
    ///   which no more bytes flow.
    func bytes(at location: ImageLocation, title: String, priority: LoadPriority) async throws -> EncodedBytes

    /// The same with the identity of the bytes, for loaders that keep them: what the image loader calls. By default the
    /// bytes at the key's location.
    func bytes(for key: FetchKey, title: String, priority: LoadPriority) async throws -> EncodedBytes

    /// The bytes of `key` could not be decoded: they are not to be served from a store again. By default nothing.
    func discard(_ key: FetchKey) async

    /// What came from a disk cache so far; nil, the default, without one.
    var diskTotals: DiskTotals? { get }
}

/// Answers of a disk cache since the start.
public struct DiskTotals: Equatable, Sendable {
    public var hits: Int
    /// Encoded bytes.
    public var bytes: Int

    public init(hits: Int, bytes: Int) {
        self.hits = hits
        self.bytes = bytes
    }
}

extension ByteLoader {
    public func bytes(for key: FetchKey, title: String, priority: LoadPriority) async throws -> EncodedBytes {
        try await bytes(at: key.location, title: title, priority: priority)
    }
    public func discard(_ key: FetchKey) async {}
    public var diskTotals: DiskTotals? { nil }
}

/// Pixels that are ready to be drawn.
public protocol DecodedImage: AnyObject, Sendable {
    /// Device pixels.
    var size: PixelSize { get }
    /// Bytes of memory that keeping it costs: stride × height.
    var cost: Int { get }
}

/// Turns encoded bytes into pixels of the requested size.
///
/// Isolation: called from the loader's own tasks; the work is done on the implementation's threads.
public protocol PixelDecoder: Sendable {
    /// Decodes, turns upright, crops or fits to exactly the device pixels of `key` (never upscaling).
    /// - Throws: `LoadFailure` with stage `.decode`; `CancellationError`.
    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage
}
