// A stand-in for a picture of which not all bytes are there, and what it is made of.

/// What a preview is made of; the greater shows more of the picture.
public enum PreviewDetail: Comparable, Sendable {
    /// The small picture that a camera has put into the file.
    case thumbnail
    /// The first scans of a progressive picture, this many of them.
    case scans(Int)
}

/// A stand-in for a picture.
public struct Preview: Sendable {
    public let image: any DecodedImage
    public let detail: PreviewDetail

    public init(image: any DecodedImage, detail: PreviewDetail) {
        self.image = image
        self.detail = detail
    }
}
