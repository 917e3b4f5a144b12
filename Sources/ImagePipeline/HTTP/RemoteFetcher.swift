// One fetch over HTTP: the request, given what is already stored, and the handling of the response.
import Photos

/// Fetches photos over a transport, continues what an earlier try has left, and stores what arrives.
struct RemoteFetcher: Sendable {
    /// The result of a successful fetch.
    struct Fetched: Sendable {
        let photo: StoredPhoto
        /// Whether the bytes are the stored ones, which the server has confirmed.
        let isConfirmed: Bool
    }

    private let transport: any HTTPTransport
    private let disk: DiskCache?
    private let partials: any PartialStore
    private let configuration: RemoteByteLoader.Configuration

    init(_ transport: any HTTPTransport, disk: DiskCache?, configuration: RemoteByteLoader.Configuration) {
        self.transport = transport
        self.disk = disk
        partials = disk ?? MemoryPartials(budget: configuration.partialBudget)
        self.configuration = configuration
    }

    /// Forgets what an interrupted transfer has left.
    func discard(_ key: FetchKey) { partials.removePartial(for: key) }

    /// Requests the whole photo, the rest of a partial one or, when it is stored, a revalidation. Stores the result.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`. What had arrived is kept if it can be resumed.
    func fetch(_ key: FetchKey, stored: StoredPhoto?, ticket: FetchTicket) async throws -> Fetched {
        guard case .remote(let url) = key.location else {
            throw failure(.unreachable(Message("it is a file, not a URL")), ticket)
        }
        var partial = try await partials.partial(for: key, priority: ticket.priority)
        while true {
            try Task.checkCancellation()
            let time = configuration.now()
            let request = request(url, stored, partial)
            let answer: TransferAnswer
            do {
                answer = try await transfer(request, after: partial, ticket)
            } catch let failure as LoadFailure {
                // Resuming would be refused for the same number of bytes.
                if case .tooManyBytes = failure.reason { partials.removePartial(for: key) }
                throw failure
            } catch let interrupted as InterruptedTransfer {
                keep(interrupted, after: partial, key, time)
                throw interrupted.cause
            }
            switch answer.head.status {
            case 304:
                guard let stored else { throw failure(.httpStatus(304), ticket) }
                return Fetched(photo: confirm(stored, by: answer.head, key, time), isConfirmed: true)
            case 206:
                guard let old = partial else { throw failure(.httpStatus(206), ticket) }
                try checkLength(of: old, and: answer, key, ticket)
                if let whole = old.completed(by: answer, at: time) {
                    return try finish(whole, isResumable: true, key, ticket)
                }
                // The range belongs to other bytes, so the partial transfer is useless.
                partial = nil
                partials.removePartial(for: key)
            case 416 where partial != nil:
                partial = nil
                partials.removePartial(for: key)
            default:
                try check(answer, key, time, ticket)
                let photo = StoredPhoto(bytes: answer.body, metadata: ResponseMetadata(answer.head, at: time))
                return try finish(photo, isResumable: answer.head.isResumable, key, ticket)
            }
        }
    }

    /// Refuses a range that makes the photo longer than the limit, by its announced length or by what arrived.
    private func checkLength(
        of beginning: PartialTransfer, and answer: TransferAnswer, _ key: FetchKey, _ ticket: FetchTicket
    ) throws {
        let limit = configuration.byteLimit
        let announced = answer.head.contentRange?.total ?? 0
        guard announced > limit || answer.body.count > limit - beginning.bytes.count else { return }
        partials.removePartial(for: key)
        throw failure(.tooManyBytes(limit: limit), ticket)
    }

