// The pipeline's port to finished tiles of local files, kept so that a folder opens quickly the second time.
import Photos

/// Finished tiles by image. A tile is small and has its final size already, so that the original need not be decoded.
///
/// Isolation: called from the loader's own tasks; waits for the disk on threads of its own.
public protocol TileStore: Sendable {
    /// Returns what is stored for exactly this image, or a fresh thumbnail that another program has stored and that has
    /// enough pixels for it; encoded, to be decoded for the same request. Nil when there is none.
    func tile(for request: ImageRequest) async -> EncodedBytes?

    /// Stores an image. Returns at once or soon. The write gives way to all other work, and may not happen.
    func keep(_ image: any DecodedImage, for request: ImageRequest) async

    /// Removes a tile that could not be decoded.
    func discard(_ request: ImageRequest) async
}
