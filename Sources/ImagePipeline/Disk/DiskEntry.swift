// The file format of the disk cache: what it takes to know that a file is whole and is the one that was asked for.
import Photos

/// One file: a header, the key in full, the payload. Integers are little-endian.
///
///     0  magic "TSRA"     4  format version    8  checksum of all that follows, FNV-1a 64
///     16 payload length   24 key length        28 key, then payload
struct DiskEntry {
    static let headerSize = 28
    private static let magic: [UInt8] = Array("TSRA".utf8)
    private static let formatVersion: UInt32 = 1

    /// The key as bytes in which no two keys look alike: each part is preceded by its length.
    static func keyBytes(_ key: FetchKey) -> [UInt8] {
        let place: [String]
        switch key.location {
        case .remote(let url): place = ["remote", url]
        case .file(let path): place = ["file", path]
        }
        return ([key.source.text, key.source.account, key.photo.text, key.version] + place).flatMap { part in
            little(UInt32(truncatingIfNeeded: part.utf8.count)) + Array(part.utf8)
        }
    }

    static func encode(_ payload: EncodedBytes, key: [UInt8]) -> [UInt8] {
        var body = little(UInt64(payload.count)) + little(UInt32(truncatingIfNeeded: key.count)) + key
        payload.storage.withBytes { body += $0 }
        let checksum = body.withUnsafeBytes { FNV1a.checksum($0) }
        return magic + little(formatVersion) + little(checksum) + body
    }

    /// Where the payload of an intact file for `key` lies; nil when the file is torn, altered, or for another key.
    static func payload(of file: UnsafeRawBufferPointer, key: [UInt8]) -> Range<Int>? {
        guard file.count >= headerSize, file.prefix(4).elementsEqual(magic),
            read(file, 4, UInt32.self) == formatVersion
        else { return nil }
        let start = headerSize + key.count
        guard read(file, 24, UInt32.self) == UInt32(truncatingIfNeeded: key.count), file.count >= start,
            read(file, 16, UInt64.self) == UInt64(file.count - start),
            file[headerSize..<start].elementsEqual(key),
            read(file, 8, UInt64.self) == FNV1a.checksum(UnsafeRawBufferPointer(rebasing: file[16...]))
        else { return nil }
        return start..<file.count
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func read<Number: FixedWidthInteger>(
        _ file: UnsafeRawBufferPointer, _ offset: Int, _: Number.Type
    ) -> Number {
        Number(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
