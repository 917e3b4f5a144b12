// What the disk cache holds: whole photos, and the beginnings of photos whose transfer was cut short.

/// The encoded bytes of a photo with what is known about how long they are good.
public struct StoredPhoto: Sendable {
    public let bytes: EncodedBytes
    public let metadata: ResponseMetadata
    /// Names the file that the bytes were read from; nil when they are not from a file.
    let stamp: UInt64?

    public init(bytes: EncodedBytes, metadata: ResponseMetadata) {
        self.init(bytes: bytes, metadata: metadata, stamp: nil)
    }

    init(bytes: EncodedBytes, metadata: ResponseMetadata, stamp: UInt64?) {
        self.bytes = bytes
        self.metadata = metadata
        self.stamp = stamp
    }

    /// The same bytes, about which more is known now.
    public func with(_ metadata: ResponseMetadata) -> Self { Self(bytes: bytes, metadata: metadata, stamp: stamp) }
}

/// The first bytes of a photo, with the validator of the answer that they came in.
public struct PartialTransfer: Sendable {
    /// From the first byte on.
    public let bytes: EncodedBytes
    /// Length of the whole in bytes, if it is known.
    public let total: Int?
    /// Has a validator that is strong.
    public let metadata: ResponseMetadata

    public init(bytes: EncodedBytes, total: Int?, metadata: ResponseMetadata) {
        self.bytes = bytes
        self.total = total
        self.metadata = metadata
    }
}

/// Where the beginnings of photos are kept: on disk, or in memory when nothing is kept on disk.
protocol PartialStore: Sendable {
    /// - Throws: `CancellationError` when the task is cancelled before it is read.
    func partial(for key: FetchKey, priority: LoadPriority) async throws -> PartialTransfer?
    /// Replaces what was kept. Returns at once; readable from then on.
    func keep(_ partial: PartialTransfer, for key: FetchKey)
    func removePartial(for key: FetchKey)
}
