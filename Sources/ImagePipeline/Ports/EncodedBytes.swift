// Encoded image bytes from a file or a server, passed on without a copy.

/// Storage of encoded bytes that an adapter owns: an array here, a GBytes or an open file in Desktop. Immutable.
public protocol EncodedStorage: AnyObject, Sendable {
    var count: Int { get }
    /// Calls `body` with the bytes; the pointer is valid only inside it. Storage outside memory is read first, as by
    /// `inMemory()`; bytes that cannot be read are missing.
    func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows
    /// Returns the same bytes in memory: by default this object. Storage outside memory reads them, which blocks.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`.
    func inMemory() throws -> any EncodedStorage
    /// The descriptor of a file that holds these bytes from its beginning on, open for reading and borrowed while this
    /// object is held, so that another process can read them; nil, as by default, for bytes in memory.
    var descriptor: Int32? { get }
}

extension EncodedStorage {
    public var descriptor: Int32? { nil }
    public func inMemory() -> any EncodedStorage { self }
}

extension Array<UInt8> {
    /// A copy of all bytes.
    public init(_ storage: any EncodedStorage) {
        self = []
        storage.withBytes { self = Array($0) }
    }
}

/// The encoded bytes of one image. A reference to immutable storage; copying it copies no bytes.
public struct EncodedBytes: Sendable {
    /// The storage of the bytes.
    public let storage: any EncodedStorage
    /// Number of bytes.
    public var count: Int { storage.count }

    /// Wraps `storage` without a copy.
    public init(_ storage: any EncodedStorage) { self.storage = storage }
    /// Wraps an array, for bytes that come from no file or socket.
    public init(_ bytes: [UInt8]) { storage = ByteArray(bytes) }

    /// Returns the same bytes in memory, for a decoder that reads them repeatedly. Blocks where they are outside
    /// memory; call it on worker threads.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`.
    public func inMemory() throws -> EncodedBytes { EncodedBytes(try storage.inMemory()) }

    private final class ByteArray: EncodedStorage {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        var count: Int { bytes.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try bytes.withUnsafeBytes(body) }
    }
}
