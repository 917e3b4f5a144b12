// The parts of a JPEG, PNG or WebP, one after another without a gap: metadata, and what makes the picture.
// Sources: ITU-T T.81, annex B; EXIF 2.32, 4.7.2; XMP part 3, 1.1; CIPA DC-007; PNG 1.5; RFC 9649, 2.
import Photos

/// The parts of a file. Creation fails for one with anything else between them: it may be read in several ways.
struct ContainerParts {
    /// What a part is.
    enum Kind: Equatable {
        case exif, xmp
        /// Photoshop's resources in a JPEG.
        case resources
        /// The list of further pictures in a JPEG.
        case pictures
        /// The text of a PNG for a keyword.
        case text(String)
        /// The header of a WebP that says what it holds.
        case header
        /// The picture, and whatever else is in a file.
        case other
    }

    struct Part {
        let kind: Kind
        /// With its mark and its length.
        let range: Range<Int>
        /// Without, and without a name by which its kind is known.
        let content: Range<Int>
        /// Offset of the length.
        let size: Int
    }

    private(set) var parts: [Part] = []
    private let count: Int

    private init(count: Int) { self.count = count }

    /// Most parts: a photo in chunks of 8 KB has some ten thousand.
    private static let most = 1 << 18
    /// Segments of a JPEG before its image data, and bytes that may fill the room before the mark of one.
    private static let mostSegments = 512, mostFill = 256

    func first(_ kind: Kind) -> Part? { parts.first { $0.kind == kind } }

    /// The ranges of what makes the picture.
    var picture: [Range<Int>] { parts.filter { $0.kind == .other }.map(\.range) }

    private mutating func add(_ kind: Kind, _ range: Range<Int>, _ content: Range<Int>, size: Int) {
        // Of all but texts, a second one is not read.
        let isRead = [.exif, .xmp, .resources, .pictures, .header].contains(kind) ? first(kind) == nil : true
        parts.append(Part(kind: isRead ? kind : .other, range: range, content: content, size: size))
    }

    private mutating func addRest(from start: Int) {
        if start < count { add(.other, start..<count, start..<count, size: start) }
    }

    // MARK: JPEG

    private static let marks: [(marker: Int, mark: String, kind: Kind)] = [
        (0xE1, "Exif\0\0", .exif), (0xE1, "http://ns.adobe.com/xap/1.0/\0", .xmp),
        (0xED, "Photoshop 3.0\0", .resources), (0xE2, "MPF\0", .pictures),
    ]

    static func jpeg(_ file: some ByteAccess) throws(EmbeddingFailure) -> ContainerParts {
        var parts = ContainerParts(count: file.count), offset = 2
        func byte(_ offset: Int) -> Int? { file.number(offset, 1, bigEndian: true) }
        guard file.big16(0) == 0xFFD8 else { throw .damaged }
        for _ in 0..<mostSegments {
            let start = offset
            guard byte(offset) == 0xFF else { throw .damaged }
            for _ in 0..<mostFill where byte(offset + 1) == 0xFF { offset += 1 }
            guard let marker = byte(offset + 1) else { throw .damaged }
            if marker == 0xDA {
                parts.addRest(from: start)
                return parts
            }
            guard (0xC0..<0xFF).contains(marker), !(0xD0...0xD9).contains(marker),
                let length = file.big16(offset + 2), length >= 2
            else { throw .damaged }
            let content = offset + 4..<offset + 2 + length
            guard content.upperBound <= file.count else { throw .damaged }
            let known = marks.first { $0.marker == marker && file.has($0.mark, at: content.lowerBound) }
            let inside = content.lowerBound + (known?.mark.utf8.count ?? 0)
            guard inside <= content.upperBound else { throw .damaged }
            parts.add(
                known?.kind ?? .other, start..<content.upperBound, inside..<content.upperBound, size: offset + 2)
            offset = content.upperBound
        }
        throw .damaged
    }

    // MARK: PNG

    private static let longestKeyword = 79

    static func png(_ file: some ByteAccess) throws(EmbeddingFailure) -> ContainerParts {
        var parts = ContainerParts(count: file.count), offset = 8
        guard file.has("\u{1A}\n", at: 6), file.has("IHDR", at: 12) else { throw .damaged }
        for _ in 0..<most {
            guard let length = file.big32(offset), length < 1 << 31, offset + 12 + length <= file.count else {
                throw .damaged
            }
            let content = offset + 8..<offset + 8 + length
            var kind = Kind.other
            if file.has("eXIf", at: offset + 4) {
                kind = .exif
            } else if ["tEXt", "zTXt", "iTXt"].contains(where: { file.has($0, at: offset + 4) }),
                let head = file.bytes(offset + 8, count: min(length, longestKeyword + 1)),
                let end = head.firstIndex(of: 0)
            {
                kind = .text(String(decoding: head[..<end], as: UTF8.self))
            }
            parts.add(kind, offset..<content.upperBound + 4, content, size: offset)
            offset = content.upperBound + 4
            if file.has("IEND", at: content.lowerBound - 4) {
                parts.addRest(from: offset)
                return parts
            }
        }
        throw .damaged
    }

    // MARK: WebP

    static func webP(_ file: some ByteAccess) throws(EmbeddingFailure) -> ContainerParts {
        var parts = ContainerParts(count: file.count), offset = 12
        guard file.has("RIFF", at: 0), file.has("WEBP", at: 8), let length = file.little32(4), length.isMultiple(of: 2),
            length + 8 <= file.count
        else { throw .damaged }
        let kinds: [(String, Kind)] = [("VP8X", .header), ("EXIF", .exif), ("XMP ", .xmp)]
        for _ in 0..<most {
            if offset == length + 8 {
                parts.addRest(from: offset)
                return parts
            }
            guard let size = file.little32(offset + 4), offset + 8 + size + size % 2 <= length + 8 else {
                throw .damaged
            }
            let kind = kinds.first { file.has($0.0, at: offset) }?.1 ?? .other
            let end = offset + 8 + size + size % 2
            parts.add(kind, offset..<end, offset + 8..<offset + 8 + size, size: offset + 4)
            offset = end
        }
        throw .damaged
    }
}
