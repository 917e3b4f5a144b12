// A search that is kept as a row of the sidebar.
public import Library
import Photos

/// A place, and what its photos are narrowed to.
public struct StoredSearch: Hashable, Sendable {
    /// What a search is called, by which it is told from the others.
    public enum Name: Hashable, Sendable {
        /// Those that are there from the start. The window has words for them in the user's language.
        case favourites, videos, lastMonth
        /// What the user has called it.
        case own(String)
    }

    public var name: Name
    /// Nil for the user's pictures.
    public var place: Place?
    public let narrowing: Narrowing

    public init(name: Name, place: Place?, narrowing: Narrowing) {
        (self.name, self.place, self.narrowing) = (name, place, narrowing)
    }

    /// The longest name in UTF-8 bytes.
    public static let longestName = 200

    /// Returns what a search is called for which the user has written `text`; nil where that is no name.
    public static func name(_ text: String) -> String? {
        let line = FilePath.shown(DisplayText.line(text, limit: longestName))
        let name = Narrowing(search: line).search
        return name.isEmpty ? nil : name
    }
}

extension StoredSearch {
    /// The names of those that are there from the start, as the settings have them.
    private static let given: [(name: Name, text: String)] = [
        (.favourites, "favourites"), (.videos, "videos"), (.lastMonth, "last-month"),
    ]

    /// What is kept before the user has changed it, as the settings have it.
    public static let givenTexts = given.map(\.text)

    /// Reads a search from the settings.
    /// - Parameter lastMonth: The words for photos of the month before this one.
    /// - Returns: nil for a text that stands for no search.
    init?(_ text: String, lastMonth: String) {
        if let given = Self.given.first(where: { $0.text == text }) {
            self.init(name: given.name, place: nil, narrowing: Self.narrowing(of: given.name, lastMonth))
            return
        }
        var fields = FieldText.fields(text)?[...] ?? []
        guard let first = fields.popFirst(), first.name == Self.nameField, let name = Self.name(first.value) else {
            return nil
        }
        var place: Place?
        if let field = fields.first, field.name == Self.placeField {
            guard let stated = Place(field.value) else { return nil }
            place = stated.path.map { .folder($0.trimmed) } ?? stated
            fields = fields.dropFirst()
        }
        guard let narrowing = Narrowing(Array(fields)), !narrowing.isEmpty else { return nil }
        self.init(name: .own(name), place: place, narrowing: narrowing)
    }

    /// The search as one text, for the settings.
    var text: String {
        guard case .own(let name) = name else { return Self.given.first { $0.name == self.name }?.text ?? "" }
        let place = place.map { [FieldText.Field(Self.placeField, $0.text)] } ?? []
        return FieldText.text([.init(Self.nameField, name)] + place + narrowing.fields)
    }

    /// Whether it can be kept: whether its text is not too long to be read again.
    var isStorable: Bool { text.utf8.count <= FieldText.longest }

    private static let nameField = "name", placeField = "place"

    private static func narrowing(of name: Name, _ lastMonth: String) -> Narrowing {
        var filter = PhotoFilter()
        switch name {
        case .favourites: filter.isFavourite = true
        case .videos: filter.kind = .video
        case .lastMonth: return Narrowing(search: lastMonth)
        case .own: break
        }
        return Narrowing(filter: filter)
    }
}
