// A time as metadata write it: EXIF, XMP (ISO 8601), IPTC and PNG (RFC 1123), and as sloppy writers do. Sources: EXIF
// 2.32, 4.6.5; XMP part 1, 8.2.1.2; ISO 8601:2004; RFC 3339, 4.3; IPTC-IIM 4.2, 1.6; PNG 1.2, 11.3.4.2.
public import Photos

extension WrittenTime {
    /// Longest text that is parsed, in bytes.
    fileprivate static let longest = 64

    /// Parses digits, the year first: `2023:06:14 18:30:00`, `2023-06-14T18:30:00.12+02:00`, `20230614183000`,
    /// `2023: 6: 4  8: 5: 9`, `2023:06:14 06:30:00 PM`, `2023-06`, `2023`. `24:00:00` is the beginning of the next day.
    ///
    /// A month or a day of zeros or blanks is not known, and neither is what is left out: then only the year, the month
    /// or the day is. The same holds for a day whose time of day no clock shows. Nil for everything else, such as the
    /// zeros and blanks of a camera whose clock was never set, a day that the calendar does not have, or numbers that
    /// are no date.
    public init?(numbers text: String) {
        var rest = Reader(text.utf8.prefix(Self.longest))
        guard let time = rest.time() else { return nil }
        self = time
    }

    /// Parses either form.
    public init?(_ text: String) {
        guard let time = WrittenTime(numbers: text) ?? WrittenTime(words: text) else { return nil }
        self = time
    }

    /// Parses IPTC's date and the time that may be beside it: `19850714` or `1985-07-14`, `103000+0200` or `10:30:00`.
    public init?(date: String, clock: String?) {
        guard let day = WrittenTime(numbers: date), day.precision <= .day else { return nil }
        self = clock.flatMap { day.precision == .day ? WrittenTime(numbers: "\(date) \($0)") : nil } ?? day
    }

