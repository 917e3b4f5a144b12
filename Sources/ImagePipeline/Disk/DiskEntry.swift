// The files of the disk cache: their names, and their formats, which show whether a file is complete and is the one
// requested.
import FoundationEssentials
import Photos

/// The identity of one file of the cache: its name without the suffix, and its kind.
struct DiskFile: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case photo
        /// The first bytes of a photo.
        case partial = "part"
        /// The latest validation of a photo's bytes.
        case validation = "valid"

        fileprivate var suffix: String { "\(rawValue)\(DiskEntry.formatVersion)" }
    }

    /// Bytes above which a file is not read; no photo is that long.
    private static let longest = 512 << 20

    /// 16 hexadecimal digits.
    let name: String
    let kind: Kind

    init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// The file that has a name in the folder; nil for names that are not of the cache.
    init?(fileName: String) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16, parts[0].allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
            let kind = Kind.allCases.first(where: { $0.suffix == parts[1] })
        else { return nil }
        self.init(name: String(parts[0]), kind: kind)
    }

    var fileName: String { "\(name).\(kind.suffix)" }

    func with(_ kind: Kind) -> DiskFile { DiskFile(name: name, kind: kind) }

    func contents(in folder: any CacheFolder) -> Data? { folder.contents(fileName, limit: Self.longest) }

    /// Whether the name is that of a draft: ".dat.nosync", the number of the process, six characters.
    static func isDraft(_ name: String) -> Bool {
        let start = ".dat.nosync"
        guard name.hasPrefix(start) else { return false }
        let parts = name.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isHexDigit) && parts[1].utf8.count == 6
    }
}

/// One file with the bytes of a photo, or with the first of them. Integers are little-endian, checksums XXH64.
///
///     0  magic "TSRA"       4  format version        8  checksum of 16 ..< start of the payload
///     16 checksum of the payload                     24 payload length
///     32 length of the whole photo; all ones when it is not known
///     40 stamp: a random number for each file        48 key length   52 metadata length
///     56 key, then metadata, then payload
///
/// A later validation of the same bytes is a small separate file, so that the bytes need not be written again:
///
///     0  magic "TSRV"       4  format version        8  checksum of 16 ..< end
///     16 stamp of the file that it belongs to        24 metadata
struct DiskEntry {
    static let headerSize = 56
    /// Incremented with every change of a format; a file of another version is not one of the cache.
    static let formatVersion: UInt32 = 3
    private static let magic: [UInt8] = Array("TSRA".utf8)
    private static let validationMagic: [UInt8] = Array("TSRV".utf8)

    let metadata: ResponseMetadata
    /// Length of the whole photo, if it is known.
    let total: Int?
    let stamp: UInt64
    /// The range of the payload in the file.
    let payload: Range<Int>

    /// Whether the payload is the whole photo.
    var isWhole: Bool { total == payload.count }

    /// Returns the key as bytes that are unique to it: each part is preceded by its length.
    static func keyBytes(_ key: FetchKey) -> [UInt8] {
        let (kind, place) =
            switch key.location {
            case .remote(let url): ("remote", url)
            case .file(let path): ("file", path.text)
            }
        var bytes: [UInt8] = []
        for part in [key.source.text, key.photo.text, key.version, kind, place] {
            bytes.append(text: part)
        }
        return bytes
    }

    /// Returns the head of a file; the payload follows it.
    static func head(
        of payload: EncodedBytes, total: Int?, metadata: ResponseMetadata, stamp: UInt64, key: [UInt8]
    ) -> [UInt8] {
        let metadata = metadata.encoded
        var payloadChecksum: UInt64 = 0
        payload.storage.withBytes { payloadChecksum = XXH64.checksum($0) }
        var rest: [UInt8] = []
        rest.append(little: payloadChecksum)
        rest.append(little: UInt64(payload.count))
        // A length that cannot be stored counts as unknown.
        rest.append(little: total.flatMap(UInt64.init(exactly:)) ?? .max)
        rest.append(little: stamp)
        rest.append(little: UInt32(truncatingIfNeeded: key.count))
        rest.append(little: UInt32(truncatingIfNeeded: metadata.count))
        return sealed(rest + key + metadata, magic)
    }

