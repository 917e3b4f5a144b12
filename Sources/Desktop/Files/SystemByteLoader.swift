// The entry to all byte sources: remote locations over HTTP, local ones from the disk.
public import ImagePipeline
import Photos

/// A loader that passes each location to the loader that reads it.
public struct SystemByteLoader: ByteLoader {
    private let remote: any ByteLoader
    private let file: any ByteLoader

    /// Creates a loader from the two given; without `file`, with a file reader of its own.
    public init(remote: any ByteLoader, file: any ByteLoader = FileByteLoader()) {
        self.remote = remote
        self.file = file
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let mark = RecorderMark("fetch")
        defer { mark.end() }
        return switch key.location {
        case .remote: try await remote.bytes(for: key, ticket: ticket)
        case .file: try await file.bytes(for: key, ticket: ticket)
        }
    }

    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        switch key.location {
        case .remote: try await remote.prefix(of: key, count: count)
        case .file: try await file.prefix(of: key, count: count)
        }
    }

    public func discard(_ key: FetchKey) async {
        switch key.location {
        case .remote: await remote.discard(key)
        case .file: await file.discard(key)
        }
    }

    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {
        remote.onRefresh(refreshed)
        file.onRefresh(refreshed)
    }

    public func onNoChange(_ unchanged: @escaping @Sendable (FetchKey) -> Void) {
        remote.onNoChange(unchanged)
        file.onNoChange(unchanged)
    }
}
