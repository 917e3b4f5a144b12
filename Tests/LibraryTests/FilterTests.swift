import Photos
import Testing

@testable import Library

/// Filters, the numbers of photos for their choices, and the words of a search that say the same.
struct FilterTests {
    private static let cameras = ["Canon EOS R5", "FUJIFILM X-T4"]
    private static let keywords = ["Crete", "sea", "Familie/Ada"]

    /// A photo of everything that a filter tells apart.
    private struct Model {
        var marks = PhotoMarks.none
        var badge: PhotoBadge?
        var size = PixelSize(width: 3000, height: 2000)
        var year: Int?
        var camera: String?
        var keywords: [String] = []
        var traits = PictureTraits()

        var kinds: Set<PhotoFilter.Kind> {
            if case .video = badge { return [.video] }
            var kinds: Set<PhotoFilter.Kind> = badge == .raw ? [.raw] : badge == nil ? [.picture] : [.picture, .raw]
            if size.isPanorama || traits.contains(.panorama) { kinds.insert(.panorama) }
            if traits.contains(.animation) { kinds.insert(.animation) }
            return kinds
        }

        func meets(_ filter: PhotoFilter) -> Bool {
            guard marks.stars >= filter.stars, !filter.isFavourite || marks.isFavourite,
                filter.labels.isEmpty || filter.labels.contains(marks.label),
                filter.kind.map(kinds.contains) ?? true, filter.year == nil || filter.year == year,
                filter.camera == nil || filter.camera == camera
            else { return false }
            switch filter.rejected {
            case .shown: break
            case .hidden: if marks.isRejected { return false }
            case .alone: if !marks.isRejected { return false }
            }
            return filter.keywords.allSatisfy { wanted in keywords.contains { $0.lowercased() == wanted.lowercased() } }
        }
    }

    private static func models(_ count: Int) -> [Model] {
        var random = SplitMix(seed: 35)
        func pick<Element>(_ elements: [Element]) -> Element { elements[Int(random.next() % UInt64(elements.count))] }
        return (0..<count).map { _ in
            Model(
                marks: PhotoMarks(
                    stars: pick([-1, 0, 0, 1, 3, 4, 5]), isFavourite: pick([true, false, false]),
                    label: pick([.none, .none, .red, .green, .other])),
                badge: pick([nil, nil, .raw, .rawBeside, .video(seconds: 3), .video(seconds: nil)]),
                size: pick([PixelSize(width: 3000, height: 2000), PixelSize(width: 6000, height: 2000)]),
                year: pick([nil, 2019, 2021, 2026]), camera: pick([nil, cameras[0], cameras[1]]),
                keywords: keywords.filter { _ in pick([true, false]) },
                traits: pick([[], [], [], .panorama, .animation, [.panorama, .animation]]))
        }
    }

    private static func store(_ models: [Model]) -> PhotoStore {
        var store = PhotoStore()
        store.append(
            PackedPage(
                models.enumerated().map { number, model in
                    Photo(id: PhotoID("x\(number).jpg"), title: "x\(number).jpg", badge: model.badge)
                }))
        store.columns.learn(
            models.enumerated().map { number, model in
                var facts = PhotoFacts()
                facts.marks = model.marks
                if case .video = model.badge {} else { facts.pixelSize = model.size }
                facts.taken = model.year.map {
                    TakenTime(WallTime(year: $0, month: 6, day: 5, hour: 1, minute: 2, second: 3)!, origin: .exif)
                }
                facts.camera = model.camera
                facts.traits = model.traits
                facts.words = model.keywords.map { PhotoWord(.keyword, $0) }
                return (slot: UInt32(number), facts: facts)
            })
        return store
    }

    private static func filters(_ count: Int) -> [PhotoFilter] {
        var random = SplitMix(seed: 36)
        func pick<Element>(_ elements: [Element]) -> Element { elements[Int(random.next() % UInt64(elements.count))] }
        return (0..<count).map { _ in
            var filter = PhotoFilter()
            filter.stars = pick([0, 0, 1, 4])
            filter.isFavourite = pick([true, false, false])
            filter.labels = pick([[], [], [.red], [.red, .green], [.none]])
            filter.rejected = pick([.shown, .shown, .hidden, .alone])
            filter.kind = pick([nil, nil, .picture, .raw, .video, .panorama, .animation])
            filter.year = pick([nil, nil, 2021])
            filter.camera = pick([nil, nil, cameras[1]])
            filter.keywords = pick([[], [], ["crete"], ["Crete", "SEA"], ["nowhere"]])
            return filter
        }
    }

    private static func arranger() -> Arranger {
        Arranger(ArrangingRules(collation: LowercaseCollation(), clock: UTCClock(), words: EnglishSearchWords()))
    }

    @Test func aFilterShowsThePhotosThatMeetAllThatItAsks() throws {
        let models = Self.models(3000), store = Self.store(models)
        var arranger = Self.arranger()
        for filter in Self.filters(200) {
            let arrangement = try #require(arranger.arrangement(of: store, by: Query(filter: filter)) { false })
            let expected = models.indices.filter { models[$0].meets(filter) }
            #expect((0..<arrangement.count).map { Int(arrangement.slot(at: $0)) } == expected, "\(filter)")
        }
    }

