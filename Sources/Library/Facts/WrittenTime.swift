// A time as metadata write it: EXIF, XMP (ISO 8601) and PNG (RFC 1123). Sources: EXIF 2.32, 4.6.5; XMP part 1, 8.2.1.2;
// PNG 1.2, 11.3.4.2.
public import Photos

/// A time that was parsed from a text, with a fraction of its second and its distance from UTC where they are given.
public struct WrittenTime: Hashable, Sendable {
    public var time: WallTime
    /// Hundredths of the second, 0…99.
    public var hundredths: Int
    /// Minutes by which the clock is ahead of UTC; nil when the text does not say.
    public var offset: Int?

    public init(_ time: WallTime, hundredths: Int = 0, offset: Int? = nil) {
        self.time = time
        self.hundredths = hundredths
        self.offset = offset
    }

    /// Longest text that is parsed, in bytes.
    private static let longest = 64

    /// Parses digits first: `2023:06:14 18:30:00`, `2023-06-14T18:30:00.12+02:00`, `2023-06-14`, `2023-06`, `2023`. What
    /// is left out is the first month, the first day, midnight. Nil for what is no time, such as the zeros and blanks
    /// of a camera whose clock was never set.
    public init?(numbers text: String) {
        var rest = Reader(text.utf8.prefix(Self.longest))
        guard let year = rest.digits(4) else { return nil }
        var parts = [year, 1, 1, 0, 0, 0]
        for (index, separators) in [":-/.", ":-/.", " T", ":.", ":."].enumerated() {
            // A date may be followed by blanks, as writers pad it to EXIF's twenty bytes.
            guard rest.skip(oneOf: separators) else { break }
            if index == 2 { rest.skipBlanks() }
            guard let part = rest.digits(2) else {
                // `2023-06-14 ` and `18:30:  ` are times without what follows; other text is none.
                guard rest.isBlank, index > 0 else { return nil }
                break
            }
            parts[index + 1] = part
        }
        guard
            let time = WallTime(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        else { return nil }
        self.init(time)
        if rest.skip(oneOf: ".,") { hundredths = Self.hundredths(rest.allDigits()) }
        rest.skipBlanks()
        offset = rest.offset()
    }

    /// Parses either form.
    public init?(_ text: String) {
        guard let time = WrittenTime(numbers: text) ?? WrittenTime(words: text) else { return nil }
        self = time
    }

    /// Parses words: `Wed, 14 Jun 2023 18:30:00 +0200`, `14 June 2023 18:30 GMT`, `Wed Jun 14 18:30:00 2023`, `Wed 14 Jun
    /// 2023 06:30:00 PM CEST`, in any order that is unambiguous.
    public init?(words text: String) {
        var (month, day, year): (Int?, Int?, Int?) = (nil, nil, nil)
        var (clock, offset, isAfternoon): ([Int]?, Int?, Bool?) = (nil, nil, nil)
        // Bytes above ASCII are the narrow blank in front of PM.
        for word in text.utf8.prefix(Self.longest).split(whereSeparator: { $0 == 32 || $0 == 44 || $0 >= 0x80 }) {
            let text = String(decoding: word, as: UTF8.self).lowercased()
            let numbers = text.split(separator: ":").compactMap { Int($0) }
            if clock != nil, text.hasPrefix("+") || text.hasPrefix("-") {
                offset = Self.offset(text)
            } else if text.utf8.contains(58), clock == nil, (2...3).contains(numbers.count) {
                clock = numbers
            } else if let number = Int(text) {
                if word.count == 4 { year = year ?? number } else { day = day ?? number }
            } else if ["gmt", "utc", "z"].contains(text) {
                offset = 0
            } else if ["am", "pm"].contains(text) {
                isAfternoon = text == "pm"
            } else if word.count >= 3, let index = Self.months.firstIndex(of: String(text.prefix(3))) {
                month = month ?? index + 1
            }
        }
        guard let year, let month, let day else { return nil }
        let (first, minute, second) = clock.map { ($0[0], $0[1], $0.count > 2 ? $0[2] : 0) } ?? (0, 0, 0)
        var hour = first
        if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard let time = WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(time, offset: offset)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses EXIF's OffsetTime: `+02:00`, `-0500`, `Z`.
    public static func offset(_ text: String) -> Int? {
        var rest = Reader(text.utf8.prefix(longest))
        rest.skipBlanks()
        return rest.offset()
    }

    /// Returns the hundredths that the decimal digits of a fraction mean, of which further ones are dropped: 5 in `05`,
    /// 50 in `5`. EXIF's SubSecTime is such digits.
    public static func hundredths(ofFraction text: String) -> Int { hundredths(text.utf8.prefix { (48...57).contains($0) }) }

    private static func hundredths(_ digits: Substring.UTF8View) -> Int {
        var value = 0
        for index in 0..<2 { value = value * 10 + (digits.dropFirst(index).first.map { Int($0) - 48 } ?? 0) }
        return value
    }
}

/// The unread rest of a short text.
private struct Reader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    var isBlank: Bool { rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") || $0 == 0 } }

    /// Reads a number of exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        let found = rest.prefix(count)
        guard found.count == count, found.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return found.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    mutating func allDigits() -> Substring.UTF8View {
        let found = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(found.count)
        return found
    }

    mutating func skip(oneOf characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") } }

    /// Reads `Z`, `±HH:MM`, `±HHMM` or `±HH`, up to the fourteen hours that there are, in minutes.
    mutating func offset() -> Int? {
        if skip(oneOf: "Zz") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip(oneOf: "+-"), let hours = digits(2) else { return nil }
        _ = skip(oneOf: ":")
        let minutes = digits(2) ?? 0
        guard hours <= 14, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isBehind ? -1 : 1)
    }
}
