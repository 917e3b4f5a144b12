// A camera's notes as TIFF directories, and the containers that files hold them in.

/// Writes EXIF with any tags in its main directory, the camera's own, and the position's.
struct CameraNotes {
    enum Value {
        case text(String), short(Int), long(Int), byte(Int), fractions([(Int, Int)])
        case raw(type: Int, count: Int, bytes: [UInt8])
    }
    var bigEndian = false
    var main: [(tag: Int, value: Value)] = []
    var own: [(tag: Int, value: Value)] = []
    var place: [(tag: Int, value: Value)] = []
    /// Bytes between the header and the first directory, as a TIFF's picture is.
    var gap = 0
    /// Bytes behind the directories, as a thumbnail is.
    var lateGap = 0
    /// A packet of XMP; none if empty.
    var xmp: [UInt8] = []
    /// Chunks of a PNG before its image data, and behind them.
    var chunks: [(name: String, content: [UInt8])] = []
    var lateChunks: [(name: String, content: [UInt8])] = []
    /// Quarter turns of a HEIF's image, counter-clockwise.
    var turns = 0
    /// Property boxes of a HEIF behind its size and angle, entries of the table that gives them to items, and its
    /// references.
    var moreProperties: [UInt8] = []
    var moreAssociations: [[UInt8]] = []
    /// The entry of the only item in that table, in place of size and angle.
    var replacedAssociation: [UInt8]?
    var references: [UInt8] = []
    /// Whether containers other than TIFF leave out the EXIF.
    var hasNoEXIF = false

