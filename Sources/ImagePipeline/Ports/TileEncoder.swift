// The pipeline's port to the encoder of finished tiles. The adapter is in Desktop.

/// An encoder of finished tiles.
///
/// Isolation: called from one task, one image at a time; the work is done on a thread of the implementation's own at
/// the lowest priority.
public protocol TileEncoder: Sendable {
    /// Returns the image as a file that the decoder reads; nil for one that would lose by it, such as one that is not
    /// opaque.
    func encode(_ image: any DecodedImage) async -> EncodedBytes?
}
