// Fetched bytes handed to the images and readers that wait for them, and the public request for encoded bytes alone.
import Photos

/// A request for encoded bytes without a decode.
struct Reader {
    let id: Subscriber.ID
    let priority: LoadPriority
    let continuation: CheckedContinuation<EncodedBytes, any Error>
}

extension ImageLoader {
    /// Returns the encoded bytes of the photo of `request`. The fetch is shared with all requests for an image of it at
    /// this location; size and processors of the request are ignored. Nothing is decoded. Cancelling the calling task
    /// ends its subscription.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public nonisolated func data(for request: ImageRequest, priority: LoadPriority) async throws -> EncodedBytes {
        try Task.checkCancellation()
        count { $0.requests += 1 }
        return try await read(request, priority)
    }

    private func read(_ request: ImageRequest, _ priority: LoadPriority) async throws -> EncodedBytes {
        let (id, key) = (nextID(), FetchKey(request))
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try checkRunning(request)
            return try await withCheckedThrowingContinuation { continuation in
                let (fetch, isShared) = fetchFlight(for: key, title: request.title)
                if isShared { count { $0.joined += 1 } }
                if case .arrived(let bytes) = fetch.state { return continuation.resume(returning: bytes) }
                fetch.readers.append(Reader(id: id, priority: priority, continuation: continuation))
                if isShared { updatePriority(of: fetch) } else { enqueue(fetch) }
                pump()
            }
        } onCancel: {
            Task { await self.leave(id, key) }
        }
    }

    private func leave(_ id: Subscriber.ID, _ key: FetchKey) {
        guard let fetch = fetches[key], let index = fetch.readers.firstIndex(where: { $0.id == id }) else { return }
        let reader = fetch.readers.remove(at: index)
        endIfUnneeded(fetch)
        reader.continuation.resume(throwing: CancellationError())
        pump()
    }

    func cancelReaders(of fetch: FetchFlight) {
        for reader in fetch.readers { leave(reader.id, fetch.key) }
    }

    /// Hands the bytes of a fetch to its readers and queues the decodes of its dependents.
    func handOut(_ fetch: FetchFlight, _ bytes: EncodedBytes) {
        tell(fetch, .success(bytes))
        for flight in fetch.dependents { enqueue(flight) }
        endIfUnneeded(fetch)
    }

    /// Fails the readers and dependents of a fetch.
    func fail(_ fetch: FetchFlight, _ failure: LoadFailure) {
        tell(fetch, .failure(failure))
        for flight in fetch.dependents { finish(flight, .failure(failure)) }
        endIfUnneeded(fetch)
    }

    private func tell(_ fetch: FetchFlight, _ result: Result<EncodedBytes, LoadFailure>) {
        let readers = fetch.readers
        fetch.readers = []
        for reader in readers { reader.continuation.resume(with: result) }
    }
}
