// The lists of keywords in a sidecar, and what a keyword that comes or goes changes in each of them.

/// The lists in which programs repeat the keywords of a photo, so that none contradicts another.
///
/// A keyword of several levels is written as a whole into the lists that have levels, and level by level into the plain
/// one, as Lightroom and darktable do it. The lists with levels are made where the first such keyword comes, with all
/// keywords, because programs that find one of them look at no other. What programs note in keywords for themselves
/// stays. After an edit, the keywords are those before it, with the one or without it.
public struct KeywordLists: Hashable, Sendable {
    /// A list.
    public enum Kind: Int, CaseIterable, Hashable, Sendable {
        /// `dc:subject`, of plain keywords.
        case subject
        /// `lr:hierarchicalSubject` and `digiKam:TagsList`.
        case hierarchical, tags
        /// `MicrosoftPhoto:LastKeywordXMP` and `mediapro:CatalogSets`, which digiKam writes as well.
        case lastKeywords, catalogSets

        /// What stands between levels; nil for a list without levels.
        var separator: Character? {
            switch self {
            case .subject: nil
            case .hierarchical, .catalogSets: "|"
            case .tags, .lastKeywords: "/"
            }
        }

        /// Whether it is read.
        fileprivate var isRead: Bool { self == .subject || self == .hierarchical || self == .tags }
        /// Whether a keyword with levels makes it.
        fileprivate var isMade: Bool { self == .hierarchical || self == .tags }
    }

    /// An item of a list.
    public struct Item: Hashable, Sendable {
        public let text: String
        /// Its place in the list that was read; nil for a new one.
        public let place: Int?

        public init(_ text: String, place: Int?) { (self.text, self.place) = (text, place) }
    }

    /// The lists that are there. A list without items states that there are no keywords.
    public private(set) var lists: [Kind: [Item]]

    public init(_ lists: [Kind: [Item]] = [:]) { self.lists = lists }

    /// The keywords that are read of the lists.
    public var keywords: [String] {
        var list = KeywordList()
        func texts(_ kind: Kind) -> [String] { lists[kind]?.map(\.text) ?? [] }
        // With the separators by which they are read (`PhotoDescription.keywords`).
        list.add(texts(.hierarchical), separator: "|")
        list.add(texts(.tags), separator: "|")
        list.add(texts(.subject))
        return list.keywords
    }

    /// Whether the lists say something of keywords, be it that there are none.
    public var areStated: Bool { Kind.allCases.contains { $0.isRead && lists[$0] != nil } }

    /// Replaces what the lists say, and what programs note for themselves, by keywords.
    public mutating func replace(by keywords: [String]) {
        lists = [:]
        for keyword in keywords { put(keyword) }
    }

    /// Adds a keyword.
    /// - Parameter others: The photo's keywords where the lists state none.
    public mutating func add(_ keyword: String, to others: [String]) {
        state(others)
        put(keyword)
    }

    /// Removes a keyword.
    /// - Parameters:
    ///   - others: The photo's keywords where the lists state none.
    ///   - leavesBlank: Whether it has to be stated that there are none any more, because the photo's file has some.
    public mutating func remove(_ keyword: String, from others: [String], leavesBlank: Bool) {
        state(others)
        let before = keywords
        guard before.contains(keyword) else { return }
        let rest = Parts(before.filter { $0 != keyword }), gone = Parts([keyword])
        for kind in Kind.allCases {
            lists[kind]?.removeAll { item in
                let levels = Self.levels(of: item, in: kind), whole = levels.joined(separator: "/")
                if whole == keyword { return true }
                // A level by itself, or a beginning, is what programs write beside the whole.
                let isPart = levels.count == 1 && gone.levels.contains(whole) || gone.beginnings.contains(whole)
                return isPart && !rest.levels.contains(whole) && !rest.beginnings.contains(whole)
            }
        }
        guard keywords.isEmpty else { return }
        for kind in Kind.allCases where lists[kind]?.isEmpty == true { lists[kind] = nil }
        if leavesBlank { lists[.subject] = [] }
    }

    /// The levels and the beginnings of keywords with levels.
    private struct Parts {
        var levels: Set<String> = [], beginnings: Set<String> = []

        init(_ keywords: [String]) {
            for keyword in keywords {
                let parts = keyword.split(separator: "/").map { String($0) }
                guard parts.count > 1 else { continue }
                levels.formUnion(parts)
                for count in 1..<parts.count { beginnings.insert(parts.prefix(count).joined(separator: "/")) }
            }
        }
    }

    private mutating func state(_ others: [String]) {
        guard !areStated else { return }
        for keyword in others { put(keyword) }
    }

    private mutating func put(_ keyword: String) {
        let present = keywords, parts = Parts(present)
        let levels = Keyword.levels(of: keyword[...], separator: nil)
        guard !levels.isEmpty, !present.contains(keyword), !parts.beginnings.contains(keyword),
            !parts.levels.contains(keyword)
        else { return }
        if levels.count > 1 {
            for kind in Kind.allCases where kind.isMade && lists[kind] == nil {
                lists[kind] = present.map { Item(Self.text(of: $0, in: kind), place: nil) }
            }
        }
        if lists[.subject] == nil { lists[.subject] = [] }
        for kind in Kind.allCases where lists[kind] != nil {
            // The item, and the keyword that is read of it.
            let items = kind == .subject ? levels.map { ($0, $0) } : [(Self.text(of: keyword, in: kind), keyword)]
            for (text, read) in items {
                let isThere = lists[kind]?.contains { Self.levels(of: $0, in: kind).joined(separator: "/") == read }
                if isThere == false { lists[kind]?.append(Item(text, place: nil)) }
            }
        }
    }

    private static func text(of keyword: String, in kind: Kind) -> String {
        guard let separator = kind.separator, separator != "/" else { return keyword }
        return String(keyword.map { $0 == "/" ? separator : $0 })
    }

    private static func levels(of item: Item, in kind: Kind) -> [String] {
        Keyword.levels(of: KeywordList.cut(item.text), separator: kind.separator == nil ? nil : "|")
    }
}
