// The way of every text of the window into the user's language.
import Desktop
import Photos

/// Returns a sentence in the user's language. `scripts/words` finds the literal for the translators.
/// - Parameters:
///   - sentence: A literal, with the names of values in braces.
///   - context: Tells apart two uses of one English word, for the translators.
nonisolated func localized(
    _ sentence: String, context: String? = nil, _ values: [String: Message.Value] = [:]
) -> String {
    localized(Message(sentence, context: context, values))
}

/// Returns a sentence about a number of things, which is the value of `{count}`.
nonisolated func localized(
    _ one: String, many: String, count: Int, _ values: [String: Message.Value] = [:]
) -> String {
    localized(Message(one, many: many, count: count, values))
}

/// Returns a message in the user's language.
nonisolated func localized(_ message: Message) -> String { UserLanguage().text(message) }

/// Returns why something was not loaded, in the user's language.
nonisolated func localized(_ failure: LoadFailure) -> String { failure.text(in: UserLanguage()) }
