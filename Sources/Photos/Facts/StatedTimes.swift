// The places at which a photo's files state when it was taken, and which statement wins.
// Sources: Metadata Working Group, “Guidelines for Handling Image Metadata” 2.0, 5.4; EXIF 2.32, 4.6.5; XMP part 2,
// 3.1 to 3.3; IPTC-IIM 4.2, 6; QuickTime File Format, “Metadata”.

/// A place at which a time may be stated, in the order in which statements count: the first that is plausible wins, and
/// of a later one that tells the same time more exactly the rest is taken. The facts' reader, the catalogue, the panel
/// and the search have the time that this order gives.
///
/// What says when the photo was taken stands before what says when it was digitised, which for a scan is another time;
/// within both a sidecar, which a person's program has written later, stands before the file, as in darktable and
/// Lightroom. What programs set when they write a file comes last.
public enum TimeStatement: UInt8, CaseIterable, Comparable, Sendable {
    /// A sidecar's `exif:DateTimeOriginal`, `photoshop:DateCreated`.
    case sidecarOriginal = 1, sidecarCreated
    /// EXIF 0x9003, in TIFF/EP in the main directory.
    case exifOriginal
    /// The same two of an XMP packet.
    case xmpOriginal, xmpCreated
    /// IPTC 2:55 and 2:60.
    case iptcCreated
    /// A film's `com.apple.quicktime.creationdate`, `date` or `©day`, AVI's IDIT: by the clock of the place.
    case movieCreated
    /// EXIF 0x9004.
    case exifDigitized
    /// `xmp:CreateDate` of a sidecar, of a packet.
    case sidecarDigitized, xmpDigitized
    /// IPTC 2:62 and 2:63.
    case iptcDigitized
    /// PNG's text “Creation Time”.
    case pngCreation
    /// A date with a time of day in the file's name.
    case nameWithClock
    /// A film's `mvhd`, Matroska's DateUTC: in UTC.
    case movieHeader
    /// EXIF's GPSDateStamp and GPSTimeStamp, XMP's `exif:GPSTimeStamp`: in UTC.
    case position
    /// A date alone in the file's name.
    case nameWithoutClock
    /// EXIF 0x0132, which programs set when they change a photo.
    case exifChanged
    /// The file's time of change, by the clock of this machine.
    case fileChanged

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// What is said of it.
    public var origin: TakenTime.Origin {
        switch self {
        case .sidecarOriginal, .sidecarCreated, .sidecarDigitized: .sidecar
        case .exifOriginal, .exifDigitized, .position: .exif
        case .xmpOriginal, .xmpCreated, .iptcCreated, .movieCreated, .xmpDigitized, .iptcDigitized, .pngCreation,
            .movieHeader:
            .metadata
        case .nameWithClock, .nameWithoutClock: .fileName
        case .exifChanged, .fileChanged: .modification
        }
    }
}

/// All times that are stated for one photo. Each may be missing.
public struct StatedTimes: Hashable, Sendable {
    /// One statement.
    public struct Entry: Hashable, Sendable {
        public let statement: TimeStatement
        public let time: WrittenTime
    }

    /// In the order in which they count.
    public private(set) var entries: [Entry] = []
    /// Minutes by which the clock of the place was ahead of UTC, where the file says it of a time that it lacks or that
    /// has none of its own.
    public var offset: Int?

    /// Nothing is known.
    public init() {}

    /// The time at one place. Setting nil leaves what is there.
    public subscript(statement: TimeStatement) -> WrittenTime? {
        get { entries.first { $0.statement == statement }?.time }
        set {
            guard let newValue else { return }
            let entry = Entry(statement: statement, time: newValue)
            let index = entries.firstIndex { $0.statement >= statement } ?? entries.endIndex
            if index < entries.endIndex, entries[index].statement == statement {
                entries[index] = entry
            } else {
                if entries.isEmpty { entries.reserveCapacity(4) }
                entries.insert(entry, at: index)
            }
        }
    }

    /// Adds what is missing here.
    public mutating func complete(with other: StatedTimes) {
        for entry in other.entries where self[entry.statement] == nil { self[entry.statement] = entry.time }
        offset = offset ?? other.offset
    }
}
