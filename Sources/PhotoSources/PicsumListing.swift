// One page of Picsum's listing, parsed from JSON: tolerant of odd items, strict about the list, limited in size.
import FoundationEssentials
import Photos

/// The photos of one response to `/v2/list`.
struct PicsumListing {
    let photos: [Photo]
    /// Number of items in the response, including skipped ones, at most `mostItems`; decides whether the page is short.
    let itemCount: Int

    /// The maximum number of items read from one response: a hundred times the number requested, for a service that
    /// lists everything at once. A decoded item takes some 180 bytes however short it is, so that a listing of nothing
    /// but `{}` takes sixty times its own size.
    static let mostItems = 10_000
    /// The longest accepted id, in UTF-8 bytes. It becomes part of addresses, percent-encoded.
    static let longestID = 256

    /// Parses a response. Items without a usable id are skipped, and those after the first `mostItems`; unknown fields
    /// are ignored; a missing author or size is no error. Takes memory in proportion to the body and to the items that
    /// are read.
    /// - Throws: `LoadFailure` with `.malformedListing` when the body is not a JSON list.
    init(json body: [UInt8], title: String) throws(LoadFailure) {
        do {
            let list = try JSONListPrefix(body, mostItems: PicsumListing.mostItems)
            let items = try JSONDecoder().decode([Item].self, from: Data(list.bytes))
            photos = items.compactMap(\.photo)
            itemCount = items.count
        } catch {
            throw LoadFailure(
                stage: .listing, culprit: title,
                reason: .malformedListing(PicsumListing.problem(of: body, isJSON: error is JSONListPrefix.NoList)))
        }
    }

    /// Returns why a body could not be parsed, with its first words, which make a sign-in page recognisable.
    private static func problem(of body: [UInt8], isJSON: Bool) -> Message {
        guard !body.isEmpty else { return Message("it is empty") }
        let text = String(decoding: body.prefix(48), as: UTF8.self)
            .map { $0.isNewline || $0.isWhitespace || $0 == "\u{FFFD}" ? " " : String($0) }.joined()
        let beginning: [String: Message.Value] = ["beginning": .text(text)]
        return isJSON
            ? Message("it is not a list of photos, it begins with “{beginning}”", beginning)
            : Message("it is not JSON, it begins with “{beginning}”", beginning)
    }

    /// One item of the list. Decoding it never throws, so that one malformed item does not lose the page.
    private struct Item: Decodable {
        let photo: Photo?

        private enum Key: String, CodingKey { case id, author, width, height, url }

        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: Key.self), let id = Item.id(in: fields) else {
                photo = nil
                return
            }
            // Shortened before the check for blanks, since it may hold a megabyte of them; what is left are blanks and
            // an ellipsis.
            let author = DisplayText.line((try? fields.decode(String.self, forKey: .author)) ?? "")
            let isBlank = author.allSatisfy { $0.isWhitespace || $0 == "…" }
            photo = Photo(
                id: PhotoID(id), title: isBlank ? "Photo \(id)" : author, size: Item.size(in: fields),
                link: try? fields.decode(String.self, forKey: .url))
        }

        private static func id(in fields: KeyedDecodingContainer<Key>) -> String? {
            let text =
                (try? fields.decode(String.self, forKey: .id))
                ?? (try? fields.decode(Int.self, forKey: .id)).map(String.init)
            return text.flatMap { isUsable($0) ? $0 : nil }
        }

        /// Returns whether an id can be a segment of an address, and be shown. One or two dots are steps in a path (RFC
        /// 3986 §5.2.4).
        private static func isUsable(_ id: String) -> Bool {
            !id.isEmpty && id != "." && id != ".." && id.utf8.count <= longestID
                && !id.unicodeScalars.contains(where: DisplayText.isFormatting)
        }

        private static func size(in fields: KeyedDecodingContainer<Key>) -> PixelSize? {
            guard let width = side(.width, in: fields), let height = side(.height, in: fields) else { return nil }
            return PixelSize(announcedWidth: width, height: height)
        }

        /// Returns a side given as a number or as digits in a string; nil if there is none.
        private static func side(_ key: Key, in fields: KeyedDecodingContainer<Key>) -> Int? {
            (try? fields.decode(Int.self, forKey: key))
                ?? (try? fields.decode(Double.self, forKey: key)).flatMap { Int(exactly: $0.rounded()) }
                ?? (try? fields.decode(String.self, forKey: key)).flatMap { Int($0) }
        }
    }
}
