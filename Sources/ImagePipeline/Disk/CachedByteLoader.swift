// A byte loader that asks the disk first and lets the disk keep what another one fetched.
import Photos

/// Answers remote locations from the disk cache where it can; files pass by, because they are on disk already.
public final class CachedByteLoader: ByteLoader {
    private let disk: DiskCache
    private let upstream: any ByteLoader

    public init(disk: DiskCache, upstream: any ByteLoader) {
        self.disk = disk
        self.upstream = upstream
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        guard case .remote = key.location else { return try await upstream.bytes(for: key, ticket: ticket) }
        if !ticket.isReload, let stored = try await disk.photo(for: key, priority: ticket.priority) {
            return FetchedBytes(stored.bytes, from: .disk)
        }
        try Task.checkCancellation()
        let fetched = try await upstream.bytes(for: key, ticket: ticket)
        let metadata = ResponseMetadata(TransferHead(status: 200), at: 0)
        disk.store(StoredPhoto(bytes: fetched.bytes, metadata: metadata), for: key)
        return fetched
    }

    public func discard(_ key: FetchKey) async {
        disk.remove(key)
        await upstream.discard(key)
    }
}
