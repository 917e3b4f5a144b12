// The location of EXIF data in an image file, for each container format. Sources: EXIF 2.32, 4.7.2 (JPEG); PNG 1.5,
// eXIf; the WebP container specification; TIFF 6.0; ISO 14496-12, 8.11, and ISO 23008-12, A.2.1 (HEIF).

/// A search for the TIFF header with which EXIF begins.
enum EXIFLocation {
    /// Most chunks read in one file: hostile files have millions without content.
    private static let mostChunks = 4096
    /// Bytes of a JPEG that are searched. The EXIF segment is the first or second one.
    private static let jpegReach = 256 << 10

    /// Returns the range from the TIFF header to the end of its container, which may lie past the end of the file; nil
    /// when there is none, or in a format that has no EXIF.
    static func find(in file: some ByteAccess, count: Int, format: PictureHeader.Format?) -> Range<Int>? {
        switch format {
        case .jpeg: jpeg(file, count)
        case .png: png(file)
        case .webp: webp(file)
        case .tiff: 0..<count
        case .heif, .avif: heif(file).flatMap { $0 < count ? $0..<count : nil }
        default: nil
        }
    }

    private static func jpeg(_ file: some ByteAccess, _ count: Int) -> Range<Int>? {
        guard let head = file.bytes(0, count: min(count, jpegReach)) else { return nil }
        return head.withUnsafeBytes { JPEGScan(ByteView($0), to: .header).exif }
    }

    private static func png(_ file: some ByteAccess) -> Range<Int>? {
        var offset = 8
        for _ in 0..<mostChunks {
            guard let length = file.big32(offset) else { return nil }
            if file.has("eXIf", at: offset + 4) { return offset + 8..<offset + 8 + length }
            offset += 12 + length
        }
        return nil
    }

    private static func webp(_ file: some ByteAccess) -> Range<Int>? {
        var offset = 12
        for _ in 0..<mostChunks {
            guard let length = file.little32(offset + 4) else { return nil }
            // Some writers put JPEG's own mark in front.
            if file.has("EXIF", at: offset) {
                let start = offset + (file.has("Exif\0\0", at: offset + 8) ? 14 : 8)
                return start..<max(start, offset + 8 + length)
            }
            offset += 8 + length + length % 2
        }
        return nil
    }

    /// Finds the item of type “Exif” in the file's own meta box. Its first four bytes give the distance to the header
    /// in it.
    private static func heif(_ file: some ByteAccess) -> Int? {
        guard let meta = ISOBox.find("meta", in: file, from: 0, to: .max) else { return nil }
        // A version and flags precede the content.
        let inside = meta.start + 4
        guard let names = ISOBox.find("iinf", in: file, from: inside, to: meta.end),
            let places = ISOBox.find("iloc", in: file, from: inside, to: meta.end),
            let item = exifItem(names, file), let place = place(of: item, places, file), let skip = file.big32(place)
        else { return nil }
        return place + 4 + skip
    }

    private static func exifItem(_ names: ISOBox, _ file: some ByteAccess) -> Int? {
        // Version 0 counts the entries in two bytes, others in four.
        var offset = names.start + (file.number(names.start, 1, bigEndian: true) == 0 ? 6 : 8)
        for _ in 0..<mostChunks {
            guard let entry = ISOBox.find("infe", in: file, from: offset, to: names.end),
                let version = file.number(entry.start, 1, bigEndian: true)
            else { return nil }
            let length = version < 3 ? 2 : 4
            if version >= 2, file.has("Exif", at: entry.start + 4 + length + 2) {
                return file.number(entry.start + 4, length, bigEndian: true)
            }
            offset = entry.end
        }
        return nil
    }

    /// Returns the offset in the file of the first extent of an item.
    private static func place(of item: Int, _ places: ISOBox, _ file: some ByteAccess) -> Int? {
        guard let version = file.number(places.start, 1, bigEndian: true), version <= 2,
            let sizes = file.big16(places.start + 4)
        else { return nil }
        let (offsetLength, lengthLength) = (sizes >> 12, sizes >> 8 & 15)
        let (baseLength, indexLength) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        let idLength = version < 2 ? 2 : 4
        guard let count = file.number(places.start + 6, idLength, bigEndian: true) else { return nil }
        var offset = places.start + 6 + idLength
        for _ in 0..<min(count, mostChunks) {
            guard let id = file.number(offset, idLength, bigEndian: true) else { return nil }
            offset += idLength
            // The origin of the extents' offsets: 0 is the beginning of the file.
            let method = version == 0 ? 0 : (file.big16(offset) ?? 1) & 15
            offset += version == 0 ? 2 : 4
            let base = offset
            offset += baseLength
            guard let extents = file.big16(offset) else { return nil }
            offset += 2
            if id == item {
                guard method == 0, extents > 0 else { return nil }
                return sum(file, (base, baseLength), (offset + indexLength, offsetLength))
            }
            offset += extents * (indexLength + offsetLength + lengthLength)
        }
        return nil
    }

    /// Adds two numbers of 0, 4 or 8 bytes; nil for one of 8 bytes that is larger than any file.
    private static func sum(_ file: some ByteAccess, _ parts: (offset: Int, length: Int)...) -> Int? {
        var sum = 0
        for part in parts where part.length > 0 {
            let high = part.length == 8 ? file.big32(part.offset) : 0
            let low = part.length == 8 ? file.big32(part.offset + 4) : file.number(part.offset, 4, bigEndian: true)
            guard [4, 8].contains(part.length), let high, let low, high < 1 << 20 else { return nil }
            sum += high << 32 | low
        }
        return sum
    }
}
