// Median and range of one figure over several rounds.

struct Spread: Codable {
    let median, least, most: Double

    /// Creates a spread; nil without values.
    init?(_ values: [Double]) {
        guard let least = values.min(), let most = values.max() else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        self.least = least
        self.most = most
    }

    /// Returns the median, followed by the extremes if they differ from it.
    func text(_ decimals: Int, _ unit: String = "") -> String {
        let middle = Decimals.text(median, decimals) + unit
        let ends = [least, most].map { Decimals.text($0, decimals) }
        return ends[0] == ends[1] ? middle : "\(middle) (\(ends[0]) … \(ends[1]))"
    }
}

enum Decimals {
    /// Returns `value` with exactly this many decimals, except for very large values.
    static func text(_ value: Double, _ decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        guard abs(value * factor) < 1e15 else { return "\(value)" }
        let units = Int((abs(value) * factor).rounded())
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = value < 0 && units > 0 ? "−" : ""
        return sign + padded.dropLast(decimals) + (decimals > 0 ? "." + padded.suffix(decimals) : "")
    }
}
