// One photo as a source lists it: what is known before a single pixel has arrived.

/// One photo as its source lists it. A value: two listings of one photo compare equal while nothing about it changed.
public struct Photo: Hashable, Sendable, Identifiable {
    /// Its name within the source.
    public let id: PhotoID
    /// Who made it, or the file's name: what a person calls the photo by. Never empty, and fit for a label: see
    /// `DisplayText.line`.
    public let title: String
    /// Size of the original, if the listing knows it.
    public let size: PixelSize?
    /// A page about the photo, as a URL that a browser opens: the text of a `WebAddress`. Nil for a file, whose address is
    /// its location.
    public let link: String?
    /// Changes when the content under the same id changes (a file's time of modification); part of every cache key.
    public let version: String

    /// - Parameters:
    ///   - title: as the source says it; an empty one becomes the id.
    ///   - link: as the source says it; what is no `WebAddress` becomes nil.
    public init(id: PhotoID, title: String, size: PixelSize? = nil, link: String? = nil, version: String = "") {
        self.id = id
        let line = DisplayText.line(title)
        self.title = line.isEmpty ? DisplayText.line(id.text) : line
        self.size = size
        self.link = link.flatMap { WebAddress($0)?.text }
        self.version = version
    }
}
