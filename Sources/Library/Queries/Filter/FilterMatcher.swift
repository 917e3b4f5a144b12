// The comparison of photos with a filter.
import Photos

/// Compares photos with a filter, in the order of their slots: the keywords of a thousand neighbours are compared at
/// once.
struct FilterMatcher {
    private let filter: PhotoFilter
    private let columns: FactColumns
    /// By the number of a profile: whether it is of the wanted camera.
    private let cameras: ContiguousArray<Bool>
    private let year: Range<UInt64>?
    /// By the number of a text: the wanted keywords that it is, a bit each. Empty where no photo has one of them.
    private let keywordMarks: ContiguousArray<UInt64>
    /// The bits of all wanted keywords.
    private let allKeywords: UInt64

    /// The chunk of `gathered`.
    private var chunk = -1
    /// The bits of a photo's keywords, by its place in the chunk; empty where no photo of the chunk has one.
    private var gathered: ContiguousArray<UInt64> = []

    /// Keywords that are compared, a bit each; others are left out.

    init(_ filter: PhotoFilter, _ columns: FactColumns) {
        self.filter = filter
        self.columns = columns
        cameras =
            filter.camera.map { camera in
                ContiguousArray(columns.profiles.profiles.lazy.map { $0.camera == camera })
            } ?? []
        year = filter.year.map { year in
            LocalMoment.range(
                from: CivilDay(year: year, month: 1, day: 1), to: CivilDay(year: year + 1, month: 1, day: 1))
        }
        let keywords = filter.keywords.sorted().prefix(PhotoFilter.mostKeywords).map(FoldedText.fold)
        allKeywords = keywords.isEmpty ? 0 : .max >> UInt64(PhotoFilter.mostKeywords - keywords.count)
        var marks = ContiguousArray<UInt64>(repeating: 0, count: keywords.isEmpty ? 0 : columns.wordTable.count)
        if !marks.isEmpty {
            columns.wordTable.forEach { number, kind, text in
                guard kind == .keyword else { return }
                for (place, keyword) in keywords.enumerated() where text.elementsEqual(keyword) {
                    marks[number] |= 1 << UInt64(place)
                }
            }
        }
        keywordMarks = marks
    }

    /// The facets whose conditions a photo does not meet, a bit each (`PhotoFilter.Facet.bit`).
    mutating func unmet(_ slot: UInt32, _ badge: PhotoBadge?) -> UInt8 {
        var unmet: UInt8 = 0
        func require(_ isMet: Bool, _ facet: PhotoFilter.Facet) { if !isMet { unmet |= facet.bit } }
        let marks = FactColumns.marks(of: columns.marks[slot])
        require(marks.stars >= filter.stars, .stars)
        require(!filter.isFavourite || marks.isFavourite, .favourite)
        require(filter.labels.isEmpty || filter.labels.contains(marks.label), .labels)
        switch filter.rejected {
        case .shown: break
        case .hidden: require(!marks.isRejected, .rejected)
        case .alone: require(marks.isRejected, .rejected)
        }
        if let kind = filter.kind { require(Self.kinds(slot, badge, columns).contains(kind), .kind) }
        if let year { require(columns.taken[slot].map { LocalMoment(code: $0).isInside(year) } ?? false, .year) }
        if filter.camera != nil { require(columns.profile[slot].map { cameras[Int($0)] } ?? false, .camera) }
        if allKeywords != 0 { require(keywords(slot) == allKeywords, .keywords) }
        return unmet
    }

    private mutating func keywords(_ slot: UInt32) -> UInt64 {
        guard !keywordMarks.isEmpty else { return 0 }
        let (chunk, place) = Int(slot).quotientAndRemainder(dividingBy: WordColumn.chunkLength)
        if chunk != self.chunk {
            self.chunk = chunk
            gathered.removeAll(keepingCapacity: true)
            columns.words.chunk(chunk)?.gather(keywordMarks, into: &gathered)
        }
        return place < gathered.count ? gathered[place] : 0
    }

    /// The kinds that a photo is of.
    static func kinds(_ slot: UInt32, _ badge: PhotoBadge?, _ columns: FactColumns) -> Kinds {
        var kinds = Kinds()
        var isVideo = columns.seconds[slot] != nil
        if case .video = badge { isVideo = true }
        guard !isVideo else { return kinds.with(.video) }
        if badge == .raw || badge == .rawBeside { kinds = kinds.with(.raw) }
        if badge != .raw { kinds = kinds.with(.picture) }
        let size = (columns.pixelSize[slot] ?? columns.listedSize[slot]).map(FactColumns.pixelSize(of:))
        let traits = FactColumns.traits(of: columns.traits[slot])
        if traits.contains(.panorama) || size?.isPanorama ?? false { kinds = kinds.with(.panorama) }
        if traits.contains(.animation) { kinds = kinds.with(.animation) }
        return kinds
    }

    /// A set of kinds.
    struct Kinds {
        private var bits: UInt8 = 0

        func contains(_ kind: PhotoFilter.Kind) -> Bool { bits >> kind.rawValue & 1 == 1 }

        func with(_ kind: PhotoFilter.Kind) -> Kinds {
            var kinds = self
            kinds.bits |= 1 << kind.rawValue
            return kinds
        }
    }

    /// The slots that do not meet the filter, of those that are not in `excluded`.
    /// - Returns: nil when `isOutdated` has answered true.
    static func unmatched(
        _ filter: PhotoFilter, in store: PhotoStore, without excluded: SlotSet, isOutdated: () -> Bool
    ) -> SlotSet? {
        var matcher = FilterMatcher(filter, store.columns)
        var unmatched: [UInt32] = []
        let isComplete = store.forEachBadge(without: excluded, isOutdated: isOutdated) { slot, badge in
            if matcher.unmet(slot, badge) != 0 { unmatched.append(slot) }
        }
        guard isComplete else { return nil }
        var set = SlotSet()
        set.insert(unmatched)
        return set
    }
}

extension PhotoStore {
    /// Calls `body` with the badges of the photos that are not in `excluded`, in the order of their slots.
    /// - Returns: False when `isOutdated` has answered true.
    func forEachBadge(
        without excluded: SlotSet, isOutdated: () -> Bool, _ body: (_ slot: UInt32, _ badge: PhotoBadge?) -> Void
    ) -> Bool {
        forEachName(
            { slot, _, _, badge in if !excluded.contains(slot) { body(slot, badge) } },
            visits: { slots in isOutdated() ? nil : !slots.allSatisfy(excluded.contains) })
    }
}
