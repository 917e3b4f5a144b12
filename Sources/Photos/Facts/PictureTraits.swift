// What a file says its picture is, beside a plain photo.

/// What is known of a picture by its file alone, whatever its proportions and its name.
public struct PictureTraits: OptionSet, Hashable, Sendable {
    /// Kept by the catalogue, so a value never changes its meaning.
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The file names a surface on which the picture was projected.
    public static let panorama = PictureTraits(rawValue: 1)
    /// A GIF or WebP of several frames, which plays when it is opened.
    public static let animation = PictureTraits(rawValue: 2)
}
