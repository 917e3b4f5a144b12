// The entry to all byte sources: remote locations over HTTP, local ones from the disk.
public import ImagePipeline
import Photos

/// A loader that passes each location to the loader that reads it.
public struct SystemByteLoader: ByteLoader {
    private let remote: any ByteLoader
    private let share: any ByteLoader
    private let file: any ByteLoader
    private let video: any ByteLoader

    /// Creates a loader from those given; without `file`, with a file reader of its own.
    /// - Parameters:
    ///   - share: Reads files on shares; by default `remote`.
    ///   - video: Reads the thumbnails of videos; by default one that keeps none.
    public init(
        remote: any ByteLoader, share: (any ByteLoader)? = nil, file: any ByteLoader = FileByteLoader(),
        video: any ByteLoader = VideoByteLoader(isKept: false)
    ) {
        self.remote = remote
        self.share = share ?? remote
        self.file = file
        self.video = video
    }

    /// Returns the loader for a location.
    private func loader(of location: ImageLocation) -> any ByteLoader {
        switch location {
        case .remote: location.share == nil ? remote : share
        case .file: location.isVideo ? video : file
        }
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let mark = RecorderMark("fetch")
        defer { mark.end() }
        return try await loader(of: key.location).bytes(for: key, ticket: ticket)
    }

    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        try await loader(of: key.location).prefix(of: key, count: count)
    }

    public func discard(_ key: FetchKey) async {
        await loader(of: key.location).discard(key)
    }

    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {
        remote.onRefresh(refreshed)
        file.onRefresh(refreshed)
    }
}
