// The contents of the disk cache: whole photos, and partial photos whose transfer was interrupted.

/// The encoded bytes of a photo with the metadata for their freshness.
public struct StoredPhoto: Sendable {
    public let bytes: EncodedBytes
    public let metadata: ResponseMetadata
    /// Identifies the file that the bytes were read from; nil when they are not from a file.
    let stamp: UInt64?

    public init(bytes: EncodedBytes, metadata: ResponseMetadata) {
        self.init(bytes: bytes, metadata: metadata, stamp: nil)
    }

    init(bytes: EncodedBytes, metadata: ResponseMetadata, stamp: UInt64?) {
        self.bytes = bytes
        self.metadata = metadata
        self.stamp = stamp
    }

    /// Returns the same bytes with other metadata.
    public func with(_ metadata: ResponseMetadata) -> Self { Self(bytes: bytes, metadata: metadata, stamp: stamp) }
}

/// The first bytes of a photo, with the validator of their response.
public struct PartialTransfer: Sendable {
    /// The bytes from the first one on.
    public let bytes: EncodedBytes
    /// Length of the whole photo in bytes, if it is known.
    public let total: Int?
    /// Metadata with a strong validator.
    public let metadata: ResponseMetadata

    public init(bytes: EncodedBytes, total: Int?, metadata: ResponseMetadata) {
        self.bytes = bytes
        self.total = total
        self.metadata = metadata
    }
}

/// The store of partial photos: on disk, or in memory when there is no disk cache.
protocol PartialStore: Sendable {
    /// Returns the partial photo of `key`, or nil.
    /// - Throws: `CancellationError` when the task is cancelled before it is read.
    func partial(for key: FetchKey, priority: LoadPriority) async throws -> PartialTransfer?
    /// Stores a partial photo, replacing an earlier one. Returns at once; readable from then on.
    func keep(_ partial: PartialTransfer, for key: FetchKey)
    func removePartial(for key: FetchKey)
}
