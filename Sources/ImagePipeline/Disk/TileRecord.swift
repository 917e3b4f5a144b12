// The format of one record of a tile pack, by which records can be found again and verified.

/// One record: a header with the lengths, which give the start of the next record, a key, a payload. Integers are
/// little-endian.
///
///     0  magic "TSRT"    4  state    5  kind    6  format version    7  zero
///     8  XXH64 of the payload, with the next field as its seed
///     16 XXH64 of the key            24 key length    28 payload length
///     32 XXH64 of 5..<32
///     40 key, then payload
///
/// The checksums do not cover the state, because it is the one byte that is changed in place.
struct TileRecord {
    enum Kind: UInt8 {
        case tile = 1
        /// The index of a sealed file.
        case index = 2
    }

    static let headerSize = 40
    static let magic: [UInt8] = Array("TSRT".utf8)
    static let stateOffset = 4
    static let live: UInt8 = 0xA5
    static let withdrawn: UInt8 = 0
    /// Incremented with every change of the format: a record of another version is ignored, and a file of such records
    /// is begun anew.
    private static let version: UInt8 = 2

    let kind: Kind
    let isLive: Bool
    let hash: UInt64
    private let checksum: UInt64
    private let keyLength: Int
    private let payloadLength: Int

    /// Length of the whole record in bytes.
    var length: Int { Self.headerSize + keyLength + payloadLength }

    static func encode(_ payload: UnsafeRawBufferPointer, key: [UInt8], kind: Kind = .tile) -> [UInt8] {
        var record = magic + [live, kind.rawValue, version, 0]
        record.reserveCapacity(headerSize + key.count + payload.count)
        let keyHash = key.withUnsafeBytes { XXH64.checksum($0) }
        record.append(little: XXH64.checksum(payload, seed: keyHash))
        record.append(little: keyHash)
        record.append(little: UInt32(truncatingIfNeeded: key.count))
        record.append(little: UInt32(truncatingIfNeeded: payload.count))
        record.append(little: record[5...].withUnsafeBytes { XXH64.checksum($0) })
        record += key
        record += payload
        return record
    }

    /// Reads the header at `offset`; nil if there is none, or it was altered.
    init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard offset >= 0, offset <= bytes.count - Self.headerSize else { return nil }
        let header = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Self.headerSize])
        guard header.starts(with: Self.magic), header[6] == Self.version, let kind = Kind(rawValue: header[5]),
            LittleEndian.read(header, 32) == XXH64.checksum(UnsafeRawBufferPointer(rebasing: header[5..<32]))
        else { return nil }
        self.kind = kind
        isLive = header[Self.stateOffset] == Self.live
        checksum = LittleEndian.read(header, 8)
        hash = LittleEndian.read(header, 16)
        keyLength = Int(LittleEndian.read(header, 24, as: UInt32.self))
        payloadLength = Int(LittleEndian.read(header, 28, as: UInt32.self))
    }

    /// Returns the key and the payload of this record, whose header is at `offset`; nil when it is incomplete or
    /// altered.
    func content(
        _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> (key: Slice<UnsafeRawBufferPointer>, payload: Slice<UnsafeRawBufferPointer>)? {
        guard length <= bytes.count - offset else { return nil }
        let start = offset + Self.headerSize
        let body = bytes[start..<offset + length]
        let (key, payload) = (body.prefix(keyLength), body.dropFirst(keyLength))
        guard XXH64.checksum(UnsafeRawBufferPointer(rebasing: key)) == hash,
            XXH64.checksum(UnsafeRawBufferPointer(rebasing: payload), seed: hash) == checksum
        else { return nil }
        return (key, payload)
    }
}
