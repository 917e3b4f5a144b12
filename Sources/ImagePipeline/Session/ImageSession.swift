// A client's view of the loader: a set of wanted images one way, deliveries of those that have arrived the other.
public import Photos
import Synchronization

/// One image of a wanted set.
public struct WantedImage: Hashable, Sendable {
    /// The image.
    public let request: ImageRequest
    /// Its priority.
    public let priority: LoadPriority
    /// Whether the client has the image: nothing is loaded or delivered until its bytes are found changed.
    public let isHeld: Bool

    public init(request: ImageRequest, priority: LoadPriority, isHeld: Bool = false) {
        self.request = request
        self.priority = priority
        self.isHeld = isHeld
    }
}

/// The outcome of one wanted image, or a preview of it.
public struct Delivery<Image: Sendable>: Sendable {
    /// The request of the wanted set.
    public let request: ImageRequest
    public let kind: DeliveryKind
    /// The image, or the failure.
    public let result: Result<Image, LoadFailure>
    /// The priority of the wanted image now.
    public let priority: LoadPriority
}

/// The meaning of a delivery.
public enum DeliveryKind: Sendable {
    /// A stand-in; `final` follows.
    case preview
    /// The image, or the failure.
    case final
    /// The image again, because its bytes have changed since; always a success.
    case refreshed
}

/// The one way in which the parts of a program ask for the images that they show: a session's client replaces the
/// wanted set as often as it likes, and the loader works out what to start, move and cancel.
///
/// Each image of the set is answered once, perhaps after previews while it is visible: from memory at once, by a
/// delivery, or by a failure; and again when its bytes are found changed. An image that leaves the set and comes back
/// is answered again, and so is one that was evicted before its priority rose, unless the client holds it. A failed
/// image is answered with the same failure, without a new try, until its `FailureLives` are over, `retry(_:)` or
/// `retryAll()`. A visible one that failed transiently is then retried and answered again by itself.
///
/// For a mosaic, which shows thousands of tiny pictures at once, a session takes a wish that names photos by their
/// positions (`want(_: TinyWish)`), and fills a table with the results.
///
/// Isolation: callable from any thread; no call blocks beyond a short lock. Letting go of the session closes it.
public final class ImageSession<Image: DecodedImage>: Sendable {
    /// What is known of the photos of the mosaic's wish; nil where the loader makes no tiny pictures.
    public let tinyPictures: TinyTable?
    private let core: LoaderCore
    let mailbox: SessionMailbox
    private let tiny: TinyLoader?

    init(core: LoaderCore, mailbox: SessionMailbox, maker: TinyMaker?) {
        (self.core, self.mailbox) = (core, mailbox)
        let table = maker.map { _ in TinyTable() }
        tinyPictures = table
        tiny = maker.flatMap { maker in table.map { TinyLoader(mailbox: mailbox, table: $0, maker: maker) } }
    }

    deinit { close() }

    /// Replaces the wanted set; the latest call wins. The order of the array is the order of work within one priority.
    /// When a key occurs twice, the first occurrence counts. Undelivered images that are not in it are dropped.
    public func want(_ wanted: [WantedImage]) { wish { $0.wanted = wanted } }

    /// Answers an image anew that has been answered: one that has failed is tried again. Now if it is still wanted,
    /// otherwise when it is wanted the next time. Also for a client that has let go of an image and wants it again
    /// before the loader has seen that: the wanted set is the same then.
    public func retry(_ key: ImageKey) { wish { $0.retries.insert(key) } }

    /// Forgets all failures and retries those that are still wanted.
    public func retryAll() { wish { $0.retryAll = true } }

    /// Takes what has arrived, highest priority first and in order of arrival within one. Meant for once a frame: what
    /// exceeds `limit` stays for the next call, and `onArrival` is not called for it again.
    public func takeDeliveries(limit: Int) -> [Delivery<Image>] { mailbox.take(limit: limit).map { $0.typed() } }

