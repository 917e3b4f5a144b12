// What a collection is narrowed to, as a value that can be kept, and as text.
import Photos

/// The words of a search and the filter that are in force together.
public struct Narrowing: Hashable, Sendable {
    /// The words, without spaces around them. Empty for none.
    public let search: String
    public let filter: PhotoFilter

    /// All photos.
    public static let none = Narrowing()

    public init(search: String = "", filter: PhotoFilter = .none) {
        let words = search.utf8.drop { $0 == 0x20 }
        let end = words.lastIndex { $0 != 0x20 }.map(words.index(after:)) ?? words.startIndex
        self.search = String(Substring(words[..<end]))
        self.filter = filter
    }

    /// Whether all photos are shown.
    public var isEmpty: Bool { search.isEmpty && filter.isEmpty }
}

extension Query {
    /// The part of the collection for which it is.
    public var narrowing: Narrowing {
        get { Narrowing(search: search, filter: filter) }
        set { (search, filter) = (newValue.search, newValue.filter) }
    }
}

extension Narrowing {
    /// The longest text of a search in characters: as many as a search looks at.
    public static let longestSearch = 1000

    /// Its conditions by their names, for the settings.
    public var fields: [FieldText.Field] {
        (search.isEmpty ? [] : [FieldText.Field("words", search)]) + filter.fields
    }

    /// Reads conditions by their names. Of one that is said twice the last counts, of labels and keywords all.
    /// - Returns: nil where one is not known, or has a value that it cannot have.
    public init?(_ fields: [FieldText.Field]) {
        var search = "", filter = PhotoFilter.none
        for field in fields {
            if field.name == "words" {
                guard field.value.count <= Self.longestSearch else { return nil }
                search = field.value
            } else if !filter.take(field) {
                return nil
            }
        }
        self.init(search: search, filter: filter)
    }
}
