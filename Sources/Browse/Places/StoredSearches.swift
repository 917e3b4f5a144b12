// The searches that are kept, in their order.
import Library
public import Photos

/// The stored searches, each with a name of its own, as the settings have them. A text that this version of the program
/// does not understand stays where it is, and has no row.
public struct StoredSearches: Hashable, Sendable {
    /// Limit of the stored searches.
    public static let most = 50

    private var entries: [Entry] = []

    private enum Entry: Hashable, Sendable {
        case search(StoredSearch)
        case unknown(String)

        var search: StoredSearch? {
            if case .search(let search) = self { search } else { nil }
        }
    }

    /// Creates the list that was stored, without repeated names.
    /// - Parameter lastMonth: The words for photos of the month before this one.
    public init(_ texts: [String] = StoredSearch.givenTexts, lastMonth: String) {
        var seen: Set<StoredSearch.Name> = []
        for text in texts.prefix(Self.most) where text.utf8.count <= FieldText.longest {
            if let search = StoredSearch(text, lastMonth: lastMonth) {
                if seen.insert(search.name).inserted { entries.append(.search(search)) }
            } else {
                entries.append(.unknown(text))
            }
        }
    }

    /// The searches for the settings.
    public var texts: [String] {
        entries.map { entry in
            switch entry {
            case .search(let search): search.text
            case .unknown(let text): text
            }
        }
    }

    /// The searches that have rows.
    public var list: [StoredSearch] { entries.compactMap(\.search) }

    /// Whether no more can be kept.
    public var isFull: Bool { entries.count >= Self.most }

    /// Returns whether a search has the name.
    public func has(_ name: StoredSearch.Name) -> Bool { place(of: name) != nil }

    private func place(of name: StoredSearch.Name) -> Int? { entries.firstIndex { $0.search?.name == name } }

    /// Adds a search.
    /// - Parameter index: Its index in the settings; nil for the end.
    /// - Returns: False where there are too many, or one of its name, or where it is too long.
    @discardableResult
    public mutating func keep(_ search: StoredSearch, at index: Int? = nil) -> Bool {
        guard !isFull, !has(search.name), search.isStorable else { return false }
        entries.insert(.search(search), at: min(max(index ?? .max, 0), entries.count))
        return true
    }

    /// Gives a search another name. One that was there from the start is the user's own from then on.
    /// - Returns: False where there is none, or one that has the other name.
    @discardableResult
    public mutating func rename(_ name: StoredSearch.Name, to other: String) -> Bool {
        guard let place = place(of: name), var search = entries[place].search, !has(.own(other)) else { return false }
        search.name = .own(other)
        guard search.isStorable else { return false }
        entries[place] = .search(search)
        return true
    }

    /// Takes a search out.
    /// - Returns: The search, and its index in the settings; nil where there is none.
    @discardableResult
    public mutating func remove(_ name: StoredSearch.Name) -> (search: StoredSearch, index: Int)? {
        guard let place = place(of: name), let search = entries[place].search else { return nil }
        entries.remove(at: place)
        return (search, place)
    }

    /// Takes in that a folder has another path.
    public mutating func follow(_ folder: MovedFolder) {
        entries = entries.map { entry in
            guard var search = entry.search, let path = search.place?.path, let moved = folder.path(of: path) else {
                return entry
            }
            search.place = .folder(moved)
            return .search(search)
        }
    }
}
