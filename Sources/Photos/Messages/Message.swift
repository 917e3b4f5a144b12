// A sentence for the user before it is put into a language.

/// A sentence with named values, kept apart from its wording: it is made where its facts are known, and put into words
/// where it is shown. The English sentence is the key of its translations, as in gettext.
///
/// Write the sentence as a literal, with names in braces: `Message("{photo} is empty.", ["photo": .text(title)])`.
/// `scripts/words` collects the literals for the translators.
public struct Message: Hashable, Sendable, CustomStringConvertible {
    /// A value that takes the place of its name.
    public indirect enum Value: Hashable, Sendable {
        /// A text that is the same in every language, such as a file's name.
        case text(String)
        /// A number of things, written with its digits in groups.
        case count(Int)
        /// A number rounded to at most so many decimals, without trailing zeros.
        case number(Double, places: Int)
        /// A day and a time of day.
        case time(WallTime)
        /// A time of which so much is known: a year, a month, a day, or all.
        case date(WallTime, TakenTime.Precision)
        /// A sentence, or a part of one, with a translation of its own.
        case message(Message)
    }

    /// What is looked up in a language.
    public enum Wording: Hashable, Sendable {
        case sentence(String, context: String?)
        /// A sentence for a number of things: `one` for a single one in English, `many` otherwise.
        case plural(one: String, many: String, count: Int)
        /// A value alone, which has no translation.
        case value(Value)
    }

    public let wording: Wording
    public let values: [String: Value]

    /// - Parameters:
    ///   - sentence: A literal; its names are the keys of `values`.
    ///   - context: Tells apart two uses of one English word, for the translators.
    public init(_ sentence: String, context: String? = nil, _ values: [String: Value] = [:]) {
        wording = .sentence(sentence, context: context)
        self.values = values
    }

    /// A sentence about a number of things, which is the value of `{count}`.
    public init(_ one: String, many: String, count: Int, _ values: [String: Value] = [:]) {
        wording = .plural(one: one, many: many, count: count)
        self.values = values.merging(["count": .count(count)]) { given, _ in given }
    }

    private init(value: Value) {
        wording = .value(value)
        values = [:]
    }

    /// Returns a message that is a value alone, such as a time.
    public static func value(_ value: Value) -> Message { Message(value: value) }

    /// Returns a message that is shown as it is: a name, or what the system has said in the user's language itself.
    public static func verbatim(_ text: String) -> Message { .value(.text(text)) }

    /// The text of a message that is one alone; nil for any other message.
    public var verbatimText: String? {
        if case .value(.text(let text)) = wording { text } else { nil }
    }

    /// The message in English, for logs and for the command line.
    public var description: String { EnglishMessages().text(self) }
}
