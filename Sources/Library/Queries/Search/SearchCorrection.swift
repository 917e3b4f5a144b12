// What a search shows in place of words that no photo matches.

/// Words of a search that were written with a slip, and those by which photos were found in their place.
public struct SearchCorrection: Hashable, Sendable {
    /// As they were written, in lower case and without accents, with spaces between them.
    public let written: String
    /// Those that photos match, in the same order.
    public let shown: String
}
