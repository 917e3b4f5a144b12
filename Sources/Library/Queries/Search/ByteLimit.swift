// The lengths of files that a search asks for.

/// A limit of the length of files.
struct ByteLimit: Hashable, Sendable {
    /// The lengths in bytes that are within it.
    let range: ClosedRange<Int64>

    /// Reads a limit, which may have spaces before its number and its unit; nil for anything else.
    static func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        guard var text = rest.first?.text, let sign = text.popFirst(), "<>≤≥".contains(sign) else { return nil }
        var count = 1
        var includesEnd = sign == "≤" || sign == "≥"
        if text.first == "=" {
            text.removeFirst()
            includesEnd = true
        }
        func next() -> Substring? {
            let token = rest.dropFirst(count).first
            return token.flatMap { $0.isQuoted ? nil : $0.text }
        }
        if text.isEmpty {
            guard let next = next() else {
                rest.removeFirst(count)
                return .incomplete
            }
            guard next.first?.isASCIIDigit == true else { return nil }
            text = next
            count += 1
        }
        var unit = text.drop { $0.isASCIIDigit || $0 == "." || $0 == "," }
        let number = text[..<unit.startIndex].replacing(",", with: ".")
        if unit.isEmpty, let next = next(), multiple(next) != nil {
            unit = next
            count += 1
        }
        guard let factor = unit.isEmpty ? 1 : multiple(unit), let amount = Double(number) else { return nil }
        let bytes = Int64(min(amount * factor, 1e18))
        let isLess = sign == "<" || sign == "≤"
        let bound = includesEnd ? bytes : isLess ? bytes - 1 : bytes + 1
        rest.removeFirst(count)
        return .term(.length(ByteLimit(range: isLess ? -1...max(bound, -1) : bound...Int64.max)))
    }

    private static func multiple(_ unit: Substring) -> Double? {
        switch unit.lowercased() {
        case "b", "byte", "bytes": 1
        case "k", "kb": 1e3
        case "m", "mb": 1e6
        case "g", "gb": 1e9
        case "t", "tb": 1e12
        case "kib": 1024
        case "mib": 1_048_576
        case "gib": 1_073_741_824
        default: nil
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
