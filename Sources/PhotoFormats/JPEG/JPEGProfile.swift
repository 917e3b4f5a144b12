// The ICC profile in a JPEG: numbered parts in APP2 segments, because a segment holds 64 KB at most.
// Source: ICC.1:2022, annex B.4.

/// The locations of the parts, as `JPEGScan` finds them.
package struct JPEGProfile {
    private static let mark = "ICC_PROFILE\0"

    /// Parts by their numbers, from 1.
    private var parts: [Int: Range<Int>] = [:]
    /// Number of parts that the profile must have.
    private var count = 0

    /// Whether there is no part.
    var isEmpty: Bool { parts.isEmpty }

    /// Notes the part in the APP2 segment whose content is `segment`, if it holds one. Of two parts with the same
    /// number the first counts, and so does the first total.
    mutating func note(_ bytes: ByteView, _ segment: Range<Int>) {
        let content = segment.lowerBound + Self.mark.utf8.count + 2
        guard bytes.has(Self.mark, at: segment.lowerBound), content <= segment.upperBound,
            let number = bytes[content - 2].map(Int.init), let total = bytes[content - 1].map(Int.init)
        else { return }
        if parts.isEmpty { count = total }
        if (1...max(1, count)).contains(number), parts[number] == nil { parts[number] = content..<segment.upperBound }
    }

    /// Returns a copy of the profile; nil if there is none, a part is missing or truncated, or it is above
    /// `PictureLimits.largestProfile`.
    package func joined(of bytes: ByteView) -> [UInt8]? {
        guard !parts.isEmpty, parts.count == count,
            parts.values.reduce(0, { $0 + $1.count }) <= PictureLimits.largestProfile
        else { return nil }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let part = parts[number].flatMap({ bytes.copy($0) }) else { return nil }
            profile += part
        }
        return profile
    }
}
