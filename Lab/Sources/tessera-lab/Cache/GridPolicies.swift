// Policies that use the grid's geometry or the future.
import ImagePipeline

/// Evicts what is farthest from the screen, in rows; large pictures before all tiles.
struct Farthest: EvictionPolicy {
    private var keys: [Int] = []
    private var centre = 0
    mutating func insert(_ key: Int, cost: Int) { keys.append(key) }
    mutating func touch(_ key: Int) {}
    mutating func remove(_ key: Int) { keys.removeAll { $0 == key } }
    mutating func viewportChanged(to viewport: Viewport, step: Int) {
        centre = (viewport.visible.lowerBound + viewport.visible.upperBound) / 2
    }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        keys.filter { !isLeased($0) }.max { distance($0) < distance($1) }
    }
    private func distance(_ key: Int) -> Int { key < 0 ? Int.max : abs(key - centre) }
}

/// Belady's algorithm: evicts what is needed again last, or never. It needs the whole trace, so it is only an upper
/// bound.
struct Optimal: EvictionPolicy {
    private let uses: [Int: [Int]]
    private var keys: [Int] = []
    private var now = 0

    init(_ trace: ScrollTrace) {
        var uses: [Int: [Int]] = [:]
        var before: Set<Int> = []
        for (step, event) in trace.events.enumerated() {
            switch event {
            case .viewport(let viewport, _):
                let visible = Set(viewport.visible)
                for key in visible.subtracting(before) { uses[key, default: []].append(step) }
                before = visible
            case .detail: break
            }
        }
        self.uses = uses
    }

    mutating func insert(_ key: Int, cost: Int) { keys.append(key) }
    mutating func touch(_ key: Int) {}
    mutating func remove(_ key: Int) { keys.removeAll { $0 == key } }
    mutating func viewportChanged(to viewport: Viewport, step: Int) { now = step }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        keys.filter { !isLeased($0) }.map { (next($0), $0) }.max { $0 < $1 }?.1
    }
    private func next(_ key: Int) -> Int { uses[key]?.first { $0 > now } ?? Int.max }
}
