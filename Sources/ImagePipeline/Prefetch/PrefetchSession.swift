// The grid's view of the loader: a set of wanted images one way, deliveries of those that have arrived the other.
public import Photos

/// One image of a wanted set.
public struct WantedImage: Hashable, Sendable {
    /// The image.
    public let request: ImageRequest
    /// Its priority.
    public let priority: LoadPriority

    public init(request: ImageRequest, priority: LoadPriority) {
        self.request = request
        self.priority = priority
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

/// A prefetch session: its consumer replaces the wanted set as often as it likes, and the loader works out what to
/// start, move and cancel.
///
/// Each image of the set is answered once, perhaps after previews: from memory at once, by a delivery, or by a failure;
/// and again when its bytes are found changed. An image that leaves the set and comes back is answered again, and so is
/// one that was evicted before its priority rose. A failed image is answered with the same failure, without a new try,
/// until its `FailureLives` are over, `retry(_:)` or `retryAll()`. A visible one that failed transiently is then
/// retried and answered again by itself.
///
/// Isolation: callable from any thread; no call blocks beyond a short lock. Letting go of the session closes it.
public final class PrefetchSession<Image: DecodedImage>: Sendable {
    private let core: LoaderCore
    let mailbox: PrefetchMailbox

    init(core: LoaderCore, mailbox: PrefetchMailbox) {
        self.core = core
        self.mailbox = mailbox
    }

    deinit { close() }

    /// Replaces the wanted set; the latest call wins. The order of the array is the order of work within one priority.
    /// When a key occurs twice, the first occurrence counts. Undelivered images that are not in it are dropped.
    public func want(_ wanted: [WantedImage]) { wish { $0.wanted = wanted } }

    /// Retries a failed image, now if it is still wanted, otherwise when it is wanted the next time.
    public func retry(_ key: ImageKey) { wish { $0.retries.insert(key) } }

    /// Forgets all failures and retries those that are still wanted.
    public func retryAll() { wish { $0.retryAll = true } }

    /// Takes what has arrived, highest priority first and in order of arrival within one. Meant for once a frame: what
    /// exceeds `limit` stays for the next call, and `onArrival` is not called for it again.
    public func takeDeliveries(limit: Int) -> [Delivery<Image>] { mailbox.take(limit: limit).map { $0.typed() } }

    /// Number of deliveries that have not been taken.
    public var pendingDeliveries: Int { mailbox.count }

    /// Closes the session: unshared work is cancelled, nothing is delivered any more, and the arrival closure is
    /// released. Calling it again does nothing.
    public func close() {
        wish { $0.isClosed = true }
        mailbox.silence()
    }

    private func wish(_ change: @Sendable (inout PrefetchMailbox.Wishes) -> Void) {
        guard mailbox.wish(change) else { return }
        Task { [core, mailbox] in await core.receive(.sessionChanged(mailbox)) }
    }
}
