// The stored searches: their text in the settings, the list, and their rows in the sidebar.
import Library
import Photos
import Testing

@testable import Browse

struct StoredSearchTests {
    private static let lastMonth = "letzter Monat"

    private func list(_ texts: [String]) -> StoredSearches { StoredSearches(texts, lastMonth: Self.lastMonth) }

    private func search(_ name: String, _ words: String = "a", in place: Place? = .folder("/p")) -> StoredSearch {
        StoredSearch(name: .own(name), place: place, narrowing: Narrowing(search: words))
    }

    /// A filter that asks for something of each facet.
    private var fullFilter: PhotoFilter {
        var filter = PhotoFilter()
        filter.stars = 3
        filter.isFavourite = true
        filter.labels = Set(PhotoLabel.allCases)
        filter.rejected = .hidden
        filter.kind = .panorama
        filter.year = 2021
        filter.camera = "Canon EOS R6=&%m"
        filter.keywords = ["Crete", "Places/Greece", "ä ö\u{202E}", "100%"]
        return filter
    }

    @Test func aSearchIsTheSameWhenItIsReadAgain() {
        let searches = [
            StoredSearch(
                name: .own("Best & “Rest” = 1%"), place: .folder("/home/u/Fotos \u{10FEE9}/ä&b"),
                narrowing: Narrowing(search: "stars>=4 \"north sea\" f/2.8", filter: fullFilter)),
            search("a", in: .sample), search("b", in: nil), search("c", in: .service("http://a/?b=c&d")),
        ]
        for search in searches {
            let text = search.text
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(StoredSearch(text, lastMonth: "") == search)
        }
    }

    @Test func eachValueOfAFacetIsReadAgain() {
        func expectRoundTrip(_ change: (inout PhotoFilter) -> Void) {
            var filter = PhotoFilter()
            change(&filter)
            let narrowing = Narrowing(filter: filter)
            #expect(Narrowing(narrowing.fields) == narrowing)
        }
        for stars in 0...PhotoMarks.mostStars { expectRoundTrip { $0.stars = stars } }
        for label in PhotoLabel.allCases { expectRoundTrip { $0.labels = [label] } }
        for rejected in PhotoFilter.Rejected.allCases { expectRoundTrip { $0.rejected = rejected } }
        for kind in PhotoFilter.Kind.allCases { expectRoundTrip { $0.kind = kind } }
        for year in [0, 1839, 9999] { expectRoundTrip { $0.year = year } }
    }

    @Test func strangeTextsStandForNoSearchAndStay() {
        let strange = [
            "", "x", "name=", "name=a", "name=%20&words=b", "words=b", "words=b&name=a", "name=a&words=",
            "name=a&stars=9",
            "name=a&stars=-1", "name=a&stars=99999999999999999999", "name=a&year=99999999999", "name=a&label=pink",
            "name=a&kind=hologram", "name=a&mood=good&words=b", "name=a&place=nowhere&words=b", "name=a&&words=b",
            "name=a&favourite=no", "name=a&words=" + String(repeating: "w", count: 1001),
            "name=a" + String(repeating: "&keyword=k", count: 3) + (0..<65).map { "&keyword=\($0)" }.joined(),
        ]
        for text in strange { #expect(StoredSearch(text, lastMonth: "") == nil, "\(text.prefix(40))") }
        let searches = list(strange)
        #expect(searches.list.isEmpty)
        #expect(searches.texts == strange)
        // One of a megabyte is read by nobody.
        #expect(list(["name=a&words=" + String(repeating: "%61", count: 400_000)]).texts.isEmpty)
    }

    @Test func threeAreThereFromTheStartForTheUsersPictures() {
        let searches = StoredSearches(lastMonth: Self.lastMonth)
        #expect(searches.texts == ["favourites", "videos", "last-month"])
        #expect(searches.list.map(\.name) == [.favourites, .videos, .lastMonth])
        #expect(searches.list.allSatisfy { $0.place == nil })
        #expect(searches.list.map(\.narrowing.filter.isFavourite) == [true, false, false])
        #expect(searches.list.map(\.narrowing.filter.kind) == [nil, .video, nil])
        #expect(searches.list.map(\.narrowing.search) == ["", "", Self.lastMonth])
    }

    @Test func searchesAreKeptRenamedRemovedAndBroughtBackAtTheirPlace() throws {
        var searches = list(["videos", "mood=good", "last-month"])
        let kept = [searches.keep(search("Sea", "sea")), searches.keep(search("Sea", "other"))]
        #expect(kept == [true, false])
        let renamed = [
            searches.rename(.videos, to: "Films"), searches.rename(.own("Films"), to: "Sea"),
            searches.rename(.favourites, to: "Hearts"),
        ]
        #expect(renamed == [true, false, false])
        #expect(searches.list.map(\.name) == [.own("Films"), .lastMonth, .own("Sea")])
        #expect(
            searches.texts == [
                "name=Films&kind=video", "mood=good", "last-month", "name=Sea&place=folder%3A/p&words=sea",
            ])
        let first = searches.remove(.lastMonth), second = searches.remove(.lastMonth)
        let removed = try #require(first)
        #expect(second == nil)
        #expect(searches.list.map(\.name) == [.own("Films"), .own("Sea")])
        searches.keep(removed.search, at: removed.index)
        #expect(searches.list.map(\.name) == [.own("Films"), .lastMonth, .own("Sea")])
        // In the settings it is one of those from the start again.
        #expect(searches.texts[2] == "last-month")
        #expect(list(searches.texts) == searches)
    }

