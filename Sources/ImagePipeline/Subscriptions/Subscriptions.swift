// The subscribers of one image job, and what follows from all of them together.
import Photos

/// The subscribers of one job; usually one, so a linear search is the quickest.
struct Subscriptions {
    private(set) var all: [Subscriber]
    /// The highest of the subscribers' priorities.
    private(set) var priority: LoadPriority

    init(_ first: Subscriber) {
        all = [first]
        priority = first.priority
    }

    var isEmpty: Bool { all.isEmpty }
    /// Whether a subscriber wants the image itself, so that it belongs into memory.
    var isAskedFor: Bool { all.contains { $0.isForItself } }
    /// Whether a subscriber waits for its first sight of the image.
    var wantsPreview: Bool { all.contains { $0.isForItself && !$0.isRefreshing } }
    var isRefreshing: Bool { all.contains { $0.isRefreshing } }

    func contains(_ id: Subscriber.ID) -> Bool { all.contains { $0.id == id } }

    mutating func add(_ subscriber: Subscriber) {
        all.append(subscriber)
        priority = max(priority, subscriber.priority)
    }

    /// - Returns: the subscriber, or nil if it is none of these.
    mutating func remove(_ id: Subscriber.ID) -> Subscriber? {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return nil }
        let subscriber = all.remove(at: index)
        updatePriority()
        return subscriber
    }

    /// - Returns: whether there is such a subscriber.
    mutating func setPriority(_ priority: LoadPriority, of id: Subscriber.ID) -> Bool {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return false }
        all[index].priority = priority
        updatePriority()
        return true
    }

    private mutating func updatePriority() { priority = all.lazy.map(\.priority).max() ?? .speculative }
}
