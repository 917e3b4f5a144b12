// The policy of a queue: how many slots there are, at which priority, and for which host.
import Photos

/// The number of slots of one kind of work.
struct SlotLimits: Sendable {
    /// In all.
    var total: Int
    /// For what is not visible: a core that is left free serves the next visible image, and the frame that shows it.
    var unseen = Int.max
    /// Nil for work that concerns no host.
    var hosts: HostLimits?
    /// The highest priority at which work is preempted when a visible owner lacks a slot; nil for never.
    var preemption: LoadPriority?

    func total(at priority: LoadPriority) -> Int { priority == .visible ? total : min(total, unseen) }

    /// The slots that work of a host may fill at a priority.
    func slots(of host: FetchHost?, at priority: LoadPriority) -> Int {
        guard let host, let hosts else { return total }
        return min(total, hosts.slots(of: host, at: priority))
    }
}

/// The number of fetches at once from one host.
struct HostLimits: Sendable {
    /// For a host whose connections carry one answer at a time.
    var host: Int
    /// For a host whose connections carry many (HTTP/2).
    var multiplexedHost: Int
    /// Files that are being read, or have been and wait for their decode or its end.
    var files = Int.max
    /// Visible fetches run: what is less urgent starts only in a quarter of its host's slots meanwhile, because it
    /// shares their network. Files are not concerned.
    var isYielding = false
    /// Files that have been read and wait for their decode or its end: those that are visible, and all.
    var readFiles = (visible: 0, all: 0)
    private var multiplexed: Set<FetchHost> = []

    /// Hosts remembered as multiplexed; all are forgotten when there are more, which bounds the memory for any number.
    private static let multiplexedCapacity = 1024
    /// Videos whose thumbnails are looked for or made at once: one may wait for its disk.
    static let videos = 2

    init(host: Int, multiplexedHost: Int, files: Int = .max) {
        (self.host, self.multiplexedHost, self.files) = (host, multiplexedHost, files)
    }

    /// Notes the kind of a host's connections.
    mutating func learn(_ host: FetchHost, isMultiplexed: Bool) {
        guard isMultiplexed else {
            multiplexed.remove(host)
            return
        }
        if multiplexed.count == Self.multiplexedCapacity, !multiplexed.contains(host) { multiplexed = [] }
        multiplexed.insert(host)
    }

    mutating func noteStart(of host: FetchHost, at priority: LoadPriority) {
        if !host.isLocal, priority == .visible { isYielding = true }
    }

    /// The slots that fetches of a priority may fill. Unless one connection carries everything, some are reserved for
    /// visible fetches, so that their connections stay open: a fetch that has to open one waits a round trip longer.
    func slots(of host: FetchHost, at priority: LoadPriority) -> Int {
        switch host {
        // One that is visible does not wait for the decodes of others.
        case .files: return max(0, files - (priority == .visible ? readFiles.visible : readFiles.all))
        case .videos: return Self.videos
        // What comes later waits for a line that is idle.
        case .share(_, let width): return isYielding && priority != .visible ? 0 : slots(of: width, at: priority)
        case .origin: break
        }
        let isMultiplexed = multiplexed.contains(host)
        let limit = isMultiplexed ? multiplexedHost : self.host
        return isMultiplexed && (priority == .visible || !isYielding) ? limit : slots(of: limit, at: priority)
    }

    private func slots(of limit: Int, at priority: LoadPriority) -> Int {
        if priority == .visible { return limit }
        if isYielding { return max(1, limit / 4) }
        return limit - limit / (priority == .ahead ? 4 : 3)
    }
}
