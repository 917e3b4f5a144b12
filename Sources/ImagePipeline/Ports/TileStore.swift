// The pipeline's ports to finished tiles of local files: their store, their encoder, and other programs' thumbnails.
import Photos

/// Finished tiles by image. A tile is small and has its final size already, so that the original need not be decoded.
///
/// Isolation: called from the loader's own tasks; waits for the disk on threads of its own.
public protocol TileStore: Sendable {
    /// Returns what is stored for exactly this image, or a fresh thumbnail that another program has stored and that has
    /// enough pixels for it; encoded, to be decoded for the same request. Nil if there is none.
    func tile(for request: ImageRequest) async -> EncodedBytes?

    /// Stores an image. Returns at once or soon. The write gives way to all other work, and may not happen.
    func keep(_ image: any DecodedImage, for request: ImageRequest) async

    /// Removes a tile that could not be decoded.
    func discard(_ request: ImageRequest) async
}

/// An encoder of finished tiles.
///
/// Isolation: called from one task, one image at a time; the work is done on a thread of the implementation's own at
/// the lowest priority.
public protocol TileEncoder: Sendable {
    /// Returns the image as a file that the decoder reads; nil for one that would lose by it, such as one that is not
    /// opaque.
    func encode(_ image: any DecodedImage) async -> EncodedBytes?
}

/// Thumbnails that another program may have stored; read only.
///
/// Isolation: called from any task, any number at once; waits for the disk on threads of its own.
public protocol SharedThumbnails: Sendable {
    /// Returns a thumbnail that is fresh by the rules of its store and has enough pixels for this image, cropping
    /// included; encoded, to be decoded for the same request. Nil if there is none.
    func thumbnail(for request: ImageRequest) async -> EncodedBytes?
}

extension ImageRequest {
    /// Pixels a side up to which a cropped image is a tile. Larger ones are worth their decode, and a whole image may
    /// be an animation, which is played from its file.
    static let largestTile = 512

    /// Whether the image is one of those that a `TileStore` keeps.
    var isTile: Bool {
        guard key.isOfWholePhoto, key.fit == .fill, location.filePlace != nil else { return false }
        return max(key.size.width, key.size.height) <= Self.largestTile
    }
}
