// The date in a file's name, as cameras, phones, screenshot programs and messengers write it.
public import Photos

/// The time that a file name states: `IMG_20230614_183000.jpg`, `PXL_20230614_183000123.MP.jpg`,
/// `IMG-20230614-WA0001.jpg`, `WhatsApp Image 2023-06-14 at 18.30.00.jpeg`, `Screenshot from 2023-06-14 18-30-00.png`.
///
/// A date is eight digits by themselves (`20230614`), or a year, month and day between equal separators (`2023-06-14`).
/// A time of six digits or of three numbers may follow, behind a separator or a short word; fourteen digits are both.
/// Digits that are part of a longer number, or that no calendar has, are no date: `DSC_0001`, `12345678`, `20231350`.
/// The time is that of the place, but behind `PXL_`, where names are in UTC.
public struct FileNameDate: Hashable, Sendable {
    /// The time; midnight when the name states only a date.
    public private(set) var time: WrittenTime
    /// Whether the name states the time of day.
    public let hasClock: Bool

    /// Years that a name may state: further ones are numbers more often than years.
    private static let years = 1900...2099
    /// Bytes of a name that are looked at: twice what file systems allow.
    private static let longest = 512

    /// Finds the first date with a time in `name`, or else the first date.
    public init?(_ name: String) {
        let name = FilePath.name(of: name)
        let runs = DigitRun.all(in: Array(name.utf8.prefix(Self.longest)))
        var date: FileNameDate?
        for index in runs.indices {
            guard var found = Self.time(at: index, of: runs) else { continue }
            if found.hasClock, runs[index].followsPixel {
                found.time = WrittenTime(found.time.time, hundredths: found.time.hundredths, isUniversal: true)
            }
            if found.hasClock {
                self = found
                return
            }
            date = date ?? found
        }
        guard let date else { return nil }
        self = date
    }

    private init(_ time: WrittenTime, hasClock: Bool) {
        self.time = time
        self.hasClock = hasClock
    }

    private static func time(at index: Int, of runs: [DigitRun]) -> FileNameDate? {
        let run = runs[index]
        switch run.count {
        case 14, 17:
            // 20230614183000, with thousandths
            return made(
                run[0, 4], run[4, 2], run[6, 2], Clock(run[8, 2], run[10, 2], run[12, 2], hundredths(run, from: 14)))
        case 8:
            let clock = Clock(after: index, of: runs)
            // A number with letters in front is one of a series more often than a date.
            guard clock != nil || !run.followsLetter else { return nil }
            return made(run[0, 4], run[4, 2], run[6, 2], clock)
        case 4:
            guard index + 2 < runs.count, runs[index + 1].count == 2, runs[index + 2].count == 2,
                let separator = runs[index + 1].separator, "-_.:".utf8.contains(separator),
                runs[index + 2].separator == separator
            else { return nil }
            return made(run[0, 4], runs[index + 1][0, 2], runs[index + 2][0, 2], Clock(after: index + 2, of: runs))
        default: return nil
        }
    }

    private static func made(_ year: Int, _ month: Int, _ day: Int, _ clock: Clock?) -> FileNameDate? {
        let (hour, minute, second) = clock.map { ($0.hour, $0.minute, $0.second) } ?? (0, 0, 0)
        guard years.contains(year),
            let time = WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        let written = WrittenTime(
            time, hundredths: clock?.hundredths ?? 0, precision: clock == nil ? .day : .exact)
        return FileNameDate(written, hasClock: clock != nil)
    }

    /// Returns the hundredths in the digits of a run from `start`; 0 without any.
    fileprivate static func hundredths(_ run: DigitRun, from start: Int) -> Int {
        run.count >= start + 2 ? run[start, 2] : 0
    }
}

/// A time of day behind a date.
private struct Clock {
    let hour: Int, minute: Int, second: Int, hundredths: Int

