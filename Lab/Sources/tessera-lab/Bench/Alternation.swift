// Interleaved measurement of several kinds of work, so that background load affects them all alike.

struct Alternation {
    /// Durations of one kind of work.
    struct Times {
        /// Milliseconds of each round, in order.
        let rounds: [Double]

        var median: Double { Self.quantile(0.5, of: rounds) }
        var quickest: Double { rounds.min() ?? 0 }
        /// Interquartile range, as a share of the median.
        var spread: Double { (Self.quantile(0.75, of: rounds) - Self.quantile(0.25, of: rounds)) / median }

        /// Returns the speed relative to `other`, measured in the same rounds: the median of the rounds' ratios.
        func speed(beside other: Times) -> Double {
            Self.quantile(0.5, of: zip(rounds, other.rounds).map { $1 / $0 })
        }

        private static func quantile(_ share: Double, of values: [Double]) -> Double {
            let sorted = values.sorted()
            let place = share * Double(sorted.count - 1)
            let low = sorted[Int(place)], high = sorted[min(sorted.count - 1, Int(place) + 1)]
            return low + (high - low) * (place - place.rounded(.down))
        }
    }

    /// Runs each kind of work once per round, after one warm-up round. The order rotates from round to round.
    static func times(rounds: Int, _ work: [() async throws -> Void]) async throws -> [Times] {
        let clock = ContinuousClock()
        var times = [[Double]](repeating: [], count: work.count)
        for round in 0...rounds {
            for turn in work.indices {
                let index = (turn + round) % work.count
                let start = clock.now
                try await work[index]()
                if round > 0 { times[index].append((clock.now - start) / .milliseconds(1)) }
            }
        }
        return times.map(Times.init)
    }
}
