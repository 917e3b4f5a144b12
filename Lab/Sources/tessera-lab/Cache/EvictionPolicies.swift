// Eviction policies that the memory cache's own is compared with. Each orders keys and names the next victim. The code
// is simple rather than fast: a simulated cache holds a few hundred pictures.
import ImagePipeline

/// Choice of the next entry to evict from a full cache. Costs are bytes.
protocol EvictionPolicy {
    mutating func insert(_ key: Int, cost: Int)
    /// Call when a lookup hit, or the picture came onto the screen.
    mutating func touch(_ key: Int)
    /// Call when the picture left the screen.
    mutating func leave(_ key: Int)
    /// Call when the picture was removed from the cache.
    mutating func remove(_ key: Int)
    /// Reports the planner's wanted set, most urgent first.
    mutating func plan(_ keys: [Int])
    mutating func viewportChanged(to viewport: Viewport, step: Int)
    /// Returns the next victim; never one on the screen. Nil when there is none.
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int?
}

/// Defaults for policies that ignore the grid.
extension EvictionPolicy {
    mutating func leave(_ key: Int) {}
    mutating func plan(_ keys: [Int]) {}
    mutating func viewportChanged(to viewport: Viewport, step: Int) {}
}

/// LRU; leaving the screen counts as a use. Being planned may count as one, too.
struct LRU: EvictionPolicy {
    let countsPlans: Bool
    private var order: [Int] = []

    init(countsPlans: Bool) { self.countsPlans = countsPlans }

    mutating func insert(_ key: Int, cost: Int) { order.append(key) }
    mutating func touch(_ key: Int) { if let at = order.firstIndex(of: key) { order.append(order.remove(at: at)) } }
    mutating func leave(_ key: Int) { touch(key) }
    mutating func plan(_ keys: [Int]) { if countsPlans { keys.forEach { touch($0) } } }
    mutating func remove(_ key: Int) { order.removeAll { $0 == key } }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? { order.first { !isLeased($0) } }
}

/// CLOCK: a ring with one mark per entry; the hand clears marks until it finds an entry without one (Corbató 1968).
struct Clock: EvictionPolicy {
    private var ring: [(key: Int, isMarked: Bool)] = []
    private var hand = 0
    mutating func insert(_ key: Int, cost: Int) {
        ring.insert((key, false), at: hand)
        hand += 1
    }
    mutating func touch(_ key: Int) {
        if let at = ring.firstIndex(where: { $0.key == key }) { ring[at].isMarked = true }
    }
    mutating func remove(_ key: Int) {
        guard let at = ring.firstIndex(where: { $0.key == key }) else { return }
        ring.remove(at: at)
        if at < hand { hand -= 1 }
    }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        for _ in 0..<2 * ring.count {
            if hand >= ring.count { hand = 0 }
            if !isLeased(ring[hand].key) {
                if !ring[hand].isMarked { return ring[hand].key }
                ring[hand].isMarked = false
            }
            hand += 1
        }
        return ring.first { !isLeased($0.key) }?.key
    }
}

/// SIEVE: like CLOCK, but new entries are inserted behind the hand and survivors keep their place (Zhang et al., NSDI
/// 2024).
struct Sieve: EvictionPolicy {
    /// Oldest first.
    private var queue: [(key: Int, isVisited: Bool)] = []
    private var hand = 0
    mutating func insert(_ key: Int, cost: Int) { queue.append((key, false)) }
    mutating func touch(_ key: Int) {
        if let at = queue.firstIndex(where: { $0.key == key }) { queue[at].isVisited = true }
    }
    mutating func remove(_ key: Int) {
        guard let at = queue.firstIndex(where: { $0.key == key }) else { return }
        queue.remove(at: at)
        if at < hand { hand -= 1 }
    }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        for _ in 0..<2 * queue.count {
            if hand >= queue.count { hand = 0 }
            if !isLeased(queue[hand].key) {
                if !queue[hand].isVisited { return queue[hand].key }
                queue[hand].isVisited = false
            }
            hand += 1
        }
        return queue.first { !isLeased($0.key) }?.key
    }
}

