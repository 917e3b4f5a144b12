// What a person asks for who changes the dates of photos.
public import Library
public import Photos

/// A change of the time at which photos were taken, as it is typed and chosen.
public enum DateChange: Hashable, Sendable {
    /// A date with or without a time of day, a month or a year: `1975`, `1975-06`, `1975-06-14`, `1975-06-14 18:30`.
    case date(String)
    /// What is added to a clock that was wrong.
    case shift(days: Int, hours: Int, minutes: Int)
    /// The zone to which the camera was set, and the one in which the photos were taken, in minutes ahead of UTC.
    case zone(from: Int, to: Int)

    /// The distances from UTC in minutes that zones have (IANA time zone database 2024).
    public static let zones: [Int] =
        (-12...14).map { $0 * 60 } + [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]

    /// The edit; nil where that is not whole, or no change.
    public var edit: PhotoEdit? {
        switch self {
        case .date(let text): return Self.time(text).map { .date($0) }
        case .shift(let days, let hours, let minutes):
            let seconds = ((days * 24 + hours) * 60 + minutes) * 60
            return seconds == 0 ? nil : .shift(seconds: seconds, zone: nil)
        case .zone(let from, let to): return from == to ? nil : .shift(seconds: (to - from) * 60, zone: to)
        }
    }

    /// Reads a date that is typed: digits with the year first, and nothing else.
    private static func time(_ text: String) -> WrittenTime? {
        let isDate = text.utf8.allSatisfy { (48...57).contains($0) || " -:./T+Z".utf8.contains($0) }
        let isWhole = text.utf8.last.map { (48...57).contains($0) || $0 == UInt8(ascii: "Z") } ?? false
        guard isDate, isWhole, let time = WrittenTime(numbers: text) else { return nil }
        // A month or a day that no calendar has, and what is no time of day, would be left out in silence.
        let numbers = text.split { !("0"..."9").contains($0) }
        let known = [TakenTime.Precision.year: 1, .month: 2, .day: 3][time.precision]
        if let known { return numbers.count == known && numbers.first?.count == 4 ? time : nil }
        return numbers.count >= 5 ? time : nil
    }

    /// The time that a photo gets.
    /// - Parameters:
    ///   - taken: What is known of it; nil for nothing.
    ///   - isPlausible: Whether a photo can have been taken then.
    /// - Returns: Nil where the edit is not whole.
    public func preview(
        of taken: TakenTime?, isPlausible: (WrittenTime) -> Bool
    ) -> Result<WrittenTime, EditRefusal>? {
        let result: Result<WrittenTime, EditRefusal>
        switch edit {
        case .date(let time?): result = .success(time)
        case .shift(let seconds, let zone): result = taken?.shifted(by: seconds, zone: zone) ?? .failure(.noDate)
        default: return nil
        }
        if case .success(let time) = result, !isPlausible(time) { return .failure(.implausibleDate) }
        return result
    }
}
