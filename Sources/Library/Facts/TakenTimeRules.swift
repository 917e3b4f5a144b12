// Which of the times that are known of a file is the one at which its photo was taken, and by which clock.
public import Photos

/// The choice of the time taken: the first plausible statement in the order of `TimeStatement`, on the photographer's
/// clock.
///
/// A clock that was never set is no clock. Days on which clocks begin to count are left out: 1 January 1904
/// (Macintosh), 1970 (Unix) and 1980 (FAT, and many cameras); of such a year alone a person has written. So is what
/// lies before the first photograph, of 1826, or more than a day ahead, a day being more than two time zones differ by.
/// 1 January 2000 stays: the clocks that begin there are few, and archives write it, as the first day of any year, for
/// scans of which only the year is known.
///
/// A moment that is known in UTC alone is put on the clock of the place: by the distance from UTC that the file states,
/// or else by another statement of the same moment that this clock has written, in the file or in its name; or else on
/// the clock of this machine, which is that of the place for most photos.
public struct TakenTimeRules: Sendable {
    private let latest: WallTime?
    private let clock: any LocalClock

    /// - Parameters:
    ///   - now: The time in the time zone of the machine.
    ///   - clock: The rules of that zone.
    public init(now: WallTime, clock: any LocalClock = UTCClock()) {
        latest = now.nextDay
        self.clock = clock
    }

    /// Returns the time taken; nil when no statement is plausible.
    /// - Parameter name: The file's name, or a path that ends in it.
    public func taken(_ stated: StatedTimes, name: String = "") -> TakenTime? {
        var stated = stated
        if let named = FileNameDate(name) {
            stated[named.hasClock ? .nameWithClock : .nameWithoutClock] = named.time
        }
        let plausible = stated.entries.lazy.filter { isPlausible($0.time) }
        guard var best = plausible.first else { return nil }
        // The times of change are those of later events. A year that a person has given a scan stays a year.
        let isGiven = best.statement == .sidecarOriginal && best.time.precision < .exact
        for entry in plausible
        where !isGiven && entry.statement < .exifChanged && best.time.isRefined(by: entry.time) {
            best = entry
        }
        let origin = best.statement.origin
        guard best.time.isUniversal else {
            // A sidecar repeats the file's time, and most leave the distance from UTC out.
            let same = plausible.first { entry in
                entry.time.time == best.time.time && entry.time.offset != nil && !entry.time.isUniversal
            }
            let offset = best.time.precision == .exact ? best.time.offset ?? same?.time.offset ?? stated.offset : nil
            return TakenTime(
                best.time.time, hundredths: best.time.hundredths,
                offset: offset ?? Self.offset(of: best.time, by: plausible), precision: best.time.precision,
                origin: origin)
        }
        if let offset = stated.offset { return placed(best.time, ahead: offset * 60, origin, .offset) }
        let written = plausible.compactMap { entry in
            entry.statement < .exifChanged ? Self.offset(of: entry.time, from: best.time) : nil
        }
        if let offset = written.first { return placed(best.time, ahead: offset * 60, origin, .file) }
        return placed(best.time, ahead: clock.secondsAhead(at: best.time.time.seconds), origin, .machine)
    }

    /// Returns whether a photo can have been taken at `time`.
    public func isPlausible(_ time: WrittenTime) -> Bool {
        let (precision, time) = (time.precision, time.time)
        if precision >= .day, time.month == 1, time.day == 1, Self.epochs.contains(time.year) { return false }
        return time.year >= Self.firstPhotograph && latest.map { !time.isLater(than: $0) } ?? true
    }

    private static let epochs = [1904, 1970, 1980]
    /// The year of the oldest photograph that is left, Niépce's view from his window.
    private static let firstPhotograph = 1826

    // MARK: Clocks

    /// Most seconds by which two statements of one moment differ, but for their zones: a camera's clock against that of
    /// satellites, and the length of most videos, of which one statement is the beginning and one the end.
    private static let slack = 300
    /// Zones are whole quarters of an hour apart, at most fourteen hours from UTC.
    private static let quarter = 900, farthest = 14 * 3600

    /// The minutes by which the clock that has written `time` was ahead of UTC, by what the file knows of the same
    /// moment in UTC.
    private static func offset(of time: WrittenTime, by plausible: some Sequence<StatedTimes.Entry>) -> Int? {
        for entry in plausible where entry.time.isUniversal {
            if let offset = offset(of: time, from: entry.time) { return offset }
        }
        return nil
    }

    /// The minutes by which the clock that has written `local` was ahead of UTC, where both are the same moment.
    private static func offset(of local: WrittenTime, from universal: WrittenTime) -> Int? {
        guard local.precision == .exact, !local.isUniversal else { return nil }
        let ahead = Int(local.time.seconds - universal.time.seconds)
        let rounded = (ahead + (ahead >= 0 ? quarter / 2 : -quarter / 2)) / quarter * quarter
        return abs(rounded) <= farthest && abs(ahead - rounded) <= slack ? rounded / 60 : nil
    }

    private func placed(
        _ time: WrittenTime, ahead: Int, _ origin: TakenTime.Origin, _ clock: TakenTime.Clock
    ) -> TakenTime? {
        WallTime(seconds: time.time.seconds + Int64(ahead)).map {
            TakenTime($0, hundredths: time.hundredths, offset: ahead / 60, origin: origin, clock: clock)
        }
    }
}

extension WallTime {
    /// The same time on the next day; nil after the last day of the year 9999.
    var nextDay: WallTime? {
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

    /// Seconds since 1970 if this is a time in UTC. A leap second counts as the one before it.
    public var seconds: Int64 {
        let days = CivilDay(year: year, month: month, day: day).number - CivilDay.epoch.number
        return Int64(days * 86_400 + (hour * 60 + minute) * 60 + min(second, 59))
    }

    /// The time in UTC of so many seconds since 1970; nil where the year has not four digits.
    public init?(seconds: Int64) {
        guard let seconds = Int(exactly: seconds), seconds.magnitude < 1 << 40 else { return nil }
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let date = CivilDay(number: CivilDay.epoch.number + day).date, rest = seconds - day * 86_400
        self.init(
            year: date.year, month: date.month, day: date.day, hour: rest / 3600, minute: rest / 60 % 60,
            second: rest % 60)
    }
}
