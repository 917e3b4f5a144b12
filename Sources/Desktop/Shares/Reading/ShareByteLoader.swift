// The bytes of photos on shares: their beginnings first, for a preview, and stored as those of services are.
public import ImagePipeline
import Photos
import Synchronization

/// A byte loader in front of the one of remote photos, for files on shares. A file's beginning is read by itself, so
/// that a screen of large photos has its embedded thumbnails before the first of them is there whole. A small file is
/// read once: whole, where its length was listed; otherwise it is whole with its beginning.
public final class ShareByteLoader: ByteLoader {
    private let shares: any ShareFiles
    private let stored: any ByteLoader
    private let disk: DiskCache?
    /// Small files that were read whole and have not been asked for, the latest last.
    private let small = Mutex<[(key: FetchKey, bytes: EncodedBytes)]>([])

    /// Bytes of a beginning: EXIF with its thumbnail is one segment of JPEG, which has 64 KB at most.
    static let beginning = 64 << 10
    /// Small files that are kept: those of a large screen.
    private static let mostSmall = 64

    /// - Parameters:
    ///   - stored: Keeps what has come, and asks `ShareTransport` for the rest.
    ///   - disk: The cache in which it keeps that; nil for none.
    public init(_ shares: any ShareFiles, stored: any ByteLoader, disk: DiskCache? = nil) {
        (self.shares, self.stored, self.disk) = (shares, stored, disk)
    }

    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        if !ticket.isReload, let bytes = takeSmall(key) {
            if bytes.count > 0 { disk?.store(ShareTransport.stored(bytes), for: key) }
            return FetchedBytes(bytes, from: .network)
        }
        return try await stored.bytes(for: key, ticket: ticket)
    }

    public func prefix(of key: FetchKey, count: Int) async throws -> EncodedBytes? {
        guard let address = key.location.share, !VideoFile.covers(address.name.text), count > 0 else { return nil }
        let limit = min(count, Self.beginning)
        // A small photo comes whole in the same time.
        if let length = shares.length(of: address), length <= limit { return nil }
        let bytes = try await shares.beginning(of: address, count: limit, name: address.name.shown, for: .preview)
        if bytes.count < limit {
            small.withLock { small in
                if small.count == Self.mostSmall { small.removeFirst() }
                small.append((key, bytes))
            }
        }
        return bytes
    }

    public func discard(_ key: FetchKey) async {
        _ = takeSmall(key)
        await stored.discard(key)
    }

    /// Does nothing: a changed file has another version, and so another key.
    public func onRefresh(_ refreshed: @escaping @Sendable (FetchKey) -> Void) {}

    private func takeSmall(_ key: FetchKey) -> EncodedBytes? {
        small.withLock { small in small.firstIndex { $0.key == key }.map { small.remove(at: $0).bytes } }
    }
}
