// What a listing says that no listing should.
import Photos

/// Oddities of every page of the listing.
public struct ListingFaults: Hashable, Sendable {
    /// Bytes of the author of the first photo of each page; 0: the usual one.
    public var authorBytes: Int
    /// Both sides of every photo; nil: its own.
    public var side: Int?
    /// Whether every link and every author holds characters that act on a terminal and on the direction of text.
    public var hasControlCharacters: Bool
    /// Bytes of a page that is a list of nothing but empty objects; 0: a page of photos.
    public var emptyObjectBytes: Int

    /// Without arguments: nothing is odd.
    public init(authorBytes: Int = 0, side: Int? = nil, hasControlCharacters: Bool = false, emptyObjectBytes: Int = 0) {
        self.authorBytes = authorBytes
        self.side = side
        self.hasControlCharacters = hasControlCharacters
        self.emptyObjectBytes = emptyObjectBytes
    }

    /// The object of the listing for `photo`, the one at `position` of its page.
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

    /// The body of a page of empty objects.
    var emptyObjects: Reply {
        var json = JSONWriter()
        json.raw("[{}" + String(repeating: ",{}", count: emptyObjectBytes / 3) + "]\n")
        return json.reply
    }

    /// A terminal is cleared, what follows is turned round, and a line of its own is a command.
    private static let controls = "\u{1B}[2J\u{9B}1m\u{202E}\nreboot\n"
}
