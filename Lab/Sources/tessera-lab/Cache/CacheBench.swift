// Comparison of eviction policies on recorded scrolling: the share of pictures that are still in memory when they are
// needed again.
import ImagePipeline

enum CacheBench {
    private static let megabytes = [8, 16, 32, 64]

    /// Runs the simulation with the program's own planner; the row called Tessera is the program's own memory cache.
    static func section() -> BenchReport.Section {
        let traces = [
            ScrollTrace(name: "sweep", bytes: PackageResources.sweep_trace),
            ScrollTrace(name: "fling", bytes: PackageResources.fling_trace),
            ScrollTrace(name: "revisit", bytes: PackageResources.revisit_trace),
            ScrollTrace(name: "jumps", bytes: PackageResources.jumps_trace),
        ]
        let columns = traces.flatMap { trace in megabytes.map { "\(trace.name) \($0)" } }
        var returned = BenchReport.Grid(unit: "% there on return to a stop", columns: columns)
        var again = BenchReport.Grid(unit: "% there when seen again", columns: columns)
        var bytes = BenchReport.Grid(unit: "MB loaded again", columns: columns)
        for policy in Policy.allCases {
            let figures = traces.flatMap { trace in
                megabytes.map { CacheSimulation(trace: trace).run(policy.cache(budget: $0 << 20, trace)) }
            }
            returned.rows.append(
                .init(name: policy.rawValue, values: figures.map { percent($0.returnedHits, $0.returned) }))
            again.rows.append(.init(name: policy.rawValue, values: figures.map { percent($0.againHits, $0.again) }))
            bytes.rows.append(.init(name: policy.rawValue, values: figures.map { Double($0.bytesAgain >> 20) }))
        }
        return BenchReport.Section(
            title: "Eviction policies, by trace and megabytes",
            conditions: """
                Recorded scrolling through 3,000 photos at 1280×800 (scripts/record-scroll-traces), \
                \(Int(CacheSimulation.picturesPerSecond)) pictures a second, \(CacheSimulation.tileBytes >> 10) KB a tile. \
                100 where nothing is come back to.
                """,
            grids: [returned, again, bytes])
    }

    private enum Policy: String, CaseIterable {
        case tessera = "Tessera"
        case lru = "LRU"
        case planned = "LRU, plans are uses"
        case clock = "CLOCK"
        case sieve = "SIEVE"
        case s3fifo = "S3-FIFO"
        case tinyLFU = "W-TinyLFU"
        case farthest = "farthest from the screen"
        case optimal = "knows the future"

        func cache(budget: Int, _ trace: ScrollTrace) -> any SimulatedCache {
            switch self {
            case .tessera: RealCache(budget: budget)
            case .lru: PolicyCache(LRU(countsPlans: false), budget: budget)
            case .planned: PolicyCache(LRU(countsPlans: true), budget: budget)
            case .clock: PolicyCache(Clock(), budget: budget)
            case .sieve: PolicyCache(Sieve(), budget: budget)
            case .s3fifo: PolicyCache(S3FIFO(budget: budget), budget: budget)
            case .tinyLFU: PolicyCache(TinyLFU(budget: budget), budget: budget)
            case .farthest: PolicyCache(Farthest(), budget: budget)
            case .optimal: PolicyCache(Optimal(trace), budget: budget)
            }
        }
    }

    /// Returns a percentage with one decimal; 100 when `whole` is 0.
    private static func percent(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 100 : (Double(part) / Double(whole) * 1000).rounded() / 10
    }
}
