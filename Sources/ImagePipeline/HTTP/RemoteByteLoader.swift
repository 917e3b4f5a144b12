// The byte loader of remote photos: what is on disk and still good is not fetched.
import FoundationEssentials
import Photos

/// Fetches remote photos over an `HTTPTransport` and keeps their bytes, if it is given a disk cache.
///
/// Files are refused: they are on disk already, and belong to another loader.
///
/// Isolation: callable from any task. It blocks no thread; the disk is read and written on the cache's executor.
public final class RemoteByteLoader: ByteLoader {
    /// Limits, and the time.
    public struct Configuration: Sendable {
        /// Largest picture that is read, in bytes.
        public var byteLimit = 256 << 20
        /// Seconds since 1970.
        public var now: @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970) }

        /// The values above.
        public init() {}
    }

    private let transport: any HTTPTransport
    private let disk: DiskCache?
    private let configuration: Configuration

    /// - Parameter disk: nil keeps nothing on disk.
    public init(
        transport: any HTTPTransport, disk: DiskCache? = nil, configuration: Configuration = Configuration()
    ) {
        self.transport = transport
        self.disk = disk
        self.configuration = configuration
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        guard case .remote(let url) = key.location else {
            throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: .unreachable("it is a file, not a URL"))
        }
        if let stored = await disk?.bytes(for: key) { return FetchedBytes(stored, from: .disk) }
        try Task.checkCancellation()
        let answer: TransferAnswer
        do {
            answer = try await transport.transfer(
                TransferRequest(url: url, byteLimit: configuration.byteLimit), ticket: ticket)
        } catch let interrupted as InterruptedTransfer {
            throw interrupted.cause
        }
        if let reason = failure(answer) { throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: reason) }
        if let disk { Task { await disk.store(answer.body, for: key) } }
        return FetchedBytes(answer.body, from: .network)
    }

    public func discard(_ key: FetchKey) async { await disk?.remove(key) }

    private func failure(_ answer: TransferAnswer) -> LoadFailure.Reason? {
        if let reason = answer.head.failure(now: configuration.now()) { return reason }
        if let type = answer.head.foreignType { return .notAnImage(found: type) }
        return answer.body.count == 0 ? .empty : nil
    }
}
