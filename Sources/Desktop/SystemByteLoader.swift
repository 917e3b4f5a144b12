// The one door to bytes: remote ones over HTTP, local ones from the disk.
public import ImagePipeline
public import Photos

/// Sends each location to the loader that reads it.
public struct SystemByteLoader: ByteLoader {
    private let remote: any ByteLoader
    private let file: any ByteLoader

    /// Shares the loaders that are given; makes its own otherwise.
    public init(remote: any ByteLoader = HTTPLoader(), file: any ByteLoader = FileByteLoader()) {
        self.remote = remote
        self.file = file
    }

    public func bytes(
        at location: ImageLocation, title: String, priority: LoadPriority
    ) async throws -> EncodedBytes {
        switch location {
        case .remote: try await remote.bytes(at: location, title: title, priority: priority)
        case .file: try await file.bytes(at: location, title: title, priority: priority)
        }
    }
}
