// Simulated cache of keys and costs with an eviction policy, and with the budget and the leases of the real one.
import ImagePipeline

final class PolicyCache<Policy: EvictionPolicy>: SimulatedCache {
    private var policy: Policy
    private let budget: Int
    private var costs: [Int: Int] = [:]
    private var leases: [Int: Int] = [:]
    private var bytes = 0

    init(_ policy: Policy, budget: Int) {
        self.policy = policy
        self.budget = budget
    }

    func lookUp(_ key: Int) -> Bool {
        guard costs[key] != nil else { return false }
        policy.touch(key)
        return true
    }

    func contains(_ key: Int) -> Bool { costs[key] != nil }

    func insert(_ key: Int, cost: Int) {
        remove(key)
        let leased = costs.reduce(0) { $0 + (leases[$1.key] == nil ? 0 : $1.value) }
        guard leases[key] != nil || cost <= budget - leased else { return }
        costs[key] = cost
        bytes += cost
        policy.insert(key, cost: cost)
        if leases[key] != nil { policy.touch(key) }
        evict()
    }

    func lease(_ keys: [Int]) {
        for key in keys {
            leases[key, default: 0] += 1
            if costs[key] != nil { policy.touch(key) }
        }
    }

    func release(_ keys: [Int]) {
        for key in keys {
            leases[key] = leases[key].flatMap { $0 > 1 ? $0 - 1 : nil }
            if costs[key] != nil { policy.leave(key) }
        }
        evict()
    }

    func plan(_ keys: [Int]) { policy.plan(keys) }
    func stop(at keys: [Int]) {}
    func viewportChanged(to viewport: Viewport, step: Int) { policy.viewportChanged(to: viewport, step: step) }

    private func remove(_ key: Int) {
        guard let cost = costs.removeValue(forKey: key) else { return }
        bytes -= cost
        policy.remove(key)
    }

    private func evict() {
        while bytes > budget, let key = policy.victim(sparing: { leases[$0] != nil }) { remove(key) }
    }
}