    /// Closes the session: unshared work is cancelled, nothing is delivered any more, and the arrival closure is
    /// released. Calling it again does nothing.
    public func close() {
        wish { $0.isClosed = true }
        // The loader of tiny pictures has to hear of it if it has been asked for any.
        tell { $0.isClosed = true }
        mailbox.silence()
    }

    // MARK: Tiny pictures

    /// Replaces the tiny pictures that are wanted; the latest call wins. Costs the same whatever their number: all else
    /// is done off the calling thread.
    public func want(_ wish: TinyWish) { tell { $0.wish = wish } }

    /// Forgets the tiny pictures of photos that are gone or whose content has changed.
    public func forget(_ refs: [PhotoRef]) {
        guard !refs.isEmpty else { return }
        tinyPictures?.remove(refs)
        tell { $0.forgotten += refs }
    }

    /// Takes the photos of which the table has learned something since the last call.
    public func takeArrivals() -> [PhotoRef] { mailbox.takeArrivals() }

    private func tell(_ change: @Sendable (inout SessionMailbox.TinyWishes) -> Void) {
        guard let tiny, mailbox.tell(change) else { return }
        Task { await tiny.read() }
    }

    private func wish(_ change: @Sendable (inout SessionMailbox.Wishes) -> Void) {
        guard mailbox.wish(change) else { return }
        Task { @PipelineActor [core, mailbox] in core.read(mailbox) }
    }
}

/// A two-way mailbox under one lock, which is held for bookkeeping only.
final class SessionMailbox: Sendable {
    /// Wishes that the loader has not seen yet.
    struct Wishes {
        /// The latest set; nil when it has not changed.
        var wanted: [WantedImage]?
        var retries: Set<ImageKey> = []
        var retryAll = false
        var isClosed = false

        /// Whether an image is to be retried.
        func retries(_ key: ImageKey) -> Bool { retryAll || retries.contains(key) }
    }

    /// The same of tiny pictures. They have a loader of their own, because it looks at tens of thousands of photos in
    /// one turn.
    struct TinyWishes {
        var wish: TinyWish?
        var forgotten: [PhotoRef] = []
        var isClosed = false
    }

    private struct State {
        var wishes = Wishes()
        var hop = CoalescedHop()
        var deliveries = DeliveryQueue()
        var tinyWishes = TinyWishes()
        var tinyHop = CoalescedHop()
        /// Photos whose entries in the table have changed.
        var arrivals: [PhotoRef] = []
        var onArrival: (@Sendable () -> Void)?
    }

    let id: SubscriberID
    private let state: Mutex<State>

    init(id: SubscriberID, onArrival: @escaping @Sendable () -> Void) {
        self.id = id
        state = Mutex(State(onArrival: onArrival))
    }

    // MARK: The session's side

    /// Records a change for the loader.
    /// - Returns: whether the caller has to start a hop to the loader.
    func wish(_ change: @Sendable (inout Wishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.wishes.isClosed else { return false }
            change(&state.wishes)
            if state.wishes.retryAll || !state.wishes.retries.isEmpty {
                state.deliveries.removeFailures(where: state.wishes.retries(_:))
            }
            return state.hop.request()
        }
    }

    /// Records a change for the loader of tiny pictures.
    /// - Returns: whether the caller has to start a hop to it.
    func tell(_ change: @Sendable (inout TinyWishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.tinyWishes.isClosed else { return false }
            change(&state.tinyWishes)
            return state.tinyHop.request()
        }
    }

    func takeArrivals() -> [PhotoRef] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    func take(limit: Int) -> [Delivery<any DecodedImage>] { state.withLock { $0.deliveries.take(limit: limit) } }

    var count: Int { state.withLock { $0.deliveries.count } }