    /// Reads an intact file for `key`; nil when it is incomplete, altered, of another version, or for another key.
    init?(_ file: UnsafeRawBufferPointer, key: [UInt8]) {
        var fields = ByteFields(file)
        guard let checksum = Self.checksum(&fields, file, Self.magic),
            let payloadChecksum = fields.number(UInt64.self), let length = fields.number(UInt64.self),
            let total = fields.number(UInt64.self), let stamp = fields.number(UInt64.self),
            let keyLength = fields.number(UInt32.self), let metadataLength = fields.number(UInt32.self),
            let foundKey = fields.take(Int(keyLength)), file[foundKey].elementsEqual(key),
            let foundMetadata = fields.take(Int(metadataLength)), length == UInt64(file.count - fields.offset),
            checksum == XXH64.checksum(.init(rebasing: file[16..<fields.offset])),
            let metadata = ResponseMetadata(encoded: .init(rebasing: file[foundMetadata])),
            payloadChecksum == XXH64.checksum(.init(rebasing: file[fields.offset...]))
        else { return nil }
        self.metadata = metadata
        self.total = total == .max ? nil : Int(exactly: total)
        self.stamp = stamp
        payload = fields.offset..<file.count
    }

    /// Returns the validation file for the bytes with this stamp.
    static func validation(_ metadata: ResponseMetadata, stamp: UInt64) -> [UInt8] {
        var rest: [UInt8] = []
        rest.append(little: stamp)
        return sealed(rest + metadata.encoded, validationMagic)
    }

    /// Returns the metadata of an intact validation file for the bytes with this stamp, or nil. A damaged one costs one
    /// request.
    static func metadata(validation file: UnsafeRawBufferPointer, stamp: UInt64) -> ResponseMetadata? {
        var fields = ByteFields(file)
        guard let checksum = checksum(&fields, file, validationMagic), fields.number(UInt64.self) == stamp,
            checksum == XXH64.checksum(.init(rebasing: file[16...]))
        else { return nil }
        return ResponseMetadata(encoded: .init(rebasing: file[fields.offset...]))
    }

    /// Returns whether the contents of a file are complete and unaltered, and of the key that its name is made of.
    static func isIntact(_ contents: UnsafeRawBufferPointer, as file: DiskFile) -> Bool {
        guard file.kind != .validation else {
            var fields = ByteFields(contents)
            guard fields.take(16) != nil, let stamp = fields.number(UInt64.self) else { return false }
            return metadata(validation: contents, stamp: stamp) != nil
        }
        var fields = ByteFields(contents)
        guard fields.take(48) != nil, let length = fields.number(UInt32.self), fields.take(4) != nil,
            let range = fields.take(Int(length))
        else { return false }
        let key = Array(contents[range])
        guard XXH64.name(key) == file.name, let entry = DiskEntry(contents, key: key) else { return false }
        return file.kind == .partial || entry.isWhole
    }

    private static func sealed(_ rest: [UInt8], _ magic: [UInt8]) -> [UInt8] {
        var bytes = magic
        bytes.append(little: formatVersion)
        bytes.append(little: rest.withUnsafeBytes { XXH64.checksum($0) })
        return bytes + rest
    }

    /// Reads magic, version and checksum.
    private static func checksum(
        _ fields: inout ByteFields, _ file: UnsafeRawBufferPointer, _ magic: [UInt8]
    ) -> UInt64? {
        guard let found = fields.take(4), file[found].elementsEqual(magic),
            fields.number(UInt32.self) == formatVersion
        else { return nil }
        return fields.number(UInt64.self)
    }
}