    /// Parses words: `Wed, 14 Jun 2023 18:30:00 +0200`, `14 June 2023 18:30 GMT`, `Wed Jun 14 18:30:00 2023`, `Wed 14
    /// Jun 2023 06:30:00 PM CEST`, `June 2023`, in any order that is unambiguous.
    public init?(words text: String) {
        var (month, day, year): (Int?, Int?, Int?) = (nil, nil, nil)
        var (clock, zone, isAfternoon): ([Int]?, Zone?, Bool?) = (nil, nil, nil)
        // Bytes above ASCII are the narrow blank in front of PM.
        for word in text.utf8.prefix(Self.longest).split(whereSeparator: { $0 == 32 || $0 == 44 || $0 >= 0x80 }) {
            let text = String(decoding: word, as: UTF8.self).lowercased()
            let numbers = text.split(separator: ":").compactMap { Int($0) }
            if clock != nil, text.hasPrefix("+") || text.hasPrefix("-") {
                zone = Zone(text)
            } else if text.utf8.contains(58), clock == nil, (2...3).contains(numbers.count) {
                clock = numbers
            } else if let number = Int(text) {
                if word.count == 4 { year = year ?? number } else { day = day ?? number }
            } else if ["gmt", "utc", "z"].contains(text) {
                zone = .universal
            } else if ["am", "pm"].contains(text) {
                isAfternoon = text == "pm"
            } else if word.count >= 3, let index = Self.months.firstIndex(of: String(text.prefix(3))) {
                month = month ?? index + 1
            }
        }
        guard let year, let month, day != nil || clock == nil else { return nil }
        let (first, minute, second) = clock.map { ($0[0], $0[1], $0.count > 2 ? $0[2] : 0) } ?? (0, 0, 0)
        var hour = first
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard
            let time = WallTime(
                year: year, month: month, day: day ?? 1, hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(
            time, offset: zone?.offset, precision: day == nil ? .month : clock == nil ? .day : .exact,
            isUniversal: zone == .universal)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses EXIF's OffsetTime: `+02:00`, `-0500`, `Z`.
    public static func offset(_ text: String) -> Int? { Zone(text)?.offset }

    /// Returns the hundredths that the decimal digits of a fraction mean, of which further ones are dropped: 5 in `05`,
    /// 50 in `5`. EXIF's SubSecTime is such digits.
    public static func hundredths(ofFraction text: String) -> Int {
        hundredths(text.utf8.prefix { (48...57).contains($0) })
    }

    fileprivate static func hundredths(_ digits: Substring.UTF8View) -> Int {
        var value = 0
        for index in 0..<2 { value = value * 10 + (digits.dropFirst(index).first.map { Int($0) - 48 } ?? 0) }
        return value
    }
}

/// What is written of a zone.
private enum Zone: Equatable {
    /// The clock of the place was ahead of UTC by so many minutes.
    case ahead(Int)
    /// The time is in UTC, and nothing is said of the place: `Z`, `UTC`, and -00:00 after RFC 3339.
    case universal

    init?(_ text: String) {
        var rest = Reader(text.utf8.prefix(WrittenTime.longest))
        rest.skipBlanks()
        guard let zone = rest.zone() else { return nil }
        self = zone
    }

    var offset: Int {
        switch self {
        case .ahead(let minutes): minutes
        case .universal: 0
        }
    }
}

/// The unread rest of a short text.
private struct Reader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    // MARK: Dates

    /// A part of a date.
    private enum Part: Equatable {
        case number(Int)
        /// Zeros, blanks, or nothing.
        case unknown
    }

    /// Reads a date and the time of day behind it.
    mutating func time() -> WrittenTime? {
        skipBlanks()
        let digits = allDigits()
        switch digits.count {
        case 4:
            guard let year = Self.number(digits), year > 0 else { return nil }
            return time(in: year)
        case 8, 12, 14, 17:
            // 20070630, 20070630184517 and with thousandths
            guard let year = Self.number(digits.prefix(4)), year > 0,
                let month = Self.number(digits.dropFirst(4).prefix(2)),
                let day = Self.number(digits.dropFirst(6).prefix(2))
            else { return nil }
            let isLong = digits.count > 8
            let date = Self.date(year, month == 0 ? .unknown : .number(month), day == 0 ? .unknown : .number(day))
            guard let date else { return nil }
            if isLong {
                // What is no time of day is no date either: it is a number.
                guard let clock = Clock(digits: digits.dropFirst(8)) else { return nil }
                return finished(date, completed(clock, isAfternoon: nil))
            }
            return rest.isEmpty || isBlank ? date : joined(date)
        default: return nil
        }
    }

    /// Reads what follows a year.
    private mutating func time(in year: Int) -> WrittenTime? {
        if isBlank { return Self.date(year, .unknown, .unknown) }
        skipBlanks()
        guard let month = part() else { return nil }
        if isBlank { return Self.date(year, month, .unknown) }
        guard let day = part() else { return nil }
        guard month != .unknown, day != .unknown else {
            // A time of day behind a month or a year says nothing; words would.
            return rest.allSatisfy(Self.isOfTimes) ? Self.date(year, month, .unknown) : nil
        }
        guard let date = Self.date(year, month, day) else { return nil }
        return rest.isEmpty || isBlank ? date : joined(date)
    }

    /// Reads a separator and one or two digits, or none.
    private mutating func part() -> Part? {
        guard skip(oneOf: ":-/.") else { return nil }
        skipBlanks()
        let digits = allDigits()
        guard digits.count <= 2 else { return nil }
        skipBlanks(before: ":-/.")
        guard let number = Self.number(digits), number > 0 else { return .unknown }
        return .number(number)
    }

    /// Returns a date; nil for one that no calendar has.
    private static func date(_ year: Int, _ month: Part, _ day: Part) -> WrittenTime? {
        var (numbers, precision) = ((month: 1, day: 1), TakenTime.Precision.year)
        if case .number(let month) = month {
            (numbers.month, precision) = (month, .month)
            if case .number(let day) = day { (numbers.day, precision) = (day, .day) }
        }
        return WallTime(year: year, month: numbers.month, day: numbers.day, hour: 0, minute: 0, second: 0)
            .map { WrittenTime($0, precision: precision) }
    }

    // MARK: Times of day

    /// A time of day.
    private struct Clock {
        var hour: Int, minute: Int, second: Int, hundredths = 0
        var zone: Zone?

        init?(_ hour: Int, _ minute: Int, _ second: Int) {
            guard minute < 60, second <= 60, hour < 24 || hour == 24 && minute == 0 && second == 0 else { return nil }
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }

        /// Four or six digits, with those of a fraction.
        init?(digits: Substring.UTF8View) {
            guard let hour = Reader.number(digits.prefix(2)), let minute = Reader.number(digits.dropFirst(2).prefix(2)),
                digits.count == 4 || digits.count >= 6
            else { return nil }
            self.init(hour, minute, Reader.number(digits.dropFirst(4).prefix(2)) ?? 0)
            hundredths = WrittenTime.hundredths(digits.dropFirst(6))
        }
    }

    /// Reads the time of day behind a date. If that is not a time, the date stays, unless its own last digits go on.
    private mutating func joined(_ date: WrittenTime) -> WrittenTime? {
        guard let first = rest.first, !Self.isLetter(first) || "TtZz".utf8.contains(first) else { return nil }
        guard skip(oneOf: " :Tt_,") else { return date }
        skipBlanks()
        return clock().map { finished(date, $0) } ?? date
    }

    private mutating func clock() -> Clock? {
        let isBefore = half()
        let digits = allDigits()
        var clock: Clock?
        if digits.count <= 2 {
            guard let hour = Self.number(digits) else { return nil }
            skipBlanks(before: ":.")
            guard let separator = rest.first, separator == UInt8(ascii: ":") || separator == UInt8(ascii: ".") else {
                // An hour alone, where nothing but its half of the day follows.
                let isAfternoon = isBefore ?? half()
                return isBlank ? Clock(hour, 0, 0).map { Self.turned($0, isAfternoon) } : nil
            }
            rest = rest.dropFirst()
            guard let minute = sexagesimal() else { return isBlank ? Clock(hour, 0, 0) : nil }
            skipBlanks(before: ":.")
            var second = 0
            if rest.first == separator {
                rest = rest.dropFirst()
                second = sexagesimal() ?? 0
            }
            clock = Clock(hour, minute, second)
        } else {
            clock = Clock(digits: digits)
        }
        return clock.map { completed($0, isAfternoon: isBefore) }
    }

    /// Reads what may follow a time of day: a fraction, its half of the day, a zone.
    private mutating func completed(_ clock: Clock, isAfternoon: Bool?) -> Clock {
        var clock = clock
        if skip(oneOf: ".,") { clock.hundredths = WrittenTime.hundredths(allDigits()) }
        skipBlanks()
        clock = Self.turned(clock, isAfternoon ?? half())
        skipBlanks()
        clock.zone = zone()
        return clock
    }

    /// Reads one or two digits, perhaps behind blanks.
    private mutating func sexagesimal() -> Int? {
        skipBlanks()
        let digits = allDigits()
        return digits.count <= 2 ? Self.number(digits) : nil
    }

    /// Reads `AM` or `PM`, as it is written anywhere, and tells whether it is the latter.
    private mutating func half() -> Bool? {
        var next = self
        next.skipBlanks()
        let isAfternoon = next.rest.first.map { $0 | 0x20 == UInt8(ascii: "p") } ?? false
        guard next.skip(oneOf: "AaPp") else { return nil }
        _ = next.skip(oneOf: ".")
        next.skipBlanks()
        guard next.skip(oneOf: "Mm") else { return nil }
        _ = next.skip(oneOf: ".")
        if let follower = next.rest.first, Self.isLetter(follower) { return nil }
        next.skipBlanks()
        self = next
        return isAfternoon
    }

    /// Returns the time of a clock of twelve hours on one of twenty-four. Hours that the former does not have are of
    /// the latter.
    private static func turned(_ clock: Clock, _ isAfternoon: Bool?) -> Clock {
        guard let isAfternoon, (1...12).contains(clock.hour) else { return clock }
        var turned = clock
        turned.hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
        return turned
    }

    private func finished(_ date: WrittenTime, _ clock: Clock) -> WrittenTime {
        guard date.precision == .day else { return date }
        var day: WallTime? = date.time
        if clock.hour == 24 { day = date.time.nextDay }
        guard let day,
            let time = WallTime(
                year: day.year, month: day.month, day: day.day, hour: clock.hour % 24, minute: clock.minute,
                second: clock.second)
        else { return date }
        return WrittenTime(
            time, hundredths: clock.hundredths, offset: clock.zone?.offset, isUniversal: clock.zone == .universal)
    }

    /// Reads `Z`, `UTC`, `GMT`, `±HH:MM`, `±HHMM` or `±HH`, up to the fourteen hours that there are.
    mutating func zone() -> Zone? {
        if skip(oneOf: "Zz") { return .universal }
        let word = rest.prefix(3).map { $0 | 0x20 }
        if word == Array("utc".utf8) || word == Array("gmt".utf8) {
            rest = rest.dropFirst(3)
            guard let sign = rest.first, "+-".utf8.contains(sign) else { return .universal }
        }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip(oneOf: "+-") else { return nil }
        let digits = allDigits()
        guard (1...4).contains(digits.count), let hours = Self.number(digits.count < 3 ? digits : digits.dropLast(2))
        else { return nil }
        var minutes = 0
        if digits.count > 2 {
            minutes = Self.number(digits.suffix(2)) ?? 0
        } else if skip(oneOf: ":") {
            let digits = allDigits()
            guard digits.count == 2, let number = Self.number(digits) else { return nil }
            minutes = number
        }
        guard hours <= 14, minutes < 60 else { return nil }
        if isBehind, hours == 0, minutes == 0 { return .universal }
        return .ahead((hours * 60 + minutes) * (isBehind ? -1 : 1))
    }

    // MARK: Characters

    /// Whether nothing is left but blanks, separators, zero bytes, and the marks of a date that somebody was not sure
    /// of.
    private var isBlank: Bool {
        // A digit, which most of these texts go on with, ends it at once.
        guard rest.first.map({ !(48...57).contains($0) }) ?? true else { return false }
        return rest.allSatisfy { $0 == 0 || Self.isSpace($0) || ":-/.?~".utf8.contains($0) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

    /// Whether a byte may stand in a time of day.
    private static func isOfTimes(_ byte: UInt8) -> Bool {
        // Asked of each byte of each time of each photo: a search through a text would cost as much as the rest.
        switch byte {
        case 0, 48...57: true
        case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ","): true
        case UInt8(ascii: "+"), UInt8(ascii: "?"): true
        case UInt8(ascii: "T"), UInt8(ascii: "Z"), UInt8(ascii: "t"), UInt8(ascii: "z"): true
        default: isSpace(byte)
        }
    }

    fileprivate static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// Reads all digits; a text that is parsed has few enough for a number.
    private mutating func allDigits() -> Substring.UTF8View {
        let found = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(found.count)
        return found
    }

    private mutating func skip(oneOf characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips blanks, also those that do not break.
    mutating func skipBlanks() {
        while let first = rest.first {
            if Self.isSpace(first) {
                rest = rest.dropFirst()
            } else if rest.starts(with: [0xC2, 0xA0]) {
                rest = rest.dropFirst(2)
            } else if rest.starts(with: [0xE2, 0x80, 0xAF]) {
                rest = rest.dropFirst(3)
            } else {
                return
            }
        }
    }

    /// Skips blanks where one of these characters follows.
    private mutating func skipBlanks(before characters: String) {
        var next = self
        next.skipBlanks()
        if let first = next.rest.first, characters.utf8.contains(first) { self = next }
    }
}
