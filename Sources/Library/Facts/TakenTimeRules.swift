// Which of the times that are known of a file is the one at which its photo was taken.
public import Photos

/// The choice of the time taken: the first plausible one of EXIF's, XMP's and PNG's, the file name's, and the times of
/// change that EXIF and the file system know.
///
/// A clock that was never set is no clock. Days on which clocks begin to count are left out: 1 January 1904 (Macintosh),
/// 1970 (Unix) and 1980 (FAT, and many cameras). So is what lies before the first photograph, of 1826, or more than a
/// day ahead, a day being more than two time zones differ by. 1 January 2000 stays: the clocks that begin there are few,
/// and archives write it, as the first day of any year, for scans of which only the year is known.
public struct TakenTimeRules: Sendable {
    /// All that is known of one file. Each may be missing.
    public struct Candidates: Sendable {
        /// EXIF's DateTimeOriginal and DateTimeDigitized, in this order.
        public var exif: [WrittenTime] = []
        /// XMP's exif:DateTimeOriginal, photoshop:DateCreated and xmp:CreateDate, and PNG's Creation Time, in this
        /// order.
        public var metadata: [WrittenTime] = []
        /// The file's name, or a path that ends in it.
        public var name = ""
        /// EXIF's DateTime, which programs set when they change a photo.
        public var written: WrittenTime?
        /// The file's time of change, in local time.
        public var modified: WrittenTime?

        /// Nothing is known.
        public init() {}
    }

    private let latest: WallTime?

    /// - Parameter now: The time in the time zone of the machine.
    public init(now: WallTime) { latest = now.nextDay }

    /// Returns the time taken; nil when no candidate is plausible.
    public func taken(_ candidates: Candidates) -> TakenTime? {
        let name = FileNameDate(candidates.name).map(\.time)
        return first(candidates.exif, .exif) ?? first(candidates.metadata, .metadata)
            ?? first([name].compactMap(\.self), .fileName)
            ?? first([candidates.written, candidates.modified].compactMap(\.self), .modification)
    }

    private func first(_ times: [WrittenTime], _ origin: TakenTime.Origin) -> TakenTime? {
        times.first { isPlausible($0.time) }.map {
            TakenTime($0.time, hundredths: $0.hundredths, offset: $0.offset, origin: origin)
        }
    }

    /// Returns whether a photo can have been taken at `time`.
    public func isPlausible(_ time: WallTime) -> Bool {
        if time.month == 1, time.day == 1, Self.epochs.contains(time.year) { return false }
        return time.year >= Self.firstPhotograph && latest.map { !time.isLater(than: $0) } ?? true
    }

    private static let epochs = [1904, 1970, 1980]
    /// The year of the oldest photograph that is left, Niépce's view from his window.
    private static let firstPhotograph = 1826
}

extension WallTime {
    /// The same time on the next day; nil after the last day of the year 9999.
    fileprivate var nextDay: WallTime? {
        func made(_ year: Int, _ month: Int, _ day: Int) -> WallTime? {
            WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        }
        return made(year, month, day + 1) ?? made(year, month + 1, 1) ?? made(year + 1, 1, 1)
    }

    fileprivate func isLater(than other: WallTime) -> Bool {
        if (year, month, day) != (other.year, other.month, other.day) {
            return (year, month, day) > (other.year, other.month, other.day)
        }
        return (hour, minute, second) > (other.hour, other.minute, other.second)
    }
}