/// S3-FIFO: a tenth of the bytes for new entries. Those that are used move on to the main queue; the others are evicted
/// and their keys remembered (Yang et al., SOSP 2023).
struct S3FIFO: EvictionPolicy {
    private let smallBytes: Int
    private var small: [Int] = []
    private var main: [Int] = []
    private var ghosts: [Int] = []
    private var uses: [Int: Int] = [:]
    private var costs: [Int: Int] = [:]
    private var bytesInSmall = 0

    init(budget: Int) { smallBytes = budget / 10 }

    mutating func insert(_ key: Int, cost: Int) {
        costs[key] = cost
        uses[key] = 0
        if let ghost = ghosts.firstIndex(of: key) {
            ghosts.remove(at: ghost)
            main.append(key)
        } else {
            small.append(key)
            bytesInSmall += cost
        }
    }
    mutating func touch(_ key: Int) { if let count = uses[key] { uses[key] = min(3, count + 1) } }
    mutating func remove(_ key: Int) {
        if let at = small.firstIndex(of: key) {
            small.remove(at: at)
            bytesInSmall -= costs[key] ?? 0
            ghosts.append(key)
            if ghosts.count > max(main.count, 16) { ghosts.removeFirst() }
        }
        main.removeAll { $0 == key }
        uses[key] = nil
        costs[key] = nil
    }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        for _ in 0..<4 * (small.count + main.count) + 8 {
            if !small.isEmpty, bytesInSmall > smallBytes || main.isEmpty {
                let key = small[0]
                if !isLeased(key), uses[key] == 0 { return key }
                small.removeFirst()
                bytesInSmall -= costs[key] ?? 0
                uses[key] = 0
                main.append(key)
            } else if let key = main.first {
                if !isLeased(key), uses[key] == 0 { return key }
                uses[key] = max(0, (uses[key] ?? 0) - 1)
                main.append(main.removeFirst())
            }
        }
        return (small + main).first { !isLeased($0) }
    }
}

/// W-TinyLFU: a window of a hundredth of the bytes, then a segmented LRU that admits an entry only if it was used more
/// often than the one it would replace (Einziger, Friedman and Manes 2017). The sketch is exact here, so the results
/// can only be better than the real ones.
struct TinyLFU: EvictionPolicy {
    private let windowBytes: Int
    private let protectedBytes: Int
    private var window: [Int] = []
    private var probation: [Int] = []
    private var protected: [Int] = []
    private var costs: [Int: Int] = [:]
    private var frequency: [Int: Int] = [:]
    private var samples = 0
    private let sampleLimit: Int

    init(budget: Int) {
        windowBytes = budget / 100
        protectedBytes = budget / 5 * 4
        sampleLimit = 10 * max(16, budget / CacheSimulation.tileBytes)
    }

    private mutating func count(_ key: Int) {
        frequency[key] = min(15, (frequency[key] ?? 0) + 1)
        samples += 1
        guard samples >= sampleLimit else { return }
        samples /= 2
        frequency = frequency.mapValues { $0 / 2 }.filter { $0.value > 0 }
    }
    private func bytes(_ keys: [Int]) -> Int { keys.reduce(0) { $0 + (costs[$1] ?? 0) } }

    mutating func insert(_ key: Int, cost: Int) {
        count(key)
        costs[key] = cost
        window.append(key)
    }
    mutating func touch(_ key: Int) {
        count(key)
        if let at = window.firstIndex(of: key) { return window.append(window.remove(at: at)) }
        if let at = protected.firstIndex(of: key) { return protected.append(protected.remove(at: at)) }
        guard let at = probation.firstIndex(of: key) else { return }
        protected.append(probation.remove(at: at))
        while bytes(protected) > protectedBytes, protected.count > 1 { probation.append(protected.removeFirst()) }
    }
    mutating func remove(_ key: Int) {
        window.removeAll { $0 == key }
        probation.removeAll { $0 == key }
        protected.removeAll { $0 == key }
        costs[key] = nil
    }
    mutating func victim(sparing isLeased: (Int) -> Bool) -> Int? {
        while bytes(window) > windowBytes, let candidate = window.first(where: { !isLeased($0) }) {
            window.removeAll { $0 == candidate }
            guard let victim = (probation + protected).first(where: { !isLeased($0) }) else {
                probation.append(candidate)
                return candidate
            }
            probation.append(candidate)
            return (frequency[candidate] ?? 0) > (frequency[victim] ?? 0) ? victim : candidate
        }
        return (probation + protected + window).first { !isLeased($0) }
    }
}
