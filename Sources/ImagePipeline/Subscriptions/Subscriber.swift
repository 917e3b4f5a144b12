// One request for an image or its bytes, as the loader sees it, and all requests of one image together.
import Photos
import Synchronization

/// One requester that waits for a result.
struct Subscriber: Sendable {
    /// Unique among the requesters of a loader; a prefetch session has one for all its images.
    struct ID: Hashable, Sendable {
        let number: Int
    }

    enum Sink: Sendable {
        /// A call of `image(for:priority:)`.
        case image(CheckedContinuation<any DecodedImage, any Error>)
        /// A call of `data(for:priority:)`, which needs no image.
        case bytes(CheckedContinuation<EncodedBytes, any Error>)
        case task(TaskState)
        case session(PrefetchMailbox)
        /// The job that makes an image of this one by one more processing step.
        case step(ImageKey)
    }

    let id: ID
    var priority: LoadPriority
    let sink: Sink
    let asked: ContinuousClock.Instant
    /// Has the image already, decoded from bytes that have changed since.
    var isRefreshing = false

    /// Whether it wants the image itself, rather than another one that is made of it.
    var isForItself: Bool { if case .step = sink { false } else { true } }

    /// Whether it wants an image, rather than bytes alone.
    var wantsImage: Bool { if case .bytes = sink { false } else { true } }

    /// Hands over a preview, if the requester can show one.
    func show(preview: any DecodedImage, of request: ImageRequest) {
        guard !isRefreshing else { return }
        switch sink {
        case .task(let task): task.show(preview: preview)
        case .session(let mailbox):
            mailbox.deliver(
                Delivery(request: request, kind: .preview, result: .success(preview), priority: priority))
        case .image, .bytes, .step: break
        }
    }

    /// Ends a call that was cancelled. Tasks and sessions know that they have left.
    func cancel() {
        switch sink {
        case .image(let continuation): continuation.resume(throwing: CancellationError())
        case .bytes(let continuation): continuation.resume(throwing: CancellationError())
        case .task, .session, .step: break
        }
    }
}

/// Takes the changes of what is subscribed to; every kind of request comes down to these four. Makes no calls back: what
/// follows is told later.
protocol SubscriptionTarget: AnyObject {
    /// Adds a subscriber, which is answered once.
    func admit(_ subscriber: Subscriber, _ request: ImageRequest)
    /// Removes a subscriber that has not been answered.
    func leave(_ id: Subscriber.ID, _ key: ImageKey)
    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey)
    /// Puts the subscriber's work, where it waits, behind the other work of its priority.
    func moveToTail(_ id: Subscriber.ID, _ key: ImageKey)
}

/// The caches that may answer. What is fetched is stored in any case.
enum CacheUse {
    /// Stored bytes, but no image: those were decoded from older bytes.
    case bytes
    case all
}

/// A source of identifiers for requesters and jobs. Callable from any thread.
final class SubscriberNumbers: Sendable {
    private let last = Atomic<Int>(0)

    func next() -> Subscriber.ID { Subscriber.ID(number: last.add(1, ordering: .relaxed).newValue) }
}

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
