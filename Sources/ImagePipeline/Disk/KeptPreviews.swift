// Previews of photos that the user wants at hand while their share is out of reach.
public import Photos

/// Previews of whole photos, larger than most tiles, of which tiles of every size and shape are made. They are kept in
/// the pack of the tiles that they stand in for, and count towards its budget.
///
/// Isolation: callable from any task; waits for the disk on the pack's executor.
public struct KeptPreviews: SharedThumbnails {
    /// The result of keeping one.
    public enum Outcome: Hashable, Sendable {
        case kept
        /// The budget would be exceeded: others would have to go for it.
        case full
        /// It cannot be kept: it is not opaque, or has no version.
        case unsuited
    }

    /// Pixels of the longer side: enough for tiles of 512 pixels, a photo of 3:2 cropped to a square included.
    public static let side = 768

    private let pack: TilePack
    private let encoder: any TileEncoder

    public init(pack: TilePack, encoder: any TileEncoder) { (self.pack, self.encoder) = (pack, encoder) }

    /// Returns the request for the preview of a photo that is kept.
    public static func request(for photo: Photo, of source: SourceID, at location: ImageLocation) -> ImageRequest {
        ImageRequest(
            source: source, photo: photo, location: location, size: PixelSize(width: side, height: side), fit: .fit)
    }

    /// Whether the preview of a photo is kept.
    public func contains(_ request: ImageRequest) async -> Bool {
        guard let key = TileKey(previewOf: request) else { return false }
        return await pack.contains(key)
    }

    /// Keeps a preview, written when this returns.
    public func keep(_ image: any DecodedImage, for request: ImageRequest) async -> Outcome {
        guard let key = TileKey(previewOf: request), let bytes = await encoder.encode(image) else { return .unsuited }
        return await pack.storeWithinBudget(bytes, for: key) ? .kept : .full
    }

    /// Returns what is kept of a photo, for a tile.
    public func thumbnail(for request: ImageRequest) async -> EncodedBytes? {
        guard let key = TileKey(previewOf: request) else { return nil }
        return await pack.bytes(for: key)
    }
}

/// The tiles of files on this machine, and apart from them those of files on shares.
public struct TileStoresByPlace: TileStore {
    private let files: any TileStore
    private let shares: any TileStore

    public init(files: any TileStore, shares: any TileStore) { (self.files, self.shares) = (files, shares) }

    private func store(of request: ImageRequest) -> any TileStore { request.location.path == nil ? shares : files }

    public func tile(for request: ImageRequest) async -> EncodedBytes? { await store(of: request).tile(for: request) }

    public func keep(_ image: any DecodedImage, for request: ImageRequest) async {
        await store(of: request).keep(image, for: request)
    }

    public func discard(_ request: ImageRequest) async { await store(of: request).discard(request) }
}
