// Previews of images whose bytes have not all arrived.

/// The data that a preview is made of; the greater value shows more of the image.
public enum PreviewDetail: Comparable, Sendable {
    /// The thumbnail that a camera has embedded in the file.
    case thumbnail
    /// The first scans of a progressive image, this many of them.
    case scans(Int)
}

/// A placeholder for an image, with what it was made of.
public struct Preview<Image: Sendable>: Sendable {
    public let image: Image
    public let detail: PreviewDetail

    public init(image: Image, detail: PreviewDetail) {
        self.image = image
        self.detail = detail
    }
}
