// Encoded picture bytes as they came from a file or a server, handed from hand to hand without a copy.

/// Storage of encoded bytes that an adapter owns: an array here, a GBytes in the desktop room. Immutable.
public protocol EncodedStorage: AnyObject, Sendable {
    var count: Int { get }
    /// The pointer is valid only inside `body`.
    func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows
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

    private final class ByteArray: EncodedStorage {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        var count: Int { bytes.count }
        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try bytes.withUnsafeBytes(body) }
    }
}
