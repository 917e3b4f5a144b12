// What is said of an exported photo otherwise than in its original.
// Sources: EXIF 2.32, 4.6.4 to 4.6.6; IPTC-IIM 4.2, 6; Microsoft's tags 0x9C9B to 0x9C9E.
package import Photos

/// What sidecars say of a photo otherwise than its file does. It goes into XMP and, where it is a time or a position,
/// into EXIF; what the file says of the same in EXIF and IPTC is left out.
package struct RestatedFacts: Hashable, Sendable {
    /// Kinds of words.
    package struct Kinds: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let title = Kinds(rawValue: 1), caption = Kinds(rawValue: 2), artist = Kinds(rawValue: 4)
        package static let keywords = Kinds(rawValue: 8)
        /// City, state and country together.
        package static let place = Kinds(rawValue: 16)
        package static let all: Kinds = [.title, .caption, .artist, .keywords, .place]
    }

    /// The kinds of words that are said otherwise.
    package var kinds: Kinds = []
    /// The words of these kinds. What is missing here is said of the photo no longer.
    package var words = PhotoDescription()
    /// When the photo was taken; nil where the file's own time counts.
    package var date: WrittenTime?
    /// Where it was taken; nil where the file's own position counts.
    package var position: CameraData.Position?

    package init() {}

    /// Whether nothing is said otherwise.
    package var isEmpty: Bool { self == RestatedFacts() }

    // MARK: IPTC

    /// Data sets of IPTC's application record, by the kinds that they repeat.
    private static let iptcSets: [(Kinds, Set<UInt8>)] = [
        (.title, [5]), (.caption, [120]), (.artist, [80]), (.keywords, [25]),
        (.place, [26, 27, 90, 92, 95, 100, 101]),
    ]
    private static let iptcDate: Set<UInt8> = [55, 60, 62, 63]

    /// The data sets that are left out.
    var iptcSets: Set<UInt8> {
        Self.iptcSets.reduce(into: date == nil ? [] : Self.iptcDate) { sets, pair in
            if kinds.contains(pair.0) { sets.formUnion(pair.1) }
        }
    }

    // MARK: EXIF

    /// Tags of EXIF, by the kinds that they repeat; among them Windows' and that of comments.
    private static let exifTags: [(Kinds, Set<Int>)] = [
        (.title, [0x9C9B]), (.caption, [0x010E, 0x9C9C, 0x9286]), (.artist, [0x013B, 0x9C9D]), (.keywords, [0x9C9E]),
    ]
    /// Time, offset and fraction of a second of the original, and of what was digitized.
    private static let original = 0x9003, digitized = 0x9004
    private static let originalTags: Set = [original, 0x9011, 0x9291], digitizedTags: Set = [digitized, 0x9012, 0x9292]
    /// Version, latitude, longitude and altitude.
    static let positionTags = 0...6

    /// The tags of words that are left out.
    var exifTags: Set<Int> {
        Self.exifTags.reduce(into: []) { tags, pair in
            if kinds.contains(pair.0) { tags.formUnion(pair.1) }
        }
    }

    /// The tags of times that are left out: also those of what was digitized, where it was so at the same time.
    func exifTags(ofDatesIn entries: [ExportedEXIF.Entry]) -> Set<Int> {
        guard date != nil else { return [] }
        func value(_ tag: Int) -> [UInt8]? { entries.first { $0.tag == tag }?.value }
        let isSame = value(Self.original) == value(Self.digitized)
        return isSame ? Self.originalTags.union(Self.digitizedTags) : Self.originalTags
    }

    /// The time in EXIF, which has no form for one that is not wholly known.
    var exifDate: [ExportedEXIF.Entry] {
        guard let date, date.precision == .exact else { return [] }
        // `1975:06:14 18:30:00`, before a fraction.
        var entries = [ExportedEXIF.Entry.text(Self.original, String(date.writtenWithColons.prefix(19)))]
        if let offset = date.offset { entries.append(.text(0x9011, WrittenTime.written(offset: offset))) }
        if date.hundredths > 0 { entries.append(.text(0x9291, String(date.hundredths + 100).suffix(2).description)) }
        return entries
    }
}

extension CameraData.Position {
    /// The position in EXIF's directory of it.
    func exif(isBigEndian: Bool) -> [ExportedEXIF.Entry] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> ExportedEXIF.Entry {
            ExportedEXIF.Entry(tag: tag, type: type, count: count, value: value)
        }
        /// A number as rationals: one, or degrees, minutes and seconds.
        func rationals(_ parts: [(Int, Int)]) -> [UInt8] {
            parts.flatMap { [$0.0, $0.1] }.flatMap { ExportedEXIF.number($0, 4, isBigEndian) }
        }
        func angle(_ tag: Int, _ degrees: Double) -> ExportedEXIF.Entry {
            let parts = 10_000, seconds = Int((abs(degrees) * 3600 * Double(parts)).rounded())
            let (minutes, rest) = (seconds / (60 * parts), seconds % (60 * parts))
            return entry(tag, 5, 3, rationals([(minutes / 60, 1), (minutes % 60, 1), (rest, parts)]))
        }
        var entries = [
            entry(0, 1, 4, [2, 3, 0, 0]), .text(1, latitude < 0 ? "S" : "N"), angle(2, latitude),
            .text(3, longitude < 0 ? "W" : "E"), angle(4, longitude),
        ]
        if let altitude {
            entries.append(entry(5, 1, 1, [altitude < 0 ? 1 : 0]))
            entries.append(entry(6, 5, 1, rationals([(Int((abs(altitude) * 100).rounded()), 100)])))
        }
        return entries
    }
}
