// The words that people have written into the file of a photo.

/// Title, caption, artist, keywords and the names of the place. Each may be missing.
public struct PhotoDescription: Hashable, Sendable {
    public var title: String?
    public var caption: String?
    public var artist: String?
    /// As `KeywordList` gives them.
    public var keywords: [String]
    public var city: String?
    /// The state, province or region.
    public var state: String?
    public var country: String?

    public init(
        title: String? = nil, caption: String? = nil, artist: String? = nil, keywords: [String] = [],
        city: String? = nil, state: String? = nil, country: String? = nil
    ) {
        (self.title, self.caption, self.artist, self.keywords) = (title, caption, artist, keywords)
        (self.city, self.state, self.country) = (city, state, country)
    }

    /// Adds what is missing here. Keywords are one statement: those of `other` count if there are none here.
    public mutating func complete(with other: PhotoDescription) {
        title = title ?? other.title
        caption = caption ?? other.caption
        artist = artist ?? other.artist
        if keywords.isEmpty { keywords = other.keywords }
        city = city ?? other.city
        state = state ?? other.state
        country = country ?? other.country
    }
}
