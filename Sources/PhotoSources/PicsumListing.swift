// One page of Picsum's listing, from JSON to photos. Forgiving within an item, strict about the whole.
import FoundationEssentials
import Photos

/// The photos of one answer to `/v2/list`.
struct PicsumListing {
    let photos: [Photo]
    /// How many items the answer had, with those that were passed over: what a short page is judged by.
    let itemCount: Int

    /// Items without an id are passed over, unknown fields ignored; a missing author or size is no error.
    /// - Throws: `LoadFailure` with `.malformedListing` when the body is no JSON list.
    init(json body: [UInt8], title: String) throws(LoadFailure) {
        do {
            let items = try JSONDecoder().decode([Item].self, from: Data(body))
            photos = items.compactMap(\.photo)
            itemCount = items.count
        } catch {
            let problem =
                if case DecodingError.typeMismatch = error { "it is not a list of photos" } else { "it is not JSON" }
            throw LoadFailure(
                stage: .listing, culprit: title,
                reason: .malformedListing(problem + PicsumListing.beginning(of: body)))
        }
    }

    /// The first words of a body that was not understood: they show a sign-in page for what it is.
    private static func beginning(of body: [UInt8]) -> String {
        guard !body.isEmpty else { return ", but empty" }
        let text = String(decoding: body.prefix(48), as: UTF8.self)
            .map { $0.isNewline || $0.isWhitespace || $0 == "\u{FFFD}" ? " " : String($0) }.joined()
        return ", it begins with “\(text)”"
    }

    /// Decodes without ever throwing, so that one odd item does not cost the page.
    private struct Item: Decodable {
        let photo: Photo?

        private enum Key: String, CodingKey { case id, author, width, height, url }

        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: Key.self), let id = Item.id(in: fields) else {
                photo = nil
                return
            }
            let author = (try? fields.decode(String.self, forKey: .author)) ?? ""
            let isBlank = author.allSatisfy(\.isWhitespace)
            let link = try? fields.decode(String.self, forKey: .url)
            photo = Photo(
                id: PhotoID(id), title: isBlank ? "Photo \(id)" : author, size: Item.size(in: fields),
                link: link.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil })
        }

        private static func id(in fields: KeyedDecodingContainer<Key>) -> String? {
            let text =
                (try? fields.decode(String.self, forKey: .id))
                ?? (try? fields.decode(Int.self, forKey: .id)).map(String.init)
            return text.flatMap { $0.isEmpty ? nil : $0 }
        }

        private static func size(in fields: KeyedDecodingContainer<Key>) -> PixelSize? {
            guard let width = side(.width, in: fields), let height = side(.height, in: fields) else { return nil }
            return PixelSize(width: width, height: height)
        }

        /// A side as a number or as digits in a string; nil when there is none or it is below 1.
        private static func side(_ key: Key, in fields: KeyedDecodingContainer<Key>) -> Int? {
            let number =
                (try? fields.decode(Int.self, forKey: key))
                ?? (try? fields.decode(Double.self, forKey: key)).flatMap { Int(exactly: $0.rounded()) }
                ?? (try? fields.decode(String.self, forKey: key)).flatMap { Int($0) }
            return number.flatMap { $0 >= 1 ? $0 : nil }
        }
    }
}
