// The labels that a search asks for.
import Photos

/// A condition on the labels of photos, each of which is a bit.
struct LabelLimit: Hashable, Sendable {
    private let bits: UInt8

    /// Reads `label:red`, `colour: blue`, `label:red,green` and the like; nil for anything else.
    static func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        guard let first = rest.first, !first.isQuoted, let sign = first.text.firstIndex(where: { ":=".contains($0) }),
            SearchPhrases.labels.contains(FoldedText.fold(String(first.text[..<sign])))
        else { return nil }
        var names = first.text[first.text.index(after: sign)...], count = 1
        if names.isEmpty, let next = rest.dropFirst().first, !next.isQuoted { (names, count) = (next.text, 2) }
        guard !names.isEmpty else {
            rest.removeFirst()
            return .incomplete
        }
        var bits: UInt8 = 0
        for name in names.split(separator: ",") {
            guard let label = SearchPhrases.labelNames[FoldedText.fold(String(name))] else { return nil }
            bits |= 1 << label.rawValue
        }
        defer { rest.removeFirst(count) }
        return .term(.reading(SearchReading(.labels(LabelLimit(bits: bits)), of: rest.prefix(count))))
    }

    func contains(_ label: PhotoLabel) -> Bool { bits >> label.rawValue & 1 == 1 }

    /// Whether all labels that are within this limit are within `other`.
    func implies(_ other: LabelLimit) -> Bool { bits & ~other.bits == 0 }
}
