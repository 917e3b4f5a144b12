// The byte loader of remote photos: the disk cache first, then HTTP, with revalidation and resumption.
import FoundationEssentials
import Photos
import Synchronization

/// A byte loader that fetches remote photos over an `HTTPTransport` by HTTP's caching rules (RFC 9111).
///
/// What is fresh in the disk cache is served without a request. What is stale is revalidated first, or served at once
/// and revalidated meanwhile where the server allows that. While the server cannot be reached, stored bytes are served
/// however old they are, unless the server has forbidden it. What arrived of an interrupted transfer is kept, on disk
/// or without a disk cache in memory, and the next attempt requests the rest.
///
/// Everything is stored under the requested key, wherever redirects lead. Files are refused: they are on disk already,
/// and belong to another loader.
///
/// Isolation: callable from any task. It blocks no thread; the disk is read and written on the cache's executors.
public final class RemoteByteLoader: ByteLoader {
    /// Limits, and the source of the time.
    public struct Configuration: Sendable {
        /// Maximum length of an encoded image, in bytes. One body of this length is in memory in addition to the
        /// session's budget, and the window has to stay below 400 MB with it.
        public var byteLimit = 128 << 20
        /// Bytes of partial transfers that are kept in memory when there is no disk cache.
        public var partialBudget = 8 << 20
        /// Maximum concurrent background revalidations (stale-while-revalidate).
        public var revalidationLimit = 4
        /// The current time in seconds since 1970.
        public var now: @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970) }

        /// Creates a configuration with the values above.
        public init() {}
    }

    private let disk: DiskCache?
    private let fetcher: RemoteFetcher
    private let configuration: Configuration
    private let revalidations: RevalidationQueue
    /// The listener; in a struct, because a closure that a generic type holds by itself is wrapped once more at each
    /// access.
    private struct Listener: Sendable { var refreshed: (@Sendable (FetchKey) -> Void)? }
    private let listener = Mutex(Listener())

    /// Creates a byte loader.
    /// - Parameter disk: the disk cache; nil stores nothing on disk.
    public init(
        transport: any HTTPTransport, disk: DiskCache? = nil, configuration: Configuration = Configuration()
    ) {
        self.disk = disk
        fetcher = RemoteFetcher(transport, disk: disk, configuration: configuration)
        self.configuration = configuration
        revalidations = RevalidationQueue(limit: configuration.revalidationLimit)
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let stored = ticket.isReload ? nil : try await disk?.photo(for: key, priority: ticket.priority)
        try Task.checkCancellation()
        guard let stored else {
            return FetchedBytes(try await fetcher.fetch(key, stored: nil, ticket: ticket).photo.bytes, from: .network)
        }
        switch stored.metadata.freshness(at: configuration.now()) {
        case .fresh:
            return FetchedBytes(stored.bytes, from: .disk)
        case .staleWhileRevalidate:
            revalidate(key, stored, title: ticket.title)
            return FetchedBytes(stored.bytes, from: .disk, isStale: true)
        case .stale:
            do {
                let answer = try await fetcher.fetch(key, stored: stored, ticket: ticket)
                return FetchedBytes(answer.photo.bytes, from: answer.isConfirmed ? .disk : .network)
            } catch let failure as LoadFailure
                where stored.metadata.maySubstitute(for: failure.reason, at: configuration.now())
            {
                return FetchedBytes(stored.bytes, from: .disk, isStale: true)
            }
        }
    }

    public func discard(_ key: FetchKey) async {
        disk?.remove(key)
        fetcher.discard(key)
    }

    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {
        listener.withLock { $0.refreshed = refreshed }
    }

    /// Revalidates stale bytes in the background, at the lowest priority.
    private func revalidate(_ key: FetchKey, _ stored: StoredPhoto, title: String) {
        revalidations.add(key) {
            guard await self.hasChanged(key, stored, title) else { return nil }
            return self.listener.withLock { $0 }.refreshed
        }
    }

    /// Revalidates stored bytes and returns whether they have changed. A failure counts as no change: the next request
    /// of the photo tries again.
    private func hasChanged(_ key: FetchKey, _ stored: StoredPhoto, _ title: String) async -> Bool {
        // What was read as stale may have been confirmed or replaced before this began.
        guard let current = try? await disk?.photo(for: key, priority: .speculative) else { return false }
        var latest = current
        if current.metadata.freshness(at: configuration.now()) != .fresh {
            let ticket = FetchTicket(title: title, priority: .speculative)
            guard let answer = try? await fetcher.fetch(key, stored: current, ticket: ticket) else { return false }
            latest = answer.photo
        }
        return !latest.bytes.isEqual(to: stored.bytes)
    }
}

extension EncodedBytes {
    fileprivate func isEqual(to other: EncodedBytes) -> Bool {
        guard count == other.count else { return false }
        var isEqual = false
        storage.withBytes { mine in
            other.storage.withBytes { isEqual = mine.elementsEqual($0) }
        }
        return isEqual
    }
}
