// One file of a tile pack: its records, listed by the index at its end or, without one, by a scan.

/// The records of one file.
struct TileSegment {
    /// The location of a record.
    struct Entry: Equatable {
        let hash: UInt64
        let offset: UInt32
        let length: UInt32
    }

    var entries: [Entry] = []
    /// The offset of the next record: after the last complete one. Bytes beyond it belong to an interrupted write.
    var end = 0
    /// Whether the file has its index, and accepts no further records.
    var isSealed = false

    // MARK: Names

    private static let suffix = ".tiles"
    private static let digits = 10
    /// The greatest number that fits in a name.
    static let lastNumber = 9_999_999_999

    static func name(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
    }

    /// Returns the number in a name that `name(_:)` gives; nil for all others.
    static func number(of name: String) -> Int? {
        guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)), number > 0, number <= lastNumber,
            Self.name(number) == name
        else { return nil }
        return number
    }

    // MARK: The index

    private static let entrySize = 16
    private static let trailerMagic: [UInt8] = Array("TSRX".utf8)
    /// More bytes than a pack ever writes into one file; what lies beyond is not read.
    private static let longestFile = 16 << 20
    /// Bytes of the trailer: the magic, and the offset of the index record in 4 bytes.
    private static let trailerSize = 8

    /// Returns the bytes that the index of this many records takes.
    static func indexSize(_ count: Int) -> Int { TileRecord.headerSize + count * entrySize + trailerSize }

    /// The bytes that seal the file when written at `end`.
    var index: [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(entries.count * Self.entrySize)
        for entry in entries {
            payload.append(little: entry.hash)
            payload.append(little: entry.offset)
            payload.append(little: entry.length)
        }
        var bytes = payload.withUnsafeBytes { TileRecord.encode($0, key: [], kind: .index) } + Self.trailerMagic
        bytes.append(little: UInt32(truncatingIfNeeded: end))
        return bytes
    }

    /// Reads the list of a file's records: two small reads of a sealed file, the whole file otherwise.
    init(_ file: PackFile, in folder: some PackFolder) {
        if let sealed = Self.sealed(file, in: folder) {
            self = sealed
        } else {
            self = folder.read(file.name, at: 0, count: min(file.size, Self.longestFile)).withUnsafeBytes {
                Self(scanning: $0)
            }
        }
    }

    init() {}

    private static func sealed(_ file: PackFile, in folder: some PackFolder) -> Self? {
        guard file.size > trailerSize, file.size <= longestFile else { return nil }
        let trailer = folder.read(file.name, at: file.size - trailerSize, count: trailerSize)
        guard trailer.count == trailerSize, trailer.starts(with: trailerMagic) else { return nil }
        let start = Int(trailer.withUnsafeBytes { LittleEndian.read($0, 4, as: UInt32.self) })
        guard start < file.size else { return nil }
        return folder.read(file.name, at: start, count: file.size - start).withUnsafeBytes { bytes in
            guard let record = TileRecord(bytes, at: 0), record.kind == .index,
                record.length == bytes.count - trailerSize, let payload = record.content(bytes, at: 0)?.payload
            else { return nil }
            let numbers = UnsafeRawBufferPointer(rebasing: payload)
            var segment = Self()
            segment.end = file.size
            segment.isSealed = true
            segment.entries = stride(from: 0, to: numbers.count - entrySize + 1, by: entrySize).compactMap { offset in
                let entry = Entry(
                    hash: LittleEndian.read(numbers, offset), offset: LittleEndian.read(numbers, offset + 8),
                    length: LittleEndian.read(numbers, offset + 12))
                // The file is not trusted: a record must end before the index.
                return Int(entry.offset) + Int(entry.length) <= start ? entry : nil
            }
            return segment
        }
    }

    // MARK: Scanning

    /// Scans a file from header to header. After an altered header it continues at the next intact one; a damaged index
    /// counts as missing.
    init(scanning bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while let found = Self.nextRecord(bytes, from: offset) {
            let record = found.record
            guard record.kind == .tile else { break }
            offset = found.offset + record.length
            end = offset
            guard record.isLive else { continue }
            entries.append(
                Entry(hash: record.hash, offset: UInt32(found.offset), length: UInt32(record.length)))
        }
    }

    /// Returns the first record at or after `offset` that has an intact header and fits in the bytes.
    private static func nextRecord(
        _ bytes: UnsafeRawBufferPointer, from offset: Int
    ) -> (record: TileRecord, offset: Int)? {
        var offset = offset
        while offset <= bytes.count - TileRecord.headerSize {
            if let record = TileRecord(bytes, at: offset), record.length <= bytes.count - offset {
                return (record, offset)
            }
            offset += 1
            while offset < bytes.count, bytes[offset] != TileRecord.magic[0] { offset += 1 }
        }
        return nil
    }
}
