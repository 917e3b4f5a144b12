// Requests for encoded bytes without an image of them.
import Photos

/// Owns the requests for bytes alone, which share the fetches of images.
final class ByteReaders {
    private let fetches: FetchScheduler
    private var readers: [Subscriber.ID: (subscriber: Subscriber, fetch: FetchJob.ID)] = [:]

    init(fetches: FetchScheduler) { self.fetches = fetches }

    var isEmpty: Bool { readers.isEmpty }

    /// Adds a reader; one whose bytes are there is answered at once.
    /// - Returns: whether the fetch was under way.
    func join(_ subscriber: Subscriber, _ request: ImageRequest) -> Bool {
        let user = FetchUser(id: subscriber.id, priority: subscriber.priority, image: nil)
        let fetch = fetches.join(user, FetchKey(request), title: request.title)
        readers[subscriber.id] = (subscriber, fetch.id)
        if let bytes = fetch.bytes { end(user, .success(bytes)) }
        return fetch.isShared
    }

    /// Removes a reader, whose call ends as cancelled.
    /// - Returns: whether it was a reader.
    func leave(_ id: Subscriber.ID) -> Bool {
        guard let reader = readers.removeValue(forKey: id) else { return false }
        fetches.leave(id, reader.fetch)
        reader.subscriber.cancel()
        return true
    }

    func cancelAll() { for id in Array(readers.keys) { _ = leave(id) } }

    /// Answers the readers among the users of a fetch.
    func end(_ users: [FetchUser], _ result: Result<EncodedBytes, LoadFailure>) {
        for user in users where user.image == nil { end(user, result) }
    }

    private func end(_ user: FetchUser, _ result: Result<EncodedBytes, LoadFailure>) {
        guard let reader = readers.removeValue(forKey: user.id) else { return }
        fetches.leave(user.id, reader.fetch)
        if case .bytes(let continuation) = reader.subscriber.sink { continuation.resume(with: result) }
    }
}
