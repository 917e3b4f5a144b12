// One photo as a source lists it: what is known before a single pixel has arrived.

/// One photo as its source lists it. A value: two listings of one photo compare equal while nothing about it changed.
public struct Photo: Hashable, Sendable, Identifiable {
    /// Its name within the source.
    public let id: PhotoID
    /// Who made it, or the file's name: what a person calls the photo by. Never empty.
    public let title: String
    /// Size of the original, if the listing knows it.
    public let size: PixelSize?
    /// A page about the photo, as a URI that a browser opens. Nil for a file, whose address is its location.
    public let link: String?
    /// Changes when the content under the same id changes (a file's time of modification); part of every cache key.
    public let version: String

    public init(id: PhotoID, title: String, size: PixelSize? = nil, link: String? = nil, version: String = "") {
        self.id = id
        self.title = title.isEmpty ? id.text : title
        self.size = size
        self.link = link
        self.version = version
    }
}