    /// Whatever is chosen next shows as many photos as its choice says.
    @Test func eachChoiceShowsAsManyPhotosAsItSays() throws {
        let models = Self.models(2000), store = Self.store(models)
        var arranger = Self.arranger()
        for filter in Self.filters(60) {
            let counts = try #require(arranger.filterCounts(of: store, by: Query(filter: filter)) { false })
            func expect(_ count: Int, _ change: (inout PhotoFilter) -> Void) {
                var next = filter
                change(&next)
                #expect(count == models.count { $0.meets(next) }, "\(next)")
            }
            for stars in 0...PhotoMarks.mostStars { expect(counts.stars[stars]) { $0.stars = stars } }
            expect(counts.favourites) { $0.isFavourite = true }
            for label in PhotoLabel.allCases { expect(counts.labels[label] ?? 0) { $0.labels = [label] } }
            expect(counts.rejected) { $0.rejected = .alone }
            for kind in PhotoFilter.Kind.allCases { expect(counts.kinds[kind] ?? 0) { $0.kind = kind } }
            for year in counts.years { expect(year.count) { $0.year = year.name } }
            for camera in counts.cameras { expect(camera.count) { $0.camera = camera.name } }
            for keyword in counts.keywords { expect(keyword.count) { $0.keywords.insert(keyword.name) } }
        }
    }

    @Test func choicesAreInTheOrderInWhichTheyAreLookedFor() throws {
        let models = [(2019, 0, ["sea"]), (2026, 1, ["Crete", "sea"]), (2026, 1, ["Crete", "sea"]), (2021, 0, [])].map {
            Model(year: $0.0, camera: Self.cameras[$0.1], keywords: $0.2)
        }
        var arranger = Self.arranger()
        let counts = try #require(arranger.filterCounts(of: Self.store(models), by: Query()) { false })
        #expect(counts.years.map(\.name) == [2026, 2021, 2019])
        #expect(counts.cameras.map(\.name) == Self.cameras)
        #expect(counts.keywords.map(\.name) == ["sea", "Crete"])
    }

    @Test func aFilterAndASearchHoldTogether() throws {
        let models = Self.models(500), store = Self.store(models)
        var filter = PhotoFilter(), arranger = Self.arranger()
        filter.stars = 3
        let query = Query(search: "tag:sea", filter: filter)
        let arrangement = try #require(arranger.arrangement(of: store, by: query) { false })
        let expected = models.indices.filter { models[$0].meets(filter) && models[$0].keywords.contains("sea") }
        #expect((0..<arrangement.count).map { Int(arrangement.slot(at: $0)) } == expected)
        let counts = try #require(arranger.filterCounts(of: store, by: query) { false })
        #expect(counts.stars[0] == models.count { $0.keywords.contains("sea") })
        #expect(counts.stars[3] == expected.count)
    }

    @Test(
        arguments: [
            ("stars>=4"), ("favourite"), ("label:red"), ("label: red,green"), ("Farbe:rot"), ("label:none"),
            ("rejected"),
            ("-rejected"), ("raw"), ("video"), ("panorama"), ("animation"), ("2021"), ("tag:\"crete\""),
            ("stars>=4 raw 2021"),
            ("label:mauve"), ("label:"),
        ])
    func wordsOfASearchSayTheSame(search: String) throws {
        let filters: [String: [(inout PhotoFilter) -> Void]] = [
            "stars>=4": [{ $0.stars = 4 }], "favourite": [{ $0.isFavourite = true }],
            "label:red": [{ $0.labels = [.red] }], "label: red,green": [{ $0.labels = [.red, .green] }],
            "Farbe:rot": [{ $0.labels = [.red] }], "label:none": [{ $0.labels = [.none] }],
            "rejected": [{ $0.rejected = .alone }], "-rejected": [{ $0.rejected = .hidden }],
            "raw": [{ $0.kind = .raw }], "video": [{ $0.kind = .video }], "panorama": [{ $0.kind = .panorama }],
            "animation": [{ $0.kind = .animation }],
            "2021": [{ $0.year = 2021 }], "tag:\"crete\"": [{ $0.keywords = ["crete"] }],
            "stars>=4 raw 2021": [{ ($0.stars, $0.kind, $0.year) = (4, .raw, 2021) }],
            "label:mauve": [{ $0.keywords = ["nowhere"] }], "label:": [{ _ in }],
        ]
        var filter = PhotoFilter()
        for change in try #require(filters[search]) { change(&filter) }
        let models = Self.models(400), store = Self.store(models)
        var arranger = Self.arranger()
        let arrangement = try #require(arranger.arrangement(of: store, by: Query(search: search)) { false })
        #expect(
            (0..<arrangement.count).map { Int(arrangement.slot(at: $0)) }
                == models.indices.filter { models[$0].meets(filter) })
    }

    @Test func aFilterDependsOnFactsAndStopsWhenItIsOutdated() {
        var filter = PhotoFilter()
        #expect(!Query(filter: filter).dependsOnFacts)
        filter.year = 2021
        #expect(Query(filter: filter).dependsOnFacts && Query(filter: filter).isNarrowed)
        let store = Self.store(Self.models(100))
        var arranger = Self.arranger()
        #expect(arranger.arrangement(of: store, by: Query(filter: filter)) { true } == nil)
        #expect(arranger.filterCounts(of: store, by: Query(filter: filter)) { true } == nil)
    }
}
