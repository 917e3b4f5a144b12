// How a message becomes text.

/// A language that messages are put into.
public protocol MessageLanguage {
    /// Returns the translation of a sentence, with its names still in braces; the sentence itself if there is none.
    func translation(of sentence: String, context: String?) -> String
    /// Returns the translation of a sentence for a number of things, likewise.
    func translation(of one: String, many: String, count: Int) -> String
    /// Returns a day in words.
    func day(_ time: WallTime) -> String
    /// Returns a month with its year in words.
    func month(_ time: WallTime) -> String
    /// Returns a year.
    func year(_ time: WallTime) -> String
    /// Returns a time of day.
    func clock(_ time: WallTime) -> String
    /// What stands between a number and its decimals.
    var decimalSeparator: String { get }
    /// Whether its letters run from right to left.
    var isRightToLeft: Bool { get }
}

/// The longest text that is put into a sentence, in UTF-8 bytes: a path may have as many.
private let longestText = 4096
/// The length from which a sentence is not filled any further, in UTF-8 bytes.
private let longestSentence = 4 * longestText

/// The blocks of letters from right to left in Unicode 15, and their forms for compatibility.
private let rightToLeftLetters: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
]

extension MessageLanguage {
    /// Returns the message in this language, fit for a label: what its texts hold cannot change the sentence around
    /// them.
    public func text(_ message: Message) -> String {
        switch message.wording {
        case .sentence(let sentence, let context):
            filled(translation(of: sentence, context: context), message.values)
        case .plural(let one, let many, let count):
            filled(translation(of: one, many: many, count: count), message.values)
        case .value(let value): text(value)
        }
    }

    /// Returns a number with its digits in groups of three, separated by a narrow no-break space, which is right in
    /// every locale (ISO 80000-1).
    public func digits(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: index) }
        return (number < 0 ? "−" : "") + String(digits)
    }

    /// Returns a number rounded to at most `places` decimals (six or fewer), without trailing zeros and without groups,
    /// as it is also copied. A negative number becomes 0; none of the facts about photos is negative.
    public func digits(_ number: Double, places: Int) -> String {
        guard number.isFinite, number < 1e12 else { return "∞" }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((max(0, number) * Double(scale)).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
        guard part > 0 else { return "\(whole)" }
        var decimals = String(String(scale + part).dropFirst())
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(whole)\(decimalSeparator)\(decimals)"
    }

    private func text(_ value: Message.Value) -> String {
        switch value {
        case .text(let text): isolated(DisplayText.line(text, limit: longestText))
        case .count(let number): digits(number)
        case .number(let number, let places): digits(number, places: places)
        case .time(let time), .date(let time, .exact): "\(day(time)), \(clock(time))"
        case .date(let time, .day): day(time)
        case .date(let time, .month): month(time)
        case .date(let time, .year): year(time)
        case .message(let message): text(message)
        }
    }

    /// Returns a text that keeps its own order inside a sentence from right to left (UAX #9, 2.4.2): a path, or `3 ×
    /// 2`.
    private func isolated(_ text: String) -> String {
        guard isRightToLeft else { return text }
        // Without letters a first strong isolate would run as the sentence does.
        let runsFromRight = text.unicodeScalars.contains { scalar in
            rightToLeftLetters.contains { $0.contains(scalar.value) }
        }
        return "\(runsFromRight ? "\u{2068}" : "\u{2066}")\(text)\u{2069}"
    }

    /// Returns the sentence with values for the names in braces. What a value holds is not looked through again, and
    /// braces around anything else stay. Each value becomes text once, and what is longer than a line in a panel is cut
    /// off: sentences of a decode process are a stranger's, and may name a value a thousand times.
    private func filled(_ sentence: String, _ values: [String: Message.Value]) -> String {
        guard !values.isEmpty else { return sentence }
        var filled = ""
        var texts: [String: String] = [:]
        var rest = sentence[...]
        while filled.utf8.count <= longestSentence, let opening = rest.firstIndex(of: "{") {
            filled += rest[..<opening]
            rest = rest[opening...]
            let name = rest.firstIndex(of: "}").map { String(rest[rest.index(after: opening)..<$0]) }
            guard let name, let value = values[name], let closing = rest.firstIndex(of: "}") else {
                filled += "{"
                rest = rest.dropFirst()
                continue
            }
            let text = texts[name] ?? text(value)
            texts[name] = text
            filled += text
            rest = rest[rest.index(after: closing)...]
        }
        return filled.utf8.count <= longestSentence ? filled + rest : filled
    }
}

/// English as the program's authors wrote it.
public struct EnglishMessages: MessageLanguage {
    public let decimalSeparator = "."
    public let isRightToLeft = false

    public init() {}

    public func translation(of sentence: String, context: String?) -> String { sentence }

    public func translation(of one: String, many: String, count: Int) -> String { count == 1 ? one : many }

    public func day(_ time: WallTime) -> String { "\(time.day) \(Self.months[time.month - 1]) \(time.year)" }

    public func month(_ time: WallTime) -> String { "\(Self.months[time.month - 1]) \(time.year)" }

    public func year(_ time: WallTime) -> String { "\(time.year)" }

    public func clock(_ time: WallTime) -> String {
        [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
