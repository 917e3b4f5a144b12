// The pipeline's port to the thumbnails that the desktop's programs share. The adapter is in Desktop.

/// Thumbnails that some other program may have left. They are only read.
///
/// Isolation: called from any task, any number at once; waits for the disk on threads of its own.
public protocol SharedThumbnails: Sendable {
    /// A thumbnail that is fresh by the rules of its store and has enough pixels for this picture, cropping included;
    /// encoded, to be decoded for the same request. Nil when there is none.
    func thumbnail(for request: ImageRequest) async -> EncodedBytes?
}
