// Where a HEIF or AVIF file keeps EXIF and XMP, its size and how it lies: by the item tables of its meta box.
// Sources: ISO 14496-12, 8.11; ISO 23008-12, A.2.1 and A.3 (EXIF and XMP as items), 6.5.3 and 6.5.10 (ispe, irot).
import Photos

extension EmbeddedMetadata {
    /// Finds the first items of type “Exif” and of XMP's media type in the file's own meta box. EXIF's first four bytes
    /// give the distance to the header in it.
    mutating func findInHEIF(_ file: some ByteAccess, _ count: Int) {
        noteSize(file, count)
        guard let meta = ISOBox.find("meta", in: file, from: 0, to: .max) else { return }
        // A version and flags precede the content.
        let inside = meta.start + 4
        guard let names = ISOBox.find("iinf", in: file, from: inside, to: meta.end),
            let places = ISOBox.find("iloc", in: file, from: inside, to: meta.end)
        else { return }
        let items = HEIFMetadataItems(names, file)
        if let item = items.exif, let place = Self.place(of: item, places, file),
            let skip = file.big32(place.lowerBound)
        {
            let start = place.lowerBound + 4 + skip
            if start < count { exif = start..<count }
        }
        xmp = items.xmp.flatMap { Self.place(of: $0, places, file) }
    }

    /// Notes size and orientation of the shown item, which its loader turns upright by the item's own properties and
    /// not by EXIF.
    private mutating func noteSize(_ file: some ByteAccess, _ count: Int) {
        guard let items = HEIFItems(file, count: count), let item = items.items[items.primary] else { return }
        if let box = items.properties(of: item, "ispe").first, let width = file.big32(box.start + 4),
            let height = file.big32(box.start + 8)
        {
            size = PixelSize(announcedWidth: width, height: height)
        }
        orientation = items.orientation(of: item)
    }

    /// Returns the first item of XMP's media type.
    /// - Parameter names: The content of the iinf box.
    static func packetItem(_ names: ISOBox, _ file: some ByteAccess) -> Int? { HEIFMetadataItems(names, file).xmp }

    /// Returns the first extent of an item in the file.
    private static func place(of item: Int, _ places: ISOBox, _ file: some ByteAccess) -> Range<Int>? {
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
                let extent = offset + indexLength
                guard let start = sum(file, (base, baseLength), (extent, offsetLength)),
                    let length = sum(file, (extent + offsetLength, lengthLength))
                else { return nil }
                return start..<start + length
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

/// The items of metadata among all items of a file.
private struct HEIFMetadataItems {
    var exif: Int?
    var xmp: Int?

    /// - Parameter names: The content of the iinf box.
    package init(_ names: ISOBox, _ file: some ByteAccess) {
        // Version 0 counts the entries in two bytes, others in four.
        var offset = names.start + (file.number(names.start, 1, bigEndian: true) == 0 ? 6 : 8)
        for _ in 0..<EmbeddedMetadata.mostChunks where exif == nil || xmp == nil {
            guard let entry = ISOBox.find("infe", in: file, from: offset, to: names.end),
                let version = file.number(entry.start, 1, bigEndian: true)
            else { return }
            let length = version < 3 ? 2 : 4
            let type = entry.start + 4 + length + 2
            if version >= 2, let item = file.number(entry.start + 4, length, bigEndian: true) {
                if exif == nil, file.has("Exif", at: type) { exif = item }
                // Behind the item's name, which is usually empty, comes the media type.
                if xmp == nil, file.has("mime", at: type),
                    let text = file.bytes(type + 4, count: min(64, max(0, entry.end - type - 4))),
                    let end = text.firstIndex(of: 0), text[(end + 1)...].starts(with: "application/rdf+xml".utf8)
                {
                    xmp = item
                }
            }
            offset = entry.end
        }
    }
}
