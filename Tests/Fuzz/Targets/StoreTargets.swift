// Targets for the program's own files, which anyone may have damaged: cache entries, tile packs, colours, tiny
// pictures.
import Codecs
import Photos

@testable import ImagePipeline

extension FuzzTarget {
    static let stores = [
        FuzzTarget(name: "cache-entry") { try entry($0) },
        FuzzTarget(name: "tile-pack") { try pack($0) },
        FuzzTarget(name: "colours") { colours($0) },
        FuzzTarget(name: "tiny") { try tiny($0) },
    ]

    private static let key = DiskEntry.keyBytes(
        FetchKey(source: SourceID("s"), photo: PhotoID("p"), version: "1", location: .remote("http://a/b")))

    /// Returns the bytes with `checksum` of what follows at an offset: damage alone would be all that a target sees.
    private static func sealed(_ bytes: [UInt8], at offset: Int, over range: Range<Int>, seed: UInt64 = 0) -> [UInt8] {
        guard range.lowerBound <= range.upperBound, range.upperBound <= bytes.count, offset + 8 <= bytes.count else {
            return bytes
        }
        var bytes = bytes
        let sum = bytes.withUnsafeBytes { XXH64.checksum(UnsafeRawBufferPointer(rebasing: $0[range]), seed: seed) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(offset..<offset + 8, with: $0) }
        return bytes
    }

    private static func number32(_ bytes: [UInt8], _ offset: Int) -> Int {
        guard offset + 4 <= bytes.count else { return 0 }
        return bytes.withUnsafeBytes { Int(LittleEndian.read($0, offset, as: UInt32.self)) }
    }

    private static func entry(_ bytes: [UInt8]) throws {
        // The payload's sum, then that of the head, which holds it.
        let start = min(bytes.count, 56 + number32(bytes, 48) + number32(bytes, 52))
        var whole = sealed(bytes, at: 16, over: start..<bytes.count)
        if start >= 56 { whole = sealed(whole, at: 8, over: 16..<start) }
        for file in [bytes, whole] {
            try file.withUnsafeBytes { file in
                guard let entry = DiskEntry(file, key: key) else { return }
                try expect(entry.payload.upperBound == file.count, "a payload that is not the rest")
                try expect(entry.total.map { $0 >= 0 } ?? true, "a length below 0")
                try check(entry.metadata)
            }
        }
        let validation = bytes.count >= 24 ? sealed(bytes, at: 8, over: 16..<bytes.count) : bytes
        try validation.withUnsafeBytes { file in
            guard file.count >= 24 else { return }
            let stamp = LittleEndian.read(file, 16, as: UInt64.self)
            if let metadata = DiskEntry.metadata(validation: file, stamp: stamp) { try check(metadata) }
        }
        try bytes.withUnsafeBytes { bytes in
            if let metadata = ResponseMetadata(encoded: bytes) { try check(metadata) }
        }
    }

    /// Uses metadata at times before, at and after they were stored, and stores them again.
    private static func check(_ metadata: ResponseMetadata) throws {
        for now in [0, metadata.validatedAt, 1_700_000_000, 253_402_300_799] {
            _ = (metadata.freshness(at: now), metadata.age(at: now), metadata.maySubstitute(for: .truncated, at: now))
        }
        _ = (metadata.isStorable, metadata.conditions, metadata.rangeValidator)
        let again = metadata.encoded.withUnsafeBytes { ResponseMetadata(encoded: $0) }
        try expect(again == metadata, "metadata that are stored differently")
    }

    private static func pack(_ bytes: [UInt8]) throws {
        // Each record's sums are made right, as far as its lengths lie in the file.
        var file = bytes
        var offset = 0
        while offset + TileRecord.headerSize <= file.count {
            let (key, payload) = (number32(file, offset + 24), number32(file, offset + 28))
            let start = offset + TileRecord.headerSize, end = start + key + payload
            if end <= file.count, file[offset..<offset + 4].elementsEqual(TileRecord.magic) {
                file = sealed(file, at: offset + 16, over: start..<start + key)
                let hash = file.withUnsafeBytes { LittleEndian.read($0, offset + 16, as: UInt64.self) }
                file = sealed(file, at: offset + 8, over: start + key..<end, seed: hash)
                file = sealed(file, at: offset + 32, over: offset + 5..<offset + 32)
                offset = end
            } else {
                offset += 1
            }
        }
        for file in [bytes, file] {
            let name = TileSegment.name(1)
            let segment = TileSegment(
                PackFile(name: name, size: file.count, modified: 0), in: OneFile(name: name, bytes: file))
            try expect(segment.end <= file.count, "an end behind the file")
            try file.withUnsafeBytes { file in
                for entry in segment.entries {
                    let (start, length) = (Int(entry.offset), Int(entry.length))
                    try expect(start + length <= file.count, "a record behind the file")
                    _ = TileRecord(file, at: start)?.content(file, at: start)
                }
                let scanned = TileSegment(scanning: file)
                try expect(scanned.entries.count <= file.count / TileRecord.headerSize, "too many records")
            }
        }
    }

    /// A folder with one file, which is only read.
    private struct OneFile: PackFolder {
        let name: String
        let bytes: [UInt8]

        func claim() -> Bool { false }
        var isClaimed: Bool { false }
        func files() -> [PackFile] { [PackFile(name: name, size: bytes.count, modified: 0)] }
        func read(_ name: String, at offset: Int, count: Int) -> [UInt8] {
            Array(bytes.dropFirst(offset).prefix(count))
        }
        func write(_ bytes: [UInt8], to name: String, at offset: Int) -> Bool { false }
        func truncate(_ name: String, to size: Int) -> Bool { false }
        func delete(_ name: String) {}
        func touch(_ name: String) {}
    }

    private static func colours(_ bytes: [UInt8]) {
        let whole = bytes.count >= 8 ? sealed(bytes, at: bytes.count - 8, over: 0..<bytes.count - 8) : bytes
        for file in [bytes, whole] { file.withUnsafeBytes { _ = ColourRecord.records(inFile: $0) } }
    }

    /// Unpacks a tiny picture for tiles of several sizes.
    private static func tiny(_ bytes: [UInt8]) throws {
        let sides = [(24, 24), (7, 40), (64, 3), (1, 1)]
        for (width, height) in sides {
            for fit in [Fit.fill, .fit] {
                let size = PixelSize(width: width, height: height)
                guard let picture = TinyBlockCodec().decode(EncodedBytes(bytes), for: size, fit) else { continue }
                try expect(picture.pixels.count == picture.size.area, "pixels that are not as many as the size says")
                try expect(picture.size.longerSide <= 64, "a picture of \(picture.size) for \(size)")
            }
        }
    }
}
