// The pipeline's port to the thumbnails that desktop programs share. The adapter is in Desktop.

/// Thumbnails that another program may have stored; read only.
///
/// Isolation: called from any task, any number at once; waits for the disk on threads of its own.
public protocol SharedThumbnails: Sendable {
    /// Returns a thumbnail that is fresh by the rules of its store and has enough pixels for this image, cropping
    /// included; encoded, to be decoded for the same request. Nil when there is none.
    func thumbnail(for request: ImageRequest) async -> EncodedBytes?
}
