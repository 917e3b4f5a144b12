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

    /// Writes the listing object of `photo`, at `position` of its page.
    func write(_ photo: SamplePhoto, at position: Int, into json: inout JSONWriter, root: String) {
        let isLong = authorBytes > 0 && position == 0
        let odd = hasControlCharacters ? ListingFaults.controls : ""
        json.raw("{")
        json.field("id", photo.id)
        json.field("author", (isLong ? String(repeating: "A", count: authorBytes) : photo.author) + odd)
        json.field("width", side ?? photo.size.width)
        json.field("height", side ?? photo.size.height)
        json.field("url", photo.page(root: root) + odd)
        json.field("download_url", "\(root)/id/\(photo.id)/\(photo.size.width)/\(photo.size.height)")
        json.raw("}")
    }

    /// Reply with a page of empty objects.
    var emptyObjects: Reply {
        var json = JSONWriter()
        json.raw("[{}" + String(repeating: ",{}", count: emptyObjectBytes / 3) + "]\n")
        return json.reply
    }

    /// Clears a terminal, reverses the text that follows, and adds a line that is a command.
    private static let controls = "\u{1B}[2J\u{9B}1m\u{202E}\nreboot\n"
}
