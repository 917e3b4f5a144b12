// A byte loader that asks the disk first and lets the disk keep what another one fetched.
import Photos
import Synchronization

/// Answers remote locations from the disk cache where it can; files pass by, because they are on disk already.
///
/// A fetched picture is handed on at once and written afterwards. When the disk is slower than the network, pictures
/// beyond `writeBacklog` bytes are not written at all: the cache must not hold what it has not got rid of.
public final class CachedByteLoader: ByteLoader {
    private static let writeBacklog = 16 << 20

    private let disk: DiskCache
    private let upstream: any ByteLoader
    private let unwrittenBytes = Atomic<Int>(0)

    public init(disk: DiskCache, upstream: any ByteLoader) {
        self.disk = disk
        self.upstream = upstream
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        guard case .remote = key.location else { return try await upstream.bytes(for: key, ticket: ticket) }
        if !ticket.isReload, let stored = await disk.bytes(for: key) { return FetchedBytes(stored, from: .disk) }
        try Task.checkCancellation()
        let fetched = try await upstream.bytes(for: key, ticket: ticket)
        write(fetched.bytes, key)
        return fetched
    }

    public func discard(_ key: FetchKey) async {
        await disk.remove(key)
        await upstream.discard(key)
    }

    private func write(_ bytes: EncodedBytes, _ key: FetchKey) {
        let backlog = unwrittenBytes.add(bytes.count, ordering: .relaxed).newValue
        guard backlog <= Self.writeBacklog else {
            unwrittenBytes.subtract(bytes.count, ordering: .relaxed)
            return
        }
        // Not bound to the caller's task: the bytes are here, and leaving the picture is no reason to lose them.
        Task {
            await disk.store(bytes, for: key)
            unwrittenBytes.subtract(bytes.count, ordering: .relaxed)
        }
    }
}
