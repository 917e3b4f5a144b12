// The colour profile in a JPEG: parts in APP2 segments, numbered, because a segment holds 64 KB at most.
// Source: ICC.1:2022, annex B.4.

/// Where the parts are, as `JPEGScan` meets them.
struct JPEGProfile {
    private static let mark = "ICC_PROFILE\0"

    /// By their numbers, from 1.
    private var parts: [Int: Range<Int>] = [:]
    /// How many there have to be.
    private var count = 0

    /// Notes the part in the APP2 segment whose content is `segment`, if it holds one. Of two with one number the first
    /// counts, as does the first word about how many there are.
    mutating func note(_ bytes: ByteView, _ segment: Range<Int>) {
        let content = segment.lowerBound + Self.mark.utf8.count + 2
        guard bytes.has(Self.mark, at: segment.lowerBound), content <= segment.upperBound,
            let number = bytes[content - 2].map(Int.init), let total = bytes[content - 1].map(Int.init)
        else { return }
        if parts.isEmpty { count = total }
        if (1...max(1, count)).contains(number), parts[number] == nil { parts[number] = content..<segment.upperBound }
    }

    /// The profile, copied; nil when there is none, a part is missing or cut, or it is larger than any that is honoured.
    func joined(of bytes: ByteView) -> [UInt8]? {
        guard !parts.isEmpty, parts.count == count,
            parts.values.reduce(0, { $0 + $1.count }) <= ColourTransforms.largestProfile
        else { return nil }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let part = parts[number].flatMap({ bytes.copy($0) }) else { return nil }
            profile += part
        }
        return profile
    }
}