    /// Drops what was not taken and the arrival closure, so that nothing reaches the consumer any more.
    func silence() {
        let dropped = state.withLock { state in
            defer { (state.arrivals, state.onArrival) = ([], nil) }
            return (state.deliveries.removeAll(), state.onArrival)
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: Loader

    /// Returns the wishes since the last call; from here on a new wish needs a new hop.
    func readWishes() -> Wishes {
        state.withLock { state in
            state.hop.arrive()
            let wishes = state.wishes
            state.wishes = Wishes(isClosed: wishes.isClosed)
            return wishes
        }
    }

    /// As `readWishes`, for the loader of tiny pictures.
    func readTinyWishes() -> TinyWishes {
        state.withLock { state in
            state.tinyHop.arrive()
            defer { state.tinyWishes = TinyWishes(isClosed: state.tinyWishes.isClosed) }
            return state.tinyWishes
        }
    }

    /// Queues photos, and calls the arrival closure when none waited.
    func arrived(_ refs: [PhotoRef]) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !refs.isEmpty, !state.tinyWishes.isClosed else { return nil }
            defer { state.arrivals += refs }
            return state.arrivals.isEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Queues a delivery, and calls the arrival closure outside of the lock when the queue was empty. Ignored once the
    /// session is closed.
    func deliver(_ delivery: Delivery<any DecodedImage>) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.wishes.isClosed else { return nil }
            // The loader has not read yet that the image is to be retried. This failure is of the try before that: the
            // client would take it for the new one's, and the new image for one that it has not asked for.
            if state.wishes.retries(delivery.request.key), case .failure = delivery.result { return nil }
            let wasEmpty = state.deliveries.isEmpty
            state.deliveries.put(delivery)
            return wasEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Drops or moves what waits after the wanted set has changed.
    func update(priority: @Sendable (ImageKey) -> LoadPriority?) {
        let dropped = state.withLock { $0.deliveries.update(priority: priority) }
        withExtendedLifetime(dropped) {}
    }
}

/// Deliveries that wait to be taken. At most one for each key: a later one replaces an earlier one.
struct DeliveryQueue {
    typealias Delivery = ImagePipeline.Delivery<any DecodedImage>

    private var buckets = PriorityBuckets<Delivery>()
    private var slots: [ImageKey: PriorityBuckets<Delivery>.Slot] = [:]

    var count: Int { buckets.count }
    var isEmpty: Bool { buckets.isEmpty }

    mutating func put(_ delivery: Delivery) {
        if let old = slots.removeValue(forKey: delivery.request.key) { buckets.remove(old) }
        slots[delivery.request.key] = buckets.append(delivery, at: delivery.priority)
    }

    mutating func take(limit: Int) -> [Delivery] {
        var taken: [Delivery] = []
        while taken.count < limit {
            guard let priority = buckets.highestPriority, let next = buckets.popFirst() else { break }
            slots[next.request.key] = nil
            taken.append(
                Delivery(request: next.request, kind: next.kind, result: next.result, priority: priority))
        }
        return taken
    }

    /// Moves each delivery to the present priority of its image.
    /// - Parameter priority: nil for images that are not wanted any more; their deliveries are dropped.
    /// - Returns: the dropped deliveries, to be released outside of any lock.
    mutating func update(priority: @Sendable (ImageKey) -> LoadPriority?) -> [Delivery] {
        var dropped: [Delivery] = []
        for (key, slot) in slots {
            if let priority = priority(key) {
                buckets.move(slot, to: priority)
            } else {
                slots[key] = nil
                dropped.append(buckets.remove(slot))
            }
        }
        return dropped
    }

    /// Drops the deliveries of failures of some images.
    mutating func removeFailures(where isRetried: (ImageKey) -> Bool) {
        for (key, slot) in slots where isRetried(key) {
            if case .failure = buckets[slot].element.result {
                slots[key] = nil
                buckets.remove(slot)
            }
        }
    }

    /// Empties the queue.
    /// - Returns: what was waiting, to be released outside of any lock.
    mutating func removeAll() -> Self {
        let all = self
        self = DeliveryQueue()
        return all
    }
}
