// What a tile says of its photo beside the picture.

/// The kind of a photo that is more, or other, than one image file.
public enum PhotoBadge: Hashable, Sendable {
    /// An image file with the camera raw files that belong to it (`Photo.companions`).
    case rawBeside
    /// A camera raw file alone.
    case raw
    /// A picture that is at least twice as wide as high, or as high as wide, or of which its file says so. Never
    /// listed: known by its facts.
    case panorama
    /// A picture that moves. Never listed: known by its decode.
    case animation
    /// A video and its length; nil where that is not known.
    case video(seconds: Int?)
}
