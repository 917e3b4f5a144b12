// The words that people have written into the file of a photo.

/// Title, caption and artist of a photo. Each may be missing.
public struct PhotoDescription: Hashable, Sendable {
    public var title: String?
    public var caption: String?
    public var artist: String?

    public init(title: String? = nil, caption: String? = nil, artist: String? = nil) {
        (self.title, self.caption, self.artist) = (title, caption, artist)
    }

    /// Adds what is missing here.
    public mutating func complete(with other: PhotoDescription) {
        title = title ?? other.title
        caption = caption ?? other.caption
        artist = artist ?? other.artist
    }
}
