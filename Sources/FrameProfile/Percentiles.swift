// Exact percentiles of a set of measurements.

/// Median, 95th and 99th percentile and maximum of a distribution; nil when it is empty.
public struct Percentiles: Hashable, Sendable {
    public let p50: Double?
    public let p95: Double?
    public let p99: Double?
    public let max: Double?

    /// Computes percentiles by nearest rank: the smallest value that at least p percent of the values do not exceed, so
    /// every figure is a value that was measured.
    public init(_ values: some Sequence<Double>) {
        let sorted = values.sorted()
        p50 = Percentiles.nearestRank(50, of: sorted)
        p95 = Percentiles.nearestRank(95, of: sorted)
        p99 = Percentiles.nearestRank(99, of: sorted)
        max = sorted.last
    }

    /// Returns the value of rank ⌈p·n/100⌉, in integers because 0.95 × 20 is not always 19 in floating point.
    static func nearestRank(_ percent: Int, of sorted: [Double]) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[Swift.max(1, (percent * sorted.count + 99) / 100) - 1]
    }
}
