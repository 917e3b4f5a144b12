// A time as XMP writes it: ISO 8601, as far as the time is known. Source: XMP part 1, 8.2.1.2.

extension WrittenTime {
    /// `1975`, `1975-06`, `1975-06-14`, `1975-06-14T18:30:00.120+02:00`; `Z` for a time in UTC. A fraction always has
    /// three digits: darktable reads the first 23 characters.
    public var written: String { text(dates: "-", between: "T") }

    /// The same as darktable writes it: `1975:06:14 18:30:00.000`. One that is not wholly known has no other form.
    public var writtenWithColons: String { precision == .exact ? text(dates: ":", between: " ") : written }

    private func text(dates separator: String, between: String) -> String {
        var text = Self.digits(time.year, 4)
        if precision >= .month { text += separator + Self.digits(time.month, 2) }
        if precision >= .day { text += separator + Self.digits(time.day, 2) }
        guard precision == .exact else { return text }
        let clock = [time.hour, time.minute, time.second].map { Self.digits($0, 2) }
        text += between + clock.joined(separator: ":") + "." + Self.digits(hundredths * 10, 3)
        return text + (isUniversal ? "Z" : offset.map(Self.written(offset:)) ?? "")
    }

    /// `+02:00`.
    public static func written(offset minutes: Int) -> String {
        (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60, 2) + ":" + digits(abs(minutes) % 60, 2)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
