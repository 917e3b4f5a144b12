// The EXIF of an exported photo, made anew of what its original says.
// Sources: EXIF 2.32, 4.6; TIFF 6.0, section 2.
package import Photos

/// Directories of EXIF that say of a picture what those of its original say of that, as far as it is still true.
///
/// The picture is upright, in sRGB and of another size, and has no preview. Whatever describes the bytes of the
/// original is left out: of the main directory only the tags of the table are taken. The camera's own notes keep their
/// offset, because some of them count from the TIFF header; where that is not possible they are left out.
package struct ExportedEXIF {
    /// From the TIFF header on.
    package let bytes: [UInt8]

    /// Most bytes: a segment of JPEG holds 65,535, its length and a name among them.
    static let most = 65_000
    /// Most entries of a directory that are read.
    private static let mostEntries = 512

    /// Tags of the main directory: names of the document, camera, times, artist, rights, ratings and Windows' words.
    private static let mainTags: Set<Int> = [
        0x010D, 0x010E, 0x010F, 0x0110, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x013C, 0x4746, 0x4749, 0x8298,
        0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
    ]
    /// Tags of the photo's directory that describe the bytes of the original: compression, size, places in it, gamma.
    private static let formTags: Set<Int> = [0x9102, 0x9214, 0xA002, 0xA003, 0xA001, 0xA005, 0xA214, 0xA500]
    private static let orientation = 0x0112, exif = 0x8769, position = 0x8825, notes = 0x927C
    private static let colours = 0xA001, width = 0xA002, height = 0xA003, interoperability = 0xA005

    /// - Parameters:
    ///   - found: Where the original has its EXIF.
    ///   - size: That of the exported picture.
    ///   - withPlace: Whether position and the camera's own notes are taken.
    ///   - restated: What is said otherwise than in the original.
    /// - Returns: Nil where the original has none, or none that can be read.
    package init?(
        of file: some ByteAccess, _ found: EmbeddedMetadata, size: PixelSize, withPlace: Bool,
        restated: RestatedFacts = RestatedFacts()
    ) {
        guard let exif = found.exif,
            let main = Tags(file, header: exif.lowerBound, end: min(exif.upperBound, file.count))
        else { return nil }
        let replaced = restated.exifTags
        var all = replaced
        var written = Writer(isBigEndian: main.isBigEndian)
        // Canon's raw files have a TIFF for each directory.
        let photo: Tags? =
            if let own = found.own {
                Tags(file, header: own.lowerBound, end: min(own.upperBound, file.count))
            } else {
                main.directory(of: Self.exif)
            }
        written.main = main.entries.filter { Self.mainTags.contains($0.tag) && all.insert($0.tag).inserted }
        written.main.append(.short(Self.orientation, 1, main.isBigEndian))
        if let photo, photo.isBigEndian == main.isBigEndian {
            all = Self.formTags.union(replaced).union(restated.exifTags(ofDatesIn: photo.entries)).union([Self.notes])
            written.photo = photo.entries.filter { all.insert($0.tag).inserted }
            written.interoperability = photo.directory(of: Self.interoperability)?.entries ?? []
            if withPlace, found.own == nil { written.notes = photo.entries.first { $0.tag == Self.notes } }
        }
        written.photo += [
            .short(Self.colours, 1, main.isBigEndian), .long(Self.width, size.width, main.isBigEndian),
            .long(Self.height, size.height, main.isBigEndian),
        ]
        written.photo += restated.exifDate
        if withPlace {
            let place: Tags? =
                if let own = found.place {
                    Tags(file, header: own.lowerBound, end: min(own.upperBound, file.count))
                } else {
                    main.directory(of: Self.position)
                }
            if let place, place.isBigEndian == main.isBigEndian { written.position = place.entries }
            if let position = restated.position {
                written.position.removeAll { RestatedFacts.positionTags.contains($0.tag) }
                written.position += position.exif(isBigEndian: main.isBigEndian)
            }
        }
        guard let bytes = written.bytes ?? written.withoutNotes else { return nil }
        self.bytes = bytes
    }

    /// A number in the order of the directory.
    static func number(_ value: Int, _ length: Int, _ isBigEndian: Bool) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// One entry of a directory, with its value.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// In the order of the directory's numbers.
        let value: [UInt8]
        /// Where the value lies, from the TIFF header on; 0 for one in its entry.
        var offset = 0

        static func text(_ tag: Int, _ text: String) -> Entry {
            let value = Array(text.utf8) + [0]
            return Entry(tag: tag, type: 2, count: value.count, value: value)
        }
        static func short(_ tag: Int, _ value: Int, _ isBigEndian: Bool) -> Entry {
            Entry(tag: tag, type: 3, count: 1, value: ExportedEXIF.number(value, 2, isBigEndian))
        }
        static func long(_ tag: Int, _ value: Int, _ isBigEndian: Bool) -> Entry {
            Entry(tag: tag, type: 4, count: 1, value: ExportedEXIF.number(value, 4, isBigEndian))
        }
    }

    /// The entries of one directory of untrusted bytes.
    private struct Tags {
        private(set) var entries: [Entry] = []
        let isBigEndian: Bool
        private let read: (Int) -> Tags?

        /// Bytes of a value by its type, 1…13.
        private static let lengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

        /// - Parameters:
        ///   - offset: That of the directory from the header on; nil for the first one.
        ///   - depth: Directories that have led to this one.
        init?(_ file: some ByteAccess, header: Int, end: Int, at offset: Int? = nil, depth: Int = 0) {
            let isBigEndian = file.has("MM\0*", at: header)
            guard isBigEndian || file.has("II*\0", at: header) else { return nil }
            func number(_ place: Int, _ length: Int) -> Int? {
                place + length <= end ? file.number(place, length, bigEndian: isBigEndian) : nil
            }
            guard let start = offset ?? number(header + 4, 4), let count = number(header + start, 2) else { return nil }
            self.isBigEndian = isBigEndian
            read = { Tags(file, header: header, end: end, at: $0, depth: depth + 1) }
            var left = ExportedEXIF.most
            for index in 0..<min(count, ExportedEXIF.mostEntries) {
                let place = header + start + 2 + 12 * index
                guard let tag = number(place, 2), let type = number(place + 2, 2), let values = number(place + 4, 4)
                else { break }
                guard Self.lengths.indices.contains(type), type > 0 else { continue }
                let length = values * Self.lengths[type]
                guard length > 0, length <= left, let pointed = number(place + 8, 4) else { continue }
                let from = length <= 4 ? place + 8 : header + pointed
                guard from + length <= end, let value = file.bytes(from, count: length) else { continue }
                left -= length
                entries.append(
                    Entry(tag: tag, type: type, count: values, value: value, offset: length <= 4 ? 0 : pointed))
            }
        }

        func directory(of tag: Int) -> Tags? {
            guard let entry = entries.first(where: { $0.tag == tag }), entry.value.count == 4 else { return nil }
            let bytes = isBigEndian ? entry.value : entry.value.reversed()
            return read(bytes.reduce(0) { $0 << 8 | Int($1) })
        }
    }

    /// Directories on their way to bytes.
    private struct Writer {
        let isBigEndian: Bool
        var main: [Entry] = [], photo: [Entry] = [], position: [Entry] = [], interoperability: [Entry] = []
        var notes: Entry?

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        /// The same without the camera's own notes, which can take most of the room.
        var withoutNotes: [UInt8]? {
            var other = self
            other.notes = nil
            return other.bytes
        }

        /// Nil where they need too much room.
        var bytes: [UInt8]? {
            let kept = notes.map { $0.offset..<$0.offset + $0.value.count }
            if let kept, kept.lowerBound < 8 || kept.upperBound > ExportedEXIF.most { return nil }
            var room = Room(kept: kept)
            if let kept, let notes { room.put(notes.value, at: kept.lowerBound) }
            var places: [Int: Int] = [:]
            for (tag, entries) in [
                (ExportedEXIF.exif, photo + (notes.map { [$0] } ?? [])), (ExportedEXIF.position, position),
            ] where !entries.isEmpty {
                var entries = entries
                if tag == ExportedEXIF.exif, !interoperability.isEmpty {
                    let place = write(interoperability, [:], into: &room)
                    entries.append(.long(ExportedEXIF.interoperability, place, isBigEndian))
                }
                places[tag] = write(entries, [:], into: &room)
            }
            let first = write(main, places, into: &room)
            guard room.bytes.count <= ExportedEXIF.most else { return nil }
            let mark = isBigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)
            room.put(mark + ExportedEXIF.number(first, 4, isBigEndian), at: 0)
            return room.bytes
        }

        /// Writes a directory and its values; returns its offset.
        private func write(_ entries: [Entry], _ pointers: [Int: Int], into room: inout Room) -> Int {
            let all =
                (entries + pointers.map { .long($0.key, $0.value, isBigEndian) }).sorted { $0.tag < $1.tag }
            func number(_ value: Int, _ length: Int) -> [UInt8] {
                ExportedEXIF.number(value, length, isBigEndian)
            }
            var bytes = number(all.count, 2)
            for entry in all {
                bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
                if entry.value.count <= 4 {
                    bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
                } else if entry.tag == ExportedEXIF.notes, notes != nil {
                    bytes += number(entry.offset, 4)
                } else {
                    bytes += number(room.add(entry.value), 4)
                }
            }
            return room.add(bytes + [0, 0, 0, 0])
        }
    }

    /// Bytes that fill up around those that have a fixed place.
    private struct Room {
        private(set) var bytes = [UInt8](repeating: 0, count: 8)
        private let kept: Range<Int>?
        /// Where the next bytes go: before the kept ones as long as they fit there.
        private var next = 8

        init(kept: Range<Int>?) { self.kept = kept }

        mutating func add(_ added: [UInt8]) -> Int {
            if let kept, next < kept.upperBound, next + added.count > kept.lowerBound { next = kept.upperBound }
            // Offsets are even.
            next += next & 1
            defer { next += added.count }
            put(added, at: next)
            return next
        }

        mutating func put(_ added: [UInt8], at place: Int) {
            let missing = place + added.count - bytes.count
            if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
            bytes.replaceSubrange(place..<place + added.count, with: added)
        }
    }
}
