// Encoded picture bytes as they came from a file or a server, handed from hand to hand without a copy.

/// Storage of encoded bytes that an adapter owns: an array here, a GBytes or an open file in the desktop room. Immutable.
public protocol EncodedStorage: AnyObject, Sendable {
    var count: Int { get }
    /// The pointer is valid only inside `body`. Storage outside memory reads first, as `inMemory()`; what it cannot read
    /// it leaves out.
    func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows
    /// The same bytes in memory: this object by default. Storage outside memory reads them, which blocks.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`.
    func inMemory() throws -> any EncodedStorage
}

extension EncodedStorage {
    public func inMemory() -> any EncodedStorage { self }
}

/// The encoded bytes of one picture. A reference to immutable storage; copying it copies nothing.
public struct EncodedBytes: Sendable {
    /// Where the bytes are.
    public let storage: any EncodedStorage
    /// Number of bytes.
    public var count: Int { storage.count }

    /// Shares `storage`.
    public init(_ storage: any EncodedStorage) { self.storage = storage }
    /// Bytes in an array, for those that come from no file or socket.
    public init(_ bytes: [UInt8]) { storage = ByteArray(bytes) }

    /// The same bytes in memory, for a decoder that looks at them often. Blocks where they are outside: for worker threads.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`.
    public func inMemory() throws -> EncodedBytes { EncodedBytes(try storage.inMemory()) }

    private final class ByteArray: EncodedStorage {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        var count: Int { bytes.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try bytes.withUnsafeBytes(body) }
    }
}
