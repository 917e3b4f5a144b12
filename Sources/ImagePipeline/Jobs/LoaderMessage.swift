// The messages to the loader's actor: requests, and the ends of work that ran elsewhere.
import Photos
import Synchronization

/// One message to the loader. There is no other way in.
indirect enum LoaderMessage: Sendable {
    /// A call has begun.
    case joined(Subscriber, ImageRequest)
    /// A call was cancelled.
    case left(Subscriber.ID, ImageKey)
    /// Tasks wait in the inbox.
    case tasksListed
    /// A prefetch session wants something else than before.
    case sessionChanged(PrefetchMailbox)
    /// The visible failures of a session may be tried again.
    case recoveryDue(Subscriber.ID)

    /// A part of the bytes of a running fetch has come in that a preview may be made of.
    case fetchAdvanced(FetchJob.ID)
    case fetchEnded(FetchEnd)
    case backOffEnded(FetchJob.ID)
    /// The tile store has answered; nil when it has nothing.
    case tileAnswered(ImageKey, Subscriber.ID, EncodedBytes?)
    case decodeEnded(DecodeEnd)
    case previewEnded(PreviewEnd)

    /// Bytes that were served stale have changed.
    case bytesChanged(FetchKey)
    /// Bytes that were served stale have not changed.
    case bytesConfirmed(FetchKey)

    case resumed
    case shutDown
}

/// The end of one try to fetch.
struct FetchEnd: Sendable {
    let job: FetchJob.ID
    let host: FetchHost
    let progress: FetchTicket.Progress
    let result: Result<FetchedBytes, LoadFailure>
}

/// The end of a decode or of one processing step.
struct DecodeEnd: Sendable {
    let job: Subscriber.ID
    let token: Int
    let request: ImageRequest
    let step: DecodeStep
    /// The image has been offered to the memory cache.
    let isStored: Bool
    let result: Result<any DecodedImage, LoadFailure>
}

/// The end of the work on one preview.
struct PreviewEnd: Sendable {
    let job: Subscriber.ID
    let key: ImageKey
    /// Nil when none could be made.
    let preview: Preview<any DecodedImage>?
}

/// Runs work outside of the loader's actor and brings its message back.
///
/// Holds the receiver as `connect` was told to; messages before that are dropped. Callable from any thread.
final class Outbox: Sendable {
    /// A struct, because a closure that a generic type holds by itself is wrapped once more at each access: 5,000
    /// messages took 4 s, and each took longer than the one before.
    private struct Receiver: Sendable {
        let receive: @Sendable (LoaderMessage) async -> Void
    }

    private let receiver = Mutex<Receiver?>(nil)

    func connect(_ receive: @escaping @Sendable (LoaderMessage) async -> Void) {
        receiver.withLock { $0 = Receiver(receive: receive) }
    }

    /// Delivers a message without waiting for it.
    func post(_ message: LoaderMessage) { Task { await deliver(message) } }

    /// Starts work on the cooperative pool and delivers the message that it ends with.
    /// - Parameter work: captures values that may leave the actor; returns nil when there is nothing to say.
    func run(_ work: @escaping @Sendable () async -> LoaderMessage?) -> Task<Void, Never> {
        Task(priority: .medium) { @concurrent in
            if let message = await work() { await deliver(message) }
        }
    }

    private func deliver(_ message: LoaderMessage) async {
        await receiver.withLock { $0 }?.receive(message)
    }
}
