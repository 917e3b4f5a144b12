// The pipeline's port to what makes a small file of a finished tile. The adapter is in Desktop.

/// Encodes finished tiles.
///
/// Isolation: called from one task, one picture at a time; the work is done on a thread of the implementation's own that
/// gives way to all others.
public protocol TileEncoder: Sendable {
    /// The picture as the bytes of a file that the decoder reads; nil for one that would lose by it, such as one that is
    /// not opaque.
    func encode(_ image: any DecodedImage) async -> EncodedBytes?
}
