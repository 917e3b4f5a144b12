// Bytes that know how much of them was read.
@testable import Codecs
@testable import PhotoFormats

/// Random access to bytes in memory that counts its reads.
final class CountedBytes: ByteAccess {
    private let content: [UInt8]
    /// Reads so far; a long one counts once for every 16 bytes.
    private(set) var reads = 0

    init(_ content: [UInt8]) { self.content = content }

    var count: Int { content.count }

    func number(_ offset: Int, _ length: Int, bigEndian: Bool) -> Int? {
        reads += 1
        return content.withUnsafeBytes { ByteView($0).number(offset, length, bigEndian: bigEndian) }
    }

    func bytes(_ offset: Int, count: Int) -> [UInt8]? {
        reads += 1 + max(0, count) / 16
        return content.withUnsafeBytes { ByteView($0).bytes(offset, count: count) }
    }

    /// Most reads that any walk takes by its own limits, and most for each byte of the file.
    private static let most = (walk: 500_000, each: 64)

    /// Checks that the reads are in proportion to the bytes.
    func expectFewReads(_ what: String) throws {
        try FuzzTarget.expect(
            reads <= Self.most.walk + Self.most.each * count, "\(what): \(reads) reads of \(count) bytes")
        reads = 0
    }
}
