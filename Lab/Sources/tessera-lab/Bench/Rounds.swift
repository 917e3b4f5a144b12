// Timing of repeated work.

/// Median duration of several rounds; their number should be odd.
enum Rounds {
    /// Returns nanoseconds per repetition.
    /// - Parameters:
    ///   - repetitions: number of times that one round does the work.
    ///   - round: does the work that often; its preparations are counted as well.
    static func nanoseconds(of rounds: Int = 7, repetitions: Int, _ round: () async throws -> Void) async rethrows
        -> Double
    {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = clock.now
            try await round()
            times.append((clock.now - start) / .nanoseconds(1) / Double(repetitions))
        }
        return times.sorted()[rounds / 2]
    }
}
