// A batch of photos and where the next one starts.

/// Where a source goes on. Opaque to everyone but the source that made it.
public struct PageCursor: Hashable, Sendable {
    /// The source's own words.
    public let text: String
    public init(_ text: String) { self.text = text }
}

/// One batch of photos in the source's order.
public struct Page: Hashable, Sendable {
    /// In the source's order; empty only on a last page.
    public let photos: [Photo]
    /// Where the next page starts; nil when this was the last one.
    public let next: PageCursor?

    public init(photos: [Photo], next: PageCursor?) {
        self.photos = photos
        self.next = next
    }
}