    @Test func fiftyAreKeptAndNoneIsTooLongToBeReadAgain() {
        var searches = list([])
        let kept = (0...StoredSearches.most).map { searches.keep(search("\($0)")) }
        #expect(kept == Array(repeating: true, count: StoredSearches.most) + [false])
        #expect(searches.isFull)
        #expect(list(searches.texts + ["videos"]).list.count == StoredSearches.most)
        var filter = PhotoFilter()
        filter.keywords = [String(repeating: "k", count: 1 << 16)]
        var others = list([])
        let isKept = others.keep(StoredSearch(name: .own("a"), place: nil, narrowing: Narrowing(filter: filter)))
        #expect(!isKept && others.texts.isEmpty)
        #expect(StoredSearch.name("  a\nb ") == "a b" && StoredSearch.name(" \n") == nil)
        #expect(StoredSearch.name("\u{10FEC2}\u{200E}\u{10FE85}") == "\u{FFFD}")
        #expect(StoredSearch.name(String(repeating: "ä", count: 5000)).map { $0.utf8.count <= 200 } == true)
    }

    @Test func aSearchFollowsItsFolder() {
        var searches = list([])
        searches.keep(search("Own", in: .folder("/p/2023")))
        searches.keep(search("Below", in: .folder("/p/2023/sea")))
        searches.keep(search("Beside", in: .folder("/p/20234")))
        searches.keep(search("Pictures", in: nil))
        searches.follow(MovedFolder(from: "/p/2023", to: "/q/old"))
        #expect(
            searches.list.map(\.place) == [.folder("/q/old"), .folder("/q/old/sea"), .folder("/p/20234"), nil])
    }

    // MARK: Rows

    private var facts: PlaceFacts {
        var facts = PlaceFacts()
        facts.pictures = "/home/u/Pictures"
        facts.searches = list(["favourites", "videos", "name=Sea&place=folder:/data/&words=sea"]).list
        return facts
    }

    private func rows(_ facts: PlaceFacts) -> [PlaceEntry] {
        PlaceSections(facts).sections.first { $0.kind == .searches }?.entries ?? []
    }

    @Test func theRowsOfTheSearchesComeBehindThePlaces() {
        #expect(PlaceSections(facts).sections.map(\.kind) == [.places, .searches])
        #expect(rows(facts).map(\.name) == ["Favourites", "Videos", "Sea"])
        #expect(
            rows(facts).map { $0.search?.place } == [
                .folder("/home/u/Pictures"), .folder("/home/u/Pictures"), .folder("/data"),
            ])
        // Nothing that is done with a folder is done with them.
        #expect(rows(facts).allSatisfy { $0.place == nil && $0.isExpanded == nil && $0.mounts == nil })
    }

    @Test func withoutPicturesOnlySearchesOfOtherFoldersHaveRows() {
        var facts = facts
        facts.pictures = nil
        #expect(rows(facts).map(\.name) == ["Sea"])
    }

    @Test func theRowOfThePresentSearchIsTheShownOne() {
        var facts = facts
        facts.shown = .folder("/home/u/Pictures/")
        #expect(PlaceSections(facts).selected == .place(.folder("/home/u/Pictures")))
        facts.narrowing = facts.searches[0].narrowing
        #expect(PlaceSections(facts).selected == .search(.favourites))
        facts.narrowing = facts.searches[2].narrowing
        #expect(PlaceSections(facts).selected == .place(.folder("/home/u/Pictures")))
        facts.shown = .folder("/data")
        #expect(PlaceSections(facts).selected == .search(.own("Sea")))
        facts.narrowing = Narrowing(search: "seagull")
        #expect(PlaceSections(facts).selected == .place(.folder("/data")))
        // A folder below is another one.
        facts.narrowing = facts.searches[2].narrowing
        facts.shown = .folder("/data/2023")
        #expect(PlaceSections(facts).selected != .search(.own("Sea")))
    }

    @Test func spacesAroundTheWordsMakeNoOtherSearch() {
        var query = Query(search: "  north sea ")
        #expect(query.narrowing == Narrowing(search: "north sea"))
        query.search = "   "
        #expect(query.narrowing == .none && query.narrowing.isEmpty && !query.isNarrowed)
    }
}
