// Times of repeated work.

/// The median of what several rounds took; an odd number of rounds has one in the middle.
enum Rounds {
    /// Nanoseconds a repetition.
    /// - Parameters:
    ///   - repetitions: how often a round does the work that is asked about.
    ///   - round: does it so often; what it prepares counts as well.
    static func nanoseconds(of rounds: Int = 7, repetitions: Int, _ round: () async throws -> Void) async rethrows -> Double {
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
