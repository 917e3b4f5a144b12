// The time at which a photo was taken, with the origin of that knowledge.

/// The time at which a photo was taken, by the clock of the place where it was taken.
public struct TakenTime: Hashable, Sendable {
    /// The origin of a time, the most trustworthy first.
    public enum Origin: UInt8, CaseIterable, Hashable, Sendable {
        /// EXIF DateTimeOriginal, or DateTimeDigitized.
        case exif = 1
        /// XMP, or a text chunk of PNG.
        case metadata = 2
        /// A date in the file's name, as cameras, phones and messengers write it.
        case fileName = 3
        /// The time of the last change: EXIF DateTime, or else the file's.
        case modification = 4
    }

    public let time: WallTime
    /// Hundredths of the second that have passed, 0…99.
    public let hundredths: Int
    /// Minutes by which the clock is ahead of UTC; nil when it is not known.
    public let offset: Int?
    public let origin: Origin

    public init(_ time: WallTime, hundredths: Int = 0, offset: Int? = nil, origin: Origin) {
        self.time = time
        self.hundredths = min(max(hundredths, 0), 99)
        self.offset = offset
        self.origin = origin
    }
}
