// Interleaved runs of the grids: each once per round, so that background load affects them all alike.
import Desktop
import FoundationEssentials

/// Profiles of each grid, in the order of the rounds.
struct GridRounds: Codable {
    private(set) var profiles: [MeasuredGrid: [ProfileFile]] = [:]

    /// Runs all rounds. The order of the grids rotates from round to round.
    /// - Parameter what: names the runs in progress messages.
    static func run(
        _ grids: [MeasuredGrid], rounds: Int, _ what: String, _ profile: (MeasuredGrid) async throws -> ProfileFile
    ) async throws -> GridRounds {
        var result = GridRounds()
        for round in 0..<rounds {
            for turn in grids.indices {
                let grid = grids[(turn + round) % grids.count]
                StandardStreams.warn("\(what), round \(round + 1) of \(rounds): \(grid.title) …")
                result.profiles[grid, default: []].append(try await profile(grid))
            }
        }
        return result
    }

    /// Returns a figure over all rounds of a grid; nil where a round lacks it.
    func spread(_ grid: MeasuredGrid, _ figure: (ProfileFile) -> Double?) -> Spread? {
        let profiles = profiles[grid] ?? []
        let values = profiles.compactMap(figure)
        return values.count == profiles.count ? Spread(values) : nil
    }

    /// Combines the figures of two grids in the same round by `combine`.
    func spread(
        _ grid: MeasuredGrid, beside other: MeasuredGrid, _ figure: (ProfileFile) -> Double?,
        _ combine: (Double, Double) -> Double
    ) -> Spread? {
        let pairs = zip(profiles[grid] ?? [], profiles[other] ?? []).compactMap { mine, others in
            figure(mine).flatMap { mine in figure(others).map { (mine, $0) } }
        }
        return Spread(pairs.map(combine))
    }
}

/// Load of the machine without the bench.
enum MachineLoad {
    /// The first two numbers of `/proc/loadavg` (proc(5)): jobs that run or wait for a core, over 1 and 5 minutes.
    static var words: String {
        guard let text = try? String(contentsOf: URL(filePath: "/proc/loadavg"), encoding: .utf8) else {
            return "unknown"
        }
        return text.split(separator: " ").prefix(2).joined(separator: " / ")
    }
}
