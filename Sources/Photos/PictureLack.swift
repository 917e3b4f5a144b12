// What a picture that is shown lacks of its photo.

/// The part of a photo that its decoded picture does not show.
public enum PictureLack: UInt8, Hashable, Sendable {
    /// The end of the file, which is missing: a part of the picture is grey or coarse.
    case end = 1
    /// The finest detail, whose decode would have taken longer than any picture may.
    case detail = 2
}
