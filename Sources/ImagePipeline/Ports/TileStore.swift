// The pipeline's port to finished tiles of local files, kept so that a folder opens at once the second time.
import Photos

/// Finished tiles by picture. What is kept is small and already has its size, so it takes no decode of an original.
///
/// Isolation: called from the loader's own tasks; waits for the disk on threads of its own.
public protocol TileStore: Sendable {
    /// What is stored for exactly this picture, or a fresh thumbnail that some other program has left and that has
    /// enough pixels for it; encoded, to be decoded for the same request. Nil when there is none.
    func tile(for request: ImageRequest) async -> EncodedBytes?

    /// Keeps a picture. Returns at once or soon; writing never gets in the way of the screen, and may not happen.
    func keep(_ image: any DecodedImage, for request: ImageRequest) async

    /// What was stored could not be decoded.
    func discard(_ request: ImageRequest) async
}
