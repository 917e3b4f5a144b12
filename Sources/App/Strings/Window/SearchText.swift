// Text of the searches that are kept in the sidebar.
import Browse
import Library
import Photos

enum SearchText {
    static let keep = localized("Keep Search…")
    static let keepHelp = localized("Keep Search in the Sidebar (Ctrl+D)")
    static let keepHeading = localized("Keep Search")
    static let keepBody = localized(
        "The sidebar gets a row that shows what is shown now: the folder, the search and the filter.")
    static let keepAnswer = localized("Keep", context: "a search, in the sidebar")
    static let renameHeading = localized("Rename Search")
    static let remove = localized("Remove")
    static let notKept = localized("The search can't be kept.")
    static let nameInUse = localized("There is a search with this name already.")
    /// The words of the search that is called “Last Month”.
    static let lastMonthWords = localized(
        "last month", context: "words of a search, as docs/search.md and SearchPhrases.swift have them")

    static func name(of search: StoredSearch) -> String {
        switch search.name {
        case .favourites: FilterText.favourites
        case .videos: FilterText.kind(.video)
        case .lastMonth: localized("Last Month")
        case .own(let name): name
        }
    }

    static func kept(_ name: String) -> String { localized("“{name}” is in the sidebar", ["name": .text(name)]) }

    static func removed(_ name: String) -> String { localized("“{name}” removed", ["name": .text(name)]) }

    static let full = localized(
        "{count} search is kept, and no more can be.", many: "{count} searches are kept, and no more can be.",
        count: StoredSearches.most)

    /// Returns what a search may be called: its words, and the conditions of its filter.
    static func suggestedName(_ narrowing: Narrowing) -> String {
        let filter = narrowing.filter
        var parts = narrowing.search.isEmpty ? [] : [narrowing.search]
        if filter.stars > 0 { parts.append(FilterText.stars(atLeast: filter.stars)) }
        if filter.isFavourite { parts.append(FilterText.favourites) }
        parts += PhotoLabel.allCases.filter(filter.labels.contains).map(FilterText.label)
        if filter.rejected != .shown { parts.append(FilterText.rejected(filter.rejected)) }
        if let kind = filter.kind { parts.append(FilterText.kind(kind)) }
        if let year = filter.year { parts.append("\(year)") }
        if let camera = filter.camera { parts.append(camera) }
        parts += filter.keywords.sorted()
        return StoredSearch.name(parts.joined(separator: ", ")) ?? ""
    }
}
