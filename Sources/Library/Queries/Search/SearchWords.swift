// The port to the names of months and weekdays in the user's language.

/// Names of the calendar by which photos are searched, beside the English ones.
public protocol SearchWords: Sendable {
    /// The names of each month, January first: full and abbreviated, in any case. Empty, or twelve.
    var months: [[String]] { get }
    /// The names of each day of the week, Monday first. Empty, or seven.
    var weekdays: [[String]] { get }
    /// Whether a date in numbers has the day before the month, as in `5.6.2021` for 5 June.
    var isDayFirst: Bool { get }
}

/// The English names, which are understood in every language.
public struct EnglishSearchWords: SearchWords {
    public let months = [
        ["january"], ["february"], ["march"], ["april"], ["may"], ["june"], ["july"], ["august"], ["september"],
        ["october"], ["november"], ["december"],
    ]
    public let weekdays = [
        ["monday"], ["tuesday"], ["wednesday"], ["thursday"], ["friday"], ["saturday"], ["sunday"],
    ]
    public let isDayFirst = false

    public init() {}
}
