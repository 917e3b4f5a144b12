// The time at which a photo was taken, with the origin of that knowledge.

/// The time at which a photo was taken, by the clock of the place where it was taken.
public struct TakenTime: Hashable, Sendable {
    /// The origin of a time.
    public enum Origin: UInt8, CaseIterable, Hashable, Sendable {
        /// EXIF DateTimeOriginal, or DateTimeDigitized.
        case exif = 1
        /// XMP, IPTC, a text chunk of PNG, or the header of a video.
        case metadata = 2
        /// A date in the file's name, as cameras, phones and messengers write it.
        case fileName = 3
        /// The time of the last change: EXIF DateTime, or else the file's.
        case modification = 4
        /// A sidecar of the photo.
        case sidecar = 5
    }

    /// How much of a time is known.
    public enum Precision: UInt8, CaseIterable, Comparable, Sendable {
        case year = 0, month = 1, day = 2, exact = 3

        public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// What has put the time on the clock of the place.
    public enum Clock: UInt8, CaseIterable, Hashable, Sendable {
        /// It was written by that clock.
        case place = 0
        /// The file states the time in UTC, and how far its clock was ahead of that.
        case offset = 1
        /// The file states the time in UTC, and elsewhere, or in its name, the same moment by the clock of the place.
        case file = 2
        /// The time was known in UTC alone and is on the clock of this machine.
        case machine = 3
    }

    /// What is not known of it is the beginning: the first month, the first day, midnight.
    public let time: WallTime
    /// Hundredths of the second that have passed, 0…99.
    public let hundredths: Int
    /// Minutes by which the clock is ahead of UTC; nil when it is not known.
    public let offset: Int?
    public let precision: Precision
    public let origin: Origin
    public let clock: Clock

    public init(
        _ time: WallTime, hundredths: Int = 0, offset: Int? = nil, precision: Precision = .exact, origin: Origin,
        clock: Clock = .place
    ) {
        self.time = time.beginning(of: precision)
        self.hundredths = precision == .exact ? min(max(hundredths, 0), 99) : 0
        self.offset = offset
        self.precision = precision
        self.origin = origin
        self.clock = clock
    }
}
