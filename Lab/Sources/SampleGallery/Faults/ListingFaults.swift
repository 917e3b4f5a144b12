// Malformed listings, for tests of clients.
import Photos

/// Faults in every page of the listing.
public struct ListingFaults: Hashable, Sendable {
    /// Length in bytes of the first author of each page; 0 for the normal author.
    public var authorBytes: Int
    /// Width and height of every photo; nil for its own.
    public var side: Int?
    /// Whether every link and every author contains characters that affect a terminal and the direction of text.
    public var hasControlCharacters: Bool
    /// Length in bytes of a page of empty objects; 0 for a page of photos.
    public var emptyObjectBytes: Int

    /// Creates a set of faults; none by default.
    public init(authorBytes: Int = 0, side: Int? = nil, hasControlCharacters: Bool = false, emptyObjectBytes: Int = 0) {
        self.authorBytes = authorBytes
        self.side = side
        self.hasControlCharacters = hasControlCharacters
        self.emptyObjectBytes = emptyObjectBytes
    }

    /// Returns the listing object of `photo`, at `position` of its page.
    func json(of photo: SamplePhoto, at position: Int, root: String) -> JSONValue {
        let isLong = authorBytes > 0 && position == 0
        let odd = hasControlCharacters ? ListingFaults.controls : ""
        return .object([
            ("id", .string(photo.id)),
            ("author", .string((isLong ? String(repeating: "A", count: authorBytes) : photo.author) + odd)),
            ("width", .integer(side ?? photo.size.width)),
            ("height", .integer(side ?? photo.size.height)),
            ("url", .string(photo.page(root: root) + odd)),
            ("download_url", .string("\(root)/id/\(photo.id)/\(photo.size.width)/\(photo.size.height)")),
        ])
    }

    /// Reply with a page of empty objects.
    var emptyObjects: Reply { .json("[{}" + String(repeating: ",{}", count: emptyObjectBytes / 3) + "]") }

    /// Clears a terminal, reverses the text that follows, and adds a line that is a command.
    private static let controls = "\u{1B}[2J\u{9B}1m\u{202E}\nreboot\n"
}
