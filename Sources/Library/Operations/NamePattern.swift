// Names of many photos by one pattern.
public import Photos

/// A pattern in which number signs stand for the number of a photo: `Crete ##`. One without them gets one at its end.
public struct NamePattern: Hashable, Sendable {
    private let before: String
    private let digits: Int
    private let after: String

    public init(_ text: String) {
        guard let start = text.firstIndex(of: "#") else {
            (before, digits, after) = (text + " ", 1, "")
            return
        }
        let rest = text[start...]
        let end = rest.firstIndex { $0 != "#" } ?? rest.endIndex
        before = String(text[..<start])
        digits = rest.distance(from: start, to: end)
        after = String(rest[end...])
    }

    /// Returns the name of the photo with a number; the extension of its file stays.
    public func name(_ number: Int, of old: FileName) -> String {
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits - text.count)) + text
        return before + padded + after + old.ending
    }
}
