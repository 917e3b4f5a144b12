// How many photos each choice of a filter would show.
public import Photos

/// Numbers of photos by what they are, for the choices of a filter. Each is that of the photos that match the search
/// and all conditions of the other facets.
public struct FilterCounts: Hashable, Sendable {
    /// A value that photos have, and how many have it.
    public struct Value<Name: Hashable & Sendable>: Hashable, Sendable {
        public let name: Name
        public let count: Int

        public init(name: Name, count: Int) { (self.name, self.count) = (name, count) }
    }

    /// Photos with at least as many stars as the index, 0…5.
    public internal(set) var stars = [Int](repeating: 0, count: PhotoMarks.mostStars + 1)
    public internal(set) var favourites = 0
    /// By label; none for a label that no photo has.
    public internal(set) var labels: [PhotoLabel: Int] = [:]
    public internal(set) var rejected = 0
    /// By kind; none for a kind that no photo is of. A photo may be of several.
    public internal(set) var kinds: [PhotoFilter.Kind: Int] = [:]
    /// The last year first.
    public internal(set) var years: [Value<Int>] = []
    /// The most frequent one first, of those that are alike by name.
    public internal(set) var cameras: [Value<String>] = []
    /// Keywords of the photos that are shown, likewise; `mostKeywords` at most.
    public internal(set) var keywords: [Value<String>] = []

    /// Keywords that are told; more are no choice any more.
    public static let mostKeywords = 200
}

extension FilterCounts {
    /// Counts the photos that are not in `excluded`.
    /// - Returns: nil when `isOutdated` has answered true.
    init?(_ filter: PhotoFilter, in store: PhotoStore, without excluded: SlotSet, isOutdated: () -> Bool) {
        var tally = FilterTally(store.columns)
        var matcher = FilterMatcher(filter, store.columns)
        let isComplete = store.forEachBadge(without: excluded, isOutdated: isOutdated) { slot, badge in
            tally.count(slot, badge, unmet: matcher.unmet(slot, badge))
        }
        guard isComplete else { return nil }
        self = tally.counts
    }
}

/// The numbers while they are counted: by codes, whose names are looked up at the end.
private struct FilterTally {
    private let columns: FactColumns
    private var stars = [Int](repeating: 0, count: PhotoMarks.mostStars + 1)
    private var favourites = 0, rejected = 0
    private var labels = [Int](repeating: 0, count: PhotoLabel.allCases.count)
    private var kinds = [Int](repeating: 0, count: PhotoFilter.Kind.allCases.count)
    private var years: [Int: Int] = [:]
    /// By the numbers of profiles and of texts.
    private var profiles: ContiguousArray<Int>, words: ContiguousArray<Int>
    /// The day whose year was looked up last, and the year: neighbours often have it in common.
    private var last: (day: CivilDay, year: Int)?

    init(_ columns: FactColumns) {
        self.columns = columns
        profiles = ContiguousArray(repeating: 0, count: columns.profiles.profiles.count)
        words = ContiguousArray(repeating: 0, count: columns.wordTable.count)
    }

    /// Counts a photo for each facet but for whose condition it would be shown.
    mutating func count(_ slot: UInt32, _ badge: PhotoBadge?, unmet: UInt8) {
        func counts(for facet: PhotoFilter.Facet) -> Bool { unmet & ~facet.bit == 0 }
        let marks = FactColumns.marks(of: columns.marks[slot])
        if counts(for: .stars) { stars[marks.stars] += 1 }
        if counts(for: .favourite), marks.isFavourite { favourites += 1 }
        if counts(for: .labels) { labels[Int(marks.label.rawValue)] += 1 }
        if counts(for: .rejected), marks.isRejected { rejected += 1 }
        if counts(for: .kind) {
            let own = FilterMatcher.kinds(slot, badge, columns)
            for kind in PhotoFilter.Kind.allCases where own.contains(kind) { kinds[Int(kind.rawValue)] += 1 }
        }
        if counts(for: .year), let code = columns.taken[slot] {
            let day = LocalMoment(code: code).day
            let year = last?.day == day ? last?.year : nil
            let known = year ?? day.date.year
            last = (day, known)
            years[known, default: 0] += 1
        }
        if counts(for: .camera), let profile = columns.profile[slot] { profiles[Int(profile)] += 1 }
        // A further keyword narrows what is shown.
        if unmet == 0, !words.isEmpty { columns.words.forEach(of: slot) { words[Int($0)] += 1 } }
    }

    var counts: FilterCounts {
        var counts = FilterCounts()
        var atLeast = 0
        for number in stars.indices.reversed() {
            atLeast += stars[number]
            counts.stars[number] = atLeast
        }
        (counts.favourites, counts.rejected) = (favourites, rejected)
        for label in PhotoLabel.allCases where labels[Int(label.rawValue)] > 0 {
            counts.labels[label] = labels[Int(label.rawValue)]
        }
        for kind in PhotoFilter.Kind.allCases where kinds[Int(kind.rawValue)] > 0 {
            counts.kinds[kind] = kinds[Int(kind.rawValue)]
        }
        counts.years = years.map { FilterCounts.Value(name: $0.key, count: $0.value) }.sorted { $0.name > $1.name }
        var cameras: [String: Int] = [:]
        for (number, count) in profiles.enumerated() where count > 0 {
            if let camera = columns.profiles.profiles[number].camera { cameras[camera, default: 0] += count }
        }
        counts.cameras = Self.byFrequency(cameras)
        counts.keywords = Self.byFrequency(keywords, most: FilterCounts.mostKeywords)
        return counts
    }

    /// The numbers by keyword as it is written.
    private var keywords: [String: Int] {
        var keywords: [String: Int] = [:]
        for (number, count) in words.enumerated() where count > 0 {
            if let keyword = columns.wordTable.keyword(UInt32(number)) { keywords[keyword, default: 0] += count }
        }
        return keywords
    }

    private static func byFrequency(_ counts: [String: Int], most: Int = .max) -> [FilterCounts.Value<String>] {
        let values = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return values.prefix(most).map { FilterCounts.Value(name: $0.key, count: $0.value) }
    }
}
