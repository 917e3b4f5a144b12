// The grid and the loader as the memory cache sees them, replayed from a trace: look-ups, leases and stores in the
// order of GridScheduler and ImageSession, without pixels, threads or time.
import ImagePipeline

/// Cache as used by the simulated grid. Tiles are identified by their position, large pictures by negative numbers.
protocol SimulatedCache: AnyObject {
    /// Looks up a tile that comes near the screen.
    func lookUp(_ key: Int) -> Bool
    func contains(_ key: Int) -> Bool
    func insert(_ key: Int, cost: Int)
    func lease(_ keys: [Int])
    func release(_ keys: [Int])
    /// Reports the planner's wanted set, most urgent first.
    func plan(_ keys: [Int])
    /// Reports that scrolling has stopped at these.
    func stop(at keys: [Int])
    /// Reports the viewport; `step` counts the trace's events.
    func viewportChanged(to viewport: Viewport, step: Int)
}

/// Hits and misses of what is needed on the screen.
struct CacheFigures {
    /// Pictures that came onto the screen again after having been loaded, and how many of them were in memory.
    var again = 0
    var againHits = 0
    /// Pictures on a screen at which scrolling stopped again, and how many of them were in memory when they came onto
    /// the screen.
    var returned = 0
    var returnedHits = 0
    /// Bytes that were loaded more than once.
    var bytesAgain = 0
}

struct CacheSimulation {
    /// Bytes of one tile at 1280×800: 208×208 pixels of four bytes.
    static let tileBytes = 208 * 208 * 4
    /// Pictures finished per second: as from a server of small images, or two cores with large files. A faster loader
    /// restores what was evicted before it is seen.
    static let picturesPerSecond = 60.0
    /// Milliseconds without a move that count as a stop; the grid releases its frame clock after twelve frames.
    private static let stop = 250

    let trace: ScrollTrace

    func run(_ cache: any SimulatedCache) -> CacheFigures {
        var figures = CacheFigures()
        var visible: Set<Int> = []
        var textured: Set<Int> = []
        var loaded: Set<Int> = []
        /// Pictures seen at an earlier stop that came onto the screen again, and whether they were in memory then.
        var returning: [Int: Bool] = [:]
        var seen: Set<Int> = []
        var credit = 0.0

        func load(_ key: Int, _ cost: Int) {
            if !loaded.insert(key).inserted { figures.bytesAgain += cost }
            cache.insert(key, cost: cost)
        }

        for (step, event) in trace.events.enumerated() {
            guard case .viewport(let viewport, let milliseconds) = event else {
                guard case .detail(let photo, let bytes) = event else { continue }
                if !cache.lookUp(-1 - photo) { load(-1 - photo, bytes) }
                continue
            }
            cache.viewportChanged(to: viewport, step: step)
            let now = Set(viewport.visible)
            let margin = viewport.visible.count
            let kept = viewport.visible.lowerBound - margin..<viewport.visible.upperBound + margin

            // Pictures that come onto the screen: are they in memory?
            let entering = now.subtracting(visible).sorted()
            for key in entering {
                let isThere = textured.contains(key) || cache.contains(key)
                if loaded.contains(key) {
                    figures.again += 1
                    figures.againHits += isThere ? 1 : 0
                }
                if seen.contains(key) { returning[key] = isThere }
            }

            // Plan, show, lease and release, as in GridScheduler.plan.
            var wanted: [Int] = []
            let plan = PrefetchPlanner.plan(viewport: viewport).map(\.index)
            cache.plan(plan)
            for key in plan {
                if kept.contains(key), !textured.contains(key), cache.lookUp(key) { textured.insert(key) }
                if !cache.contains(key) { wanted.append(key) }
            }
            cache.lease(entering)
            cache.release(visible.subtracting(now).sorted())
            visible = now
            textured = textured.filter { kept.contains($0) }

            // Pictures that arrive during this event.
            credit = min(credit + Double(milliseconds) / 1000 * Self.picturesPerSecond, Double(wanted.count))
            while credit >= 1 {
                credit -= 1
                let key = wanted.removeFirst()
                load(key, Self.tileBytes)
                if kept.contains(key) { textured.insert(key) }
            }

            guard viewport.velocity == 0, milliseconds >= Self.stop else { continue }
            cache.stop(at: now.sorted())
            for key in now {
                guard let wasThere = returning.removeValue(forKey: key) else { continue }
                figures.returned += 1
                figures.returnedHits += wasThere ? 1 : 0
            }
            seen.formUnion(now)
        }
        return figures
    }
}