    init?(_ hour: Int, _ minute: Int, _ second: Int, _ hundredths: Int) {
        guard hour < 24, minute < 60, second < 60 else { return nil }
        (self.hour, self.minute, self.second, self.hundredths) = (hour, minute, second, hundredths)
    }

    /// Reads the time behind the run at `date`; nil if no time follows.
    init?(after date: Int, of runs: [DigitRun]) {
        guard date + 1 < runs.count, runs[date + 1].joinsClock else { return nil }
        let first = runs[date + 1]
        // 183000, with thousandths
        if (6...9).contains(first.count) {
            self.init(first[0, 2], first[2, 2], first[4, 2], FileNameDate.hundredths(first, from: 6))
            return
        }
        guard date + 3 < runs.count, first.count <= 2, case let (minutes, seconds) = (runs[date + 2], runs[date + 3]),
            minutes.count == 2, seconds.count == 2, let separator = minutes.separator, ".-_:".utf8.contains(separator),
            seconds.separator == separator
        else { return nil }
        var hour = first[0, first.count]
        if let isAfternoon = seconds.isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // A counter behind the time has no three digits: `18-30-00-123` is a time with thousandths, `18-30-00-1` a
        // copy.
        let fraction =
            date + 4 < runs.count && runs[date + 4].count == 3 && runs[date + 4].separator != nil ? runs[date + 4] : nil
        self.init(hour, minutes[0, 2], seconds[0, 2], fraction.map { $0[0, 2] } ?? 0)
    }
}

/// Consecutive digits of a name with what surrounds them.
private struct DigitRun {
    private let digits: ArraySlice<UInt8>
    /// The bytes between this run and the one before it, or the beginning.
    private let gap: ArraySlice<UInt8>
    private let follower: ArraySlice<UInt8>

    static func all(in name: [UInt8]) -> [DigitRun] {
        var (runs, start, offset) = ([DigitRun](), 0, 0)
        while offset < name.count {
            guard (48...57).contains(name[offset]) else {
                offset += 1
                continue
            }
            let end = name[offset...].firstIndex { !(48...57).contains($0) } ?? name.count
            runs.append(
                DigitRun(digits: name[offset..<end], gap: name[start..<offset], follower: name[end...].prefix(5)))
            (start, offset) = (end, end)
        }
        return runs
    }

    var count: Int { digits.count }

    /// The number that `length` digits from `offset` are.
    subscript(_ offset: Int, _ length: Int) -> Int {
        digits.dropFirst(offset).prefix(length).reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// The byte between this run and the one before it, if there is only one.
    var separator: UInt8? { gap.count == 1 ? gap.first : nil }

    /// Whether the run follows what Pixel phones begin names with.
    var followsPixel: Bool { gap.suffix(4).map { $0 & 0xDF } == Array("PXL".utf8) + [UInt8(ascii: "_") & 0xDF] }

    var followsLetter: Bool { gap.last.map { isLetter($0) } ?? false }

    /// Whether the gap may lie between a date and its time: a separator, or a short word between blanks, such as “at”.
    var joinsClock: Bool {
        if let separator { return " _-.T".utf8.contains(separator) }
        let blank = UInt8(ascii: " ")
        if gap.count == 2 { return gap.last == blank && gap.first.map { ",-_ ".utf8.contains($0) } ?? false }
        return gap.count <= 8 && gap.first == blank && gap.last == blank
            && gap.dropFirst().dropLast().allSatisfy(isLetter)
    }

    /// Whether the run is followed by PM (true) or AM (false), behind a blank or the narrow one that does not break.
    var isAfternoon: Bool? {
        let narrow: [UInt8] = [0xE2, 0x80, 0xAF]
        let word = follower.starts(with: narrow) ? follower.dropFirst(3) : follower.drop { $0 == 32 }
        switch Array(word.prefix(2)) {
        case Array("PM".utf8), Array("pm".utf8): return true
        case Array("AM".utf8), Array("am".utf8): return false
        default: return nil
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) || byte >= 0x80 }
}
