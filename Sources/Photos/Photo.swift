// One photo as its source lists it, before any of its bytes are loaded.

/// A photo in a listing. A value: two listings of one photo are equal while nothing about it has changed.
public struct Photo: Hashable, Sendable, Identifiable {
    /// The identity of the photo within its source.
    public let id: PhotoID
    /// The name of the author or of the file, shown as the name of the photo. Never empty, and safe for a label: see
    /// `DisplayText.line`.
    public let title: String
    /// Size of the original in pixels, if the listing gives it.
    public let size: PixelSize?
    /// The URL of a page about the photo: the text of a `WebAddress`. Nil for a file, whose address is its location.
    public let link: String?
    /// Changes when the content under the same id changes (for a file, its modification time); part of every cache key.
    public let version: String
    /// What its tile says beside the picture; nil for a plain image.
    public let badge: PhotoBadge?
    /// The names of the camera raw files that belong to the photo, in the same folder as its file; empty for most.
    public let companions: [FileName]

    /// Creates a photo.
    /// - Parameters:
    ///   - title: as the source gives it; an empty one is replaced by the id.
    ///   - link: as the source gives it; nil if it is not a `WebAddress`.
    ///   - badge: Not used where there are companions, which have their own.
    public init(
        id: PhotoID, title: String, size: PixelSize? = nil, link: String? = nil, version: String = "",
        badge: PhotoBadge? = nil, companions: [FileName] = []
    ) {
        self.id = id
        let line = DisplayText.line(title)
        self.title = line.isEmpty ? DisplayText.line(id.text) : line
        self.size = size
        self.link = link.flatMap { WebAddress($0)?.text }
        self.version = version
        self.badge = companions.isEmpty ? badge : .rawBeside
        self.companions = companions
    }

    /// The same photo with another content.
    public func with(version: String) -> Photo {
        Photo(id: id, title: title, size: size, link: link, version: version, badge: badge, companions: companions)
    }
}
