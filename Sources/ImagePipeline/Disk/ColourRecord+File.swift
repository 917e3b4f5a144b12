// The format of the colour file: a head, ten bytes per photo, and a checksum of both.
//
//   8  "TSRCOLOR"
//   4  version of the format, 2
//   4  number of photos
//  10  each: hash of the photo (8), colour (2)
//   8  XXH64 of all bytes before
// Numbers are little-endian.

extension ColourRecord {
    private static let magic = Array("TSRCOLOR".utf8)
    private static let version: UInt32 = 2
    private static let headSize = 16
    private static let size = 10
    private static let checksumSize = 8

    /// Returns the bytes of a file with these records.
    static func file(_ records: [ColourRecord]) -> [UInt8] {
        var bytes = magic
        bytes.reserveCapacity(headSize + records.count * size + checksumSize)
        bytes.append(little: version)
        bytes.append(little: UInt32(records.count))
        for record in records {
            bytes.append(little: record.photo)
            bytes.append(little: record.colour)
        }
        let checksum = bytes.withUnsafeBytes { XXH64.checksum($0) }
        bytes.append(little: checksum)
        return bytes
    }

    /// Returns the records of a file; nil when it is damaged or has another version.
    static func records(inFile bytes: UnsafeRawBufferPointer) -> [ColourRecord]? {
        guard bytes.count >= headSize + checksumSize, bytes.starts(with: magic),
            LittleEndian.read(bytes, 8, as: UInt32.self) == version
        else { return nil }
        let count = Int(LittleEndian.read(bytes, 12, as: UInt32.self))
        let end = headSize + count * size
        guard bytes.count == end + checksumSize,
            LittleEndian.read(bytes, end) == XXH64.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        else { return nil }
        return stride(from: headSize, to: end, by: size).map {
            ColourRecord(photo: LittleEndian.read(bytes, $0), colour: LittleEndian.read(bytes, $0 + 8))
        }
    }
}
