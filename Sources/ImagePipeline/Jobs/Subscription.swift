// The shares of requesters in the job of an image.
import Photos
import Synchronization

/// The number of a requester, unique in a loader; a session has one for all its images.
struct SubscriberID: Hashable, Sendable {
    let number: Int
}

/// A source of numbers. Callable from any thread.
final class SubscriberNumbers: Sendable {
    private let last = Atomic<Int>(0)

    func next() -> SubscriberID { SubscriberID(number: last.add(1, ordering: .relaxed).newValue) }
}

/// One who waits for images. No call may come back into the pipeline: it concerns a job that is changing.
@PipelineActor
protocol ImageSubscriber: AnyObject {
    /// Takes a stand-in for the image.
    func show(preview: any DecodedImage, for subscription: Subscription)
    /// Takes the image or the failure, with which the subscription has ended.
    func take(_ answer: ImageAnswer, for subscription: Subscription)
    /// Learns that the subscription has ended without an answer, because it left or the loader has ended.
    func left(_ subscription: Subscription)
}

/// The end of an image's job.
struct ImageAnswer {
    let result: Result<any DecodedImage, LoadFailure>
    /// The stages that have led to it.
    let trace: Trace
    /// Made of bytes that have changed since.
    let isOutdated: Bool
}

/// One subscriber's share in the job of an image, from the request until the answer or the leaving.
@PipelineActor
final class Subscription {
    enum Kind {
        case call, session
        /// The job that makes another image of this one by one more processing step.
        case step
    }

    let job: ImageJob
    let subscriber: any ImageSubscriber
    let id: SubscriberID
    let kind: Kind
    let asked: ContinuousClock.Instant
    /// The subscriber has the image already, decoded from bytes that have changed since.
    let isRefreshing: Bool
    private(set) var priority: LoadPriority

    init(
        _ job: ImageJob, _ subscriber: any ImageSubscriber, _ id: SubscriberID, _ kind: Kind,
        asked: ContinuousClock.Instant, at priority: LoadPriority, isRefreshing: Bool = false
    ) {
        (self.job, self.subscriber, self.id, self.kind) = (job, subscriber, id, kind)
        (self.asked, self.priority, self.isRefreshing) = (asked, priority, isRefreshing)
    }

    /// Whether the subscriber wants the image itself, rather than another one that is made of it.
    var isForItself: Bool { kind != .step }

    func setPriority(_ priority: LoadPriority) {
        guard self.priority != priority else { return }
        self.priority = priority
        job.subscribersChanged()
    }

    /// Puts the work, where it waits, behind the other work of its priority.
    func moveToTail() { if job.subscribers.contains(self) { job.moveToTail() } }

    /// Leaves the job; the last one to leave cancels it. Does nothing once the subscription has ended.
    func end() { job.leave(self) }
}

/// The subscribers of one job, in the order in which they came.
@PipelineActor
struct Subscribers {
    private(set) var all: [Subscription] = []

    var isEmpty: Bool { all.isEmpty }
    /// The highest priority.
    var priority: LoadPriority { all.lazy.map(\.priority).max() ?? .speculative }
    /// Whether one of them wants the image itself.
    var isAnyForItself: Bool { all.contains { $0.isForItself } }
    /// Whether one of them has the image, of bytes that have changed since.
    var isAnyRefreshing: Bool { all.contains { $0.isRefreshing } }
    /// Whether one of them wants the image itself and has none.
    var isAnyWithoutImage: Bool { all.contains { $0.isForItself && !$0.isRefreshing } }

    /// The jobs that make other images of this one.
    var followers: [ImageJob] { all.compactMap { $0.kind == .step ? ($0.subscriber as? PreviousImage)?.job : nil } }

    /// The numbers of the other requests for the image itself.
    func others(than id: SubscriberID) -> [Int] { all.filter { $0.isForItself && $0.id != id }.map(\.id.number) }

    func contains(_ subscription: Subscription) -> Bool { all.contains { $0 === subscription } }
    func contains(_ id: SubscriberID) -> Bool { all.contains { $0.id == id } }

    mutating func add(_ subscription: Subscription) { all.append(subscription) }

    /// - Returns: Whether it was there.
    mutating func remove(_ subscription: Subscription) -> Bool {
        guard let index = all.firstIndex(where: { $0 === subscription }) else { return false }
        all.remove(at: index)
        return true
    }
}
