// The keywords of a library that may be meant by the beginning of one.

/// Keywords in the order in which they are offered: those that begin with what is typed, then those of which a level
/// does, then those that have it elsewhere; in each the most frequent first. Case and accents do not count.
public struct KeywordCompletion: Sendable {
    private struct Entry: Sendable {
        let keyword: String
        let folded: ContiguousArray<UInt8>
        let count: Int
    }

    private let entries: [Entry]

    /// - Parameter counts: How many photos have each keyword.
    public init(_ counts: [String: Int] = [:]) {
        entries = counts.map { Entry(keyword: $0.key, folded: Self.fold($0.key), count: $0.value) }
            .sorted { ($1.count, $0.keyword) < ($0.count, $1.keyword) }
    }

    /// Returns what may be meant.
    /// - Parameter present: Keywords that are not offered.
    public func suggestions(for text: String, without present: [String] = [], most: Int) -> [String] {
        let wanted = Self.fold(text)
        guard !wanted.isEmpty else { return [] }
        let present = Set(present)
        var ranks: [[String]] = [[], [], []]
        for entry in entries where !present.contains(entry.keyword) {
            if let rank = Self.rank(wanted, in: entry.folded) { ranks[rank].append(entry.keyword) }
            if ranks[0].count >= most { break }
        }
        return Array(ranks.joined().prefix(most))
    }

    /// How well a keyword fits: 0 where it begins with the text, 1 where one of its levels does, 2 where the text is
    /// elsewhere in it.
    private static func rank(_ wanted: ContiguousArray<UInt8>, in keyword: ContiguousArray<UInt8>) -> Int? {
        guard keyword.count >= wanted.count else { return nil }
        if keyword.starts(with: wanted) { return 0 }
        var isInside = false
        for start in 1..<(keyword.count - wanted.count + 1) where keyword[start...].starts(with: wanted) {
            if keyword[start - 1] == UInt8(ascii: "/") { return 1 }
            isInside = true
        }
        return isInside ? 2 : nil
    }

    private static func fold(_ text: String) -> ContiguousArray<UInt8> {
        var text = text, bytes: ContiguousArray<UInt8> = []
        text.withUTF8 { FoldedText.fold($0, into: &bytes) }
        return bytes
    }
}