    static let usual = CameraNotes(
        main: [
            (0x010F, .text("Canon")), (0x0110, .text("Canon EOS R5")), (0x0112, .short(6)), (0x0131, .text("Hand 1.0")),
        ],
        own: [
            (0x829A, .fractions([(1, 250)])), (0x829D, .fractions([(28, 10)])), (0x8827, .short(400)),
            (0x9003, .text("2026:02:03 04:05:06")), (0x920A, .fractions([(35, 1)])), (0xA405, .short(52)),
            (0xA434, .text("RF35mm F1.8")),
        ],
        place: [
            (1, .text("S")), (2, .fractions([(33, 1), (52, 1), (768, 100)])), (3, .text("E")),
            (4, .fractions([(151, 1), (12, 1), (0, 1)])), (5, .byte(1)), (6, .fractions([(35, 10)])),
        ])

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let big = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
        return bigEndian ? big : big.reversed()
    }

    private func encoded(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let number): (3, 1, self.number(number, 2))
        case .long(let number): (4, 1, self.number(number, 4))
        case .byte(let number): (1, 1, [UInt8(number)])
        case .fractions(let list): (5, list.count, list.flatMap { number($0.0, 4) + number($0.1, 4) })
        case .raw(let type, let count, let bytes): (type, count, bytes)
        }
    }

    /// The directory as it stands at `offset`, what does not fit into its entries behind it.
    private func directory(_ entries: [(tag: Int, value: Value)], at offset: Int) -> [UInt8] {
        var data: [UInt8] = []
        let behind = offset + 2 + 12 * entries.count + 4
        let rows = entries.map { tag, value -> [UInt8] in
            let (type, count, bytes) = encoded(value)
            let head = Self.joined(number(tag, 2), number(type, 2), number(count, 4))
            if bytes.count <= 4 { return head + bytes + [UInt8](repeating: 0, count: 4 - bytes.count) }
            defer { data += bytes }
            return head + number(behind + data.count, 4)
        }
        return Self.joined(number(entries.count, 2), Array(rows.joined()), number(0, 4), data)
    }

    /// The TIFF, header included.
    var tiff: [UInt8] {
        let first = 8 + gap
        // Addresses are as long as the numbers that stand in for them, so the sizes hold.
        func mainDirectory(_ own: Int, _ place: Int) -> [UInt8] {
            directory(
                main + (xmp.isEmpty ? [] : [(0x02BC, .raw(type: 1, count: xmp.count, bytes: xmp))]) + [
                    (0x8769, .long(own))
                ]
                    + (self.place.isEmpty ? [] : [(0x8825, .long(place))]), at: first)
        }
        let ownStart = first + mainDirectory(0, 0).count
        let ownBytes = directory(own, at: ownStart)
        let placeStart = ownStart + ownBytes.count
        return Self.joined(
            Array((bigEndian ? "MM" : "II").utf8), number(42, 2), number(first, 4),
            [UInt8](repeating: 0xAA, count: gap),
            mainDirectory(ownStart, placeStart), ownBytes, place.isEmpty ? [] : directory(place, at: placeStart),
            [UInt8](repeating: 0xAA, count: lateGap))
    }

    // MARK: Containers

    static func big(_ value: Int, _ length: Int = 4) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    private static let mark = Array("Exif\0\0".utf8)

    /// The EXIF of containers that have XMP in a place of its own.
    private var bare: [UInt8] {
        var notes = self
        notes.xmp = []
        return notes.tiff
    }

    /// A JPEG's beginning: EXIF, XMP, then a frame header of 400 × 300, then nothing.
    var jpeg: [UInt8] {
        func segment(_ content: [UInt8]) -> [UInt8] {
            Self.joined([0xFF, 0xE1], Self.big(content.count + 2, 2), content)
        }
        return Self.joined(
            [0xFF, 0xD8], hasNoEXIF ? [] : segment(Self.mark + bare),
            xmp.isEmpty ? [] : segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp), [0xFF, 0xC0, 0, 11, 8],
            Self.big(300, 2), Self.big(400, 2), [1, 1, 0x11, 0])
    }

    /// A PNG's chunks without their content; EXIF comes behind the picture, as it may.
    var png: [UInt8] {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Self.joined(Self.big(content.count), Array(name.utf8), content, [0, 0, 0, 0])
        }
        let header = Self.joined(Self.big(400), Self.big(300), [8, 2, 0, 0, 0])
        return Self.joined(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], chunk("IHDR", header),
            Array(chunks.map { chunk($0.name, $0.content) }.joined()),
            chunk("IDAT", [UInt8](repeating: 7, count: 20_000)),
            hasNoEXIF ? [] : chunk("eXIf", bare),
            xmp.isEmpty ? [] : chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp),
            Array(lateChunks.map { chunk($0.name, $0.content) }.joined()), chunk("IEND", []))
    }

    /// A WebP's chunks; `marked` puts JPEG's mark in front of the EXIF.
    func webp(marked: Bool) -> [UInt8] {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let padding: [UInt8] = content.count % 2 == 0 ? [] : [0]
            return Self.joined(Array(name.utf8), Self.big(content.count).reversed(), content, padding)
        }
        let body = Self.joined(
            Array("WEBP".utf8), chunk("VP8X", [8, 0, 0, 0, 0x8F, 1, 0, 0x2B, 1, 0]), chunk("VP8 ", [1, 2, 3]),
            hasNoEXIF ? [] : chunk("EXIF", (marked ? Self.mark : []) + bare), xmp.isEmpty ? [] : chunk("XMP ", xmp))
        return Self.joined(Array("RIFF".utf8), Self.big(body.count).reversed(), body)
    }

    /// A HEIF's boxes around an image of 400 × 300 and items of EXIF and XMP.
    var heif: [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Self.joined(Self.big(content.count + 8), Array(name.utf8), content)
        }
        let ftyp = box("ftyp", Self.joined(Array("heic".utf8), [0, 0, 0, 0], Array("mif1heic".utf8)))
        let content = hasNoEXIF ? [] : Self.joined(Self.big(6), Self.mark, bare)
        func name(_ id: Int, _ type: String, _ media: String = "") -> [UInt8] {
            box("infe", Self.joined([2, 0, 0, 0], Self.big(id, 2), [0, 0], Array(type.utf8), [0], Array(media.utf8)))
        }
        func place(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
            Self.joined(Self.big(id, 2), [0, 0], Self.big(1, 2), Self.big(offset), Self.big(length))
        }
        func meta(_ offset: Int) -> [UInt8] {
            var names = [name(1, "hvc1")], places = [place(1, offset, 0)]
            if !hasNoEXIF {
                names.append(name(2, "Exif"))
                places.append(place(2, offset, content.count))
            }
            if !xmp.isEmpty {
                names.append(name(3, "mime", "application/rdf+xml\0"))
                places.append(place(3, offset + content.count, xmp.count))
            }
            let named = box("iinf", Self.joined([0, 0, 0, 0], Self.big(names.count, 2), Array(names.joined())))
            let placed = box(
                "iloc", Self.joined([0, 0, 0, 0, 0x44, 0], Self.big(places.count, 2), Array(places.joined())))
            let size = box("ispe", Self.joined([0, 0, 0, 0], Self.big(400), Self.big(300)))
            let turn = box("irot", [UInt8(turns)])
            let properties = box(
                "iprp",
                box("ipco", size + turn + moreProperties)
                    + box(
                        "ipma",
                        [0, 0, 0, 0] + Self.big(1 + moreAssociations.count) + (replacedAssociation ?? [0, 1, 2, 1, 2])
                            + moreAssociations.joined()))
            let handler = box(
                "hdlr", Self.joined(Self.big(0), Self.big(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13)))
            let primary = box("pitm", [0, 0, 0, 0, 0, 1])
            return box("meta", Self.joined([0, 0, 0, 0], handler, primary, named, placed, references, properties))
        }
        let offset = ftyp.count + meta(0).count + 8
        return Self.joined(ftyp, meta(offset), box("mdat", content + xmp))
    }
}