    /// Returns a request that is conditional and asks for a range. One request serves for both, because a server that
    /// has what is stored answers 304 before it evaluates the range (RFC 9110, 13.2.2).
    private func request(_ url: String, _ stored: StoredPhoto?, _ partial: PartialTransfer?) -> TransferRequest {
        var request = TransferRequest(url: url, byteLimit: configuration.byteLimit)
        if let stored { request.headers = stored.metadata.conditions }
        if let partial, let validator = partial.metadata.rangeValidator {
            request.headers["Range"] = "bytes=\(partial.bytes.count)-"
            request.headers["If-Range"] = validator
            request.offset = partial.bytes.count
        }
        return request
    }

    private func transfer(
        _ request: TransferRequest, after partial: PartialTransfer?, _ ticket: FetchTicket
    ) async throws -> TransferAnswer {
        guard let partial else { return try await transport.transfer(request, ticket: ticket) }
        let resumed = ResumedTicket(ticket, after: partial.bytes)
        defer { resumed.end() }
        return try await transport.transfer(request, ticket: resumed.inner)
    }

    /// Refuses a response that is not an image: by its status, type and length, in this order.
    private func check(_ answer: TransferAnswer, _ key: FetchKey, _ time: Int, _ ticket: FetchTicket) throws {
        if let reason = answer.head.failure(now: configuration.now()) {
            if answer.head.status == 404 || answer.head.status == 410 {
                // The photo no longer exists on the server.
                disk?.remove(key)
                partials.removePartial(for: key)
            }
            throw failure(reason, ticket)
        }
        if let type = answer.head.foreignType { throw failure(.notAnImage(found: .verbatim(type)), ticket) }
        if let length = answer.head.totalLength, answer.body.count < length {
            let cause = failure(.truncated, ticket)
            keep(InterruptedTransfer(head: answer.head, received: answer.body, cause: cause), after: nil, key, time)
            throw cause
        }
    }

    private func finish(
        _ photo: StoredPhoto, isResumable: Bool, _ key: FetchKey, _ ticket: FetchTicket
    ) throws -> Fetched {
        if photo.bytes.count == 0 { throw failure(.empty, ticket) }
        store(photo, key)
        if disk == nil, isResumable, Task.isCancelled {
            // The transfer was cancelled and ran to its end; its bytes may have no user.
            partials.keep(PartialTransfer(allButTheLastByteOf: photo), for: key)
        } else {
            partials.removePartial(for: key)
        }
        return Fetched(photo: photo, isConfirmed: false)
    }

    private func confirm(_ stored: StoredPhoto, by head: TransferHead, _ key: FetchKey, _ time: Int) -> StoredPhoto {
        let confirmed = stored.with(stored.metadata.updated(by: head, at: time))
        if confirmed.metadata.isStorable { disk?.refresh(confirmed, for: key) } else { disk?.remove(key) }
        partials.removePartial(for: key)
        return confirmed
    }

    private func store(_ photo: StoredPhoto, _ key: FetchKey) {
        if photo.metadata.isStorable { disk?.store(photo, for: key) } else { disk?.remove(key) }
    }

    /// Keeps what had arrived of a response, appended to the partial transfer if it continues that.
    private func keep(
        _ interrupted: InterruptedTransfer, after partial: PartialTransfer?, _ key: FetchKey, _ time: Int
    ) {
        let head = interrupted.head
        guard head.foreignType == nil, interrupted.received.count > 0 else { return }
        if head.status == 206, let partial {
            guard interrupted.received.count <= configuration.byteLimit - partial.bytes.count,
                let longer = partial.extended(by: head, interrupted.received, at: time)
            else { return partials.removePartial(for: key) }
            partials.keep(longer, for: key)
        } else if head.status == 200, head.isResumable {
            let metadata = ResponseMetadata(head, at: time)
            partials.keep(
                PartialTransfer(bytes: interrupted.received, total: head.totalLength, metadata: metadata), for: key)
        }
    }

    private func failure(_ reason: LoadFailure.Reason, _ ticket: FetchTicket) -> LoadFailure {
        LoadFailure(stage: .fetch, culprit: ticket.title, reason: reason)
    }
}
