// A page of photos and the position of the next one.
public import Photos

/// The position in a listing at which a page starts. Opaque to all but the source that made it.
public struct PageCursor: Hashable, Sendable {
    /// Text in a form that the source chooses.
    public let text: String
    public init(_ text: String) { self.text = text }
}

/// One page of photos in the source's order.
public struct Page: Hashable, Sendable {
    /// The photos in the source's order; empty only on a last page.
    public let photos: [Photo]
    /// The position of the next page; nil when this is the last one.
    public let next: PageCursor?

    public init(photos: [Photo], next: PageCursor?) {
        self.photos = photos
        self.next = next
    }
}
