import Photos
import Testing

@testable import Library

/// Keywords, titles, captions, creators and places in a search.
struct SearchedWordTests {
    private func store(_ names: [String], _ words: [[PhotoWord]]) -> PhotoStore {
        var store = PhotoStore()
        store.append(PackedPage(names.map { Photo(id: PhotoID($0), title: FilePath.name(of: $0)) }))
        store.columns.learn(words.enumerated().map { (slot: UInt32($0), facts: Self.facts($1)) })
        return store
    }

    private static func facts(_ words: [PhotoWord]) -> PhotoFacts {
        var facts = PhotoFacts()
        facts.words = words
        return facts
    }

    private func result(_ search: String, _ store: PhotoStore) -> (found: [Int], correction: SearchCorrection?) {
        guard let text = SearchText(search, EnglishSearchWords()) else { return (Array(0..<store.slotCount), nil) }
        var state = SearchState(EnglishSearchWords())
        let result = state.result(store, text) { false }
        return ((0..<store.slotCount).filter { result?.unmatched.contains(UInt32($0)) == false }, result?.correction)
    }

    private var library: PhotoStore {
        store(
            ["a.jpg", "b.jpg", "crete/c.jpg", "d.jpg", "e.jpg"],
            [
                [.init(.keyword, "Places/Greece/Crete"), .init(.keyword, "seaside"), .init(.title, "Dawn over Crete")],
                [.init(.keyword, "Café"), .init(.caption, "The North Sea, in winter"), .init(.artist, "Ada Lovelace")],
                [],
                [.init(.city, "São Paulo"), .init(.state, "São Paulo"), .init(.country, "Brazil")],
                [
                    .init(.keyword, "Cretean party"), .init(.title, "Art"), .init(.keyword, "art"),
                    .init(.city, "Crete"),
                ],
            ])
    }

    @Test(
        arguments: [
            ("tag:crete", [0, 4]), ("tag:greece", [0]), ("TAG:places/greece", [0]), ("tag: crete", [0, 4]),
            ("tags=CRÊTE", [0, 4]), ("Stichwort:crete", [0, 4]), ("mot-clé:café", [1]), ("etiqueta:cafe", [1]),
            ("תג:cafe", [1]), ("tag:\"crete\"", [0]), ("tag:«Crete»", [0]), ("tag:\"art\"", [4]), ("tag:art", [4]),
            ("tag:\"par", [4]), ("tag:\"par\"", []), ("tag:\"Places/Greece/Crete\"", [0]), ("crete", [0, 2, 4]),
            ("title:crete", [0]), ("titel:crete", [0]), ("caption:\"north sea\"", [1]), ("caption: \"north sea\"", [1]),
            ("caption:north sea", [1]), ("\"north sea\"", [1]), ("north sea", [1]), ("caption:\"sea north\"", []),
            ("creator:lovelace", [1]), ("artist:ada", [1]), ("Urheber:ada", [1]), ("city:sao", [3]),
            ("stadt:paulo", [3]),
            ("state:sao", [3]), ("country:brazil", [3]), ("pais:brazil", [3]), ("place:crete", [4]), ("brazil", [3]),
            ("tag:", [0, 1, 2, 3, 4]), ("tag:seaside title:dawn", [0]), ("tag:seaside tag:café", []),
            ("title:seaside", []), ("sea", [0, 1]), ("unknown:crete", []),
        ] as [(String, [Int])])
    func textsAreFoundByWhatTheyAre(search: String, expected: [Int]) {
        #expect(result(search, library).found == expected)
    }

    /// Each keystroke of a search looks only at what the one before has found, or the last one that has found any.
    @Test(arguments: [
        "tag:\"Crete\" dawn", "caption:\"north sea\"", "tag:crete party", "city:são paulo", "seaside", "seasdie",
        "dawn seasdie", "seasdie winter", "nowhere",
    ])
    func typingALetterMoreFindsWhatTheWholeSearchFinds(search: String) {
        let store = library
        var state = SearchState(EnglishSearchWords())
        for length in 1...search.count {
            let typed = String(search.prefix(length))
            guard let text = SearchText(typed, EnglishSearchWords()) else { continue }
            let result = state.result(store, text) { false }
            var fresh = SearchState(EnglishSearchWords())
            let expected = fresh.result(store, text) { false }
            #expect(result?.unmatched == expected?.unmatched && result?.correction == expected?.correction, "\(typed)")
        }
    }

    @Test func aSlipInAKeywordIsForgiven() {
        let result = result("seasdie", library)
        #expect(result.found == [0] && result.correction?.shown == "seaside")
    }

    @Test(arguments: ["Crete", "Places/Greece/Crete", "5\" disk", "a»b", "a\"»b"])
    func theSearchOfAKeywordFindsItAndNoLongerWord(keyword: String) {
        let store = store(["a", "b", "c"], [[.init(.keyword, keyword)], [.init(.keyword, keyword + "x")], []])
        #expect(result(Query.search(forKeyword: keyword), store).found == [0])
    }

    @Test func whatIsForgottenOrReplacedIsNotFound() {
        var store = library
        store.columns.forget([0])
        #expect(result("seaside", store).found == [])
        store.columns.learn([(slot: UInt32(4), facts: Self.facts([.init(.keyword, "other")]))])
        #expect(result("tag:art", store).found == [] && result("tag:other", store).found == [4])
        #expect(store.keywords(4) == ["other"])
    }

    @Test func keywordsThatAllHaveAreThoseOfEach() {
        let store = store(
            ["a", "b", "c"],
            [
                [.init(.keyword, "x"), .init(.keyword, "A/B"), .init(.title, "x")],
                [.init(.keyword, "A/B"), .init(.keyword, "x")], [.init(.keyword, "A/B"), .init(.city, "x")],
            ])
        #expect(store.commonKeywords(of: [0, 1]) == ["A/B", "x"])
        #expect(store.commonKeywords(of: [0, 1, 2]) == ["A/B"])
        #expect(store.commonKeywords(of: [UInt32]()) == [])
    }

    /// Five keywords of each photo out of two thousand.
    @Test func aPersonsKeywordsTakeSixteenBytesAPhoto() {
        var random = SplitMix(seed: 7)
        let count = 100 * 1024
        var store = PhotoStore()
        store.columns.learn(
            (0..<count).map { slot in
                let words = (0..<5).map { _ in PhotoWord(.keyword, "Keyword \(random.next() % 2000)") }
                return (slot: UInt32(slot), facts: Self.facts(Array(Set(words))))
            })
        let bytes = Double(store.columns.words.byteCount + store.columns.wordTable.byteCount) / Double(count)
        #expect(bytes < 16, "\(bytes) bytes a photo")
    }

    @Test func aLibraryWithoutWordsTakesNoBytesForThem() {
        var store = PhotoStore()
        store.columns.learn((0..<5000).map { (slot: UInt32($0), facts: Self.facts([])) })
        #expect(store.columns.words.byteCount == 0 && store.columns.wordTable.byteCount == 0)
    }

    /// Sets of all lengths, shared and not, beside a dictionary of them.
    @Test func aColumnHoldsWhatWasSet() {
        var random = SplitMix(seed: 3)
        var column = WordColumn(), model: [UInt32: ContiguousArray<UInt32>] = [:]
        for _ in 0..<40 {
            var slot = UInt32(random.next() % 3000)
            var values: [(slot: UInt32, numbers: ContiguousArray<UInt32>)] = []
            for _ in 0..<(random.next() % 60) {
                let most: UInt64 = [3, 300, 1 << 20][Int(random.next() % 3)]
                let numbers = (0..<(random.next() % 9)).map { _ in UInt32(random.next() % most) }
                values.append((slot, ContiguousArray(Set(numbers).sorted())))
                slot += 1 + UInt32(random.next() % 20)
            }
            column.set(values)
            for value in values { model[value.slot] = value.numbers }
        }
        for slot in 0..<UInt32(5000) { #expect(column[slot] == model[slot] ?? []) }
    }

    /// Texts without end are neither kept without end nor in the way of those that came first.
    @Test func thereIsAnEndToHowManyTextsAreTold() {
        var table = WordTable()
        let first = table.number(of: PhotoWord(.keyword, "first"))
        let long = String(repeating: "x", count: 1 << 20)
        var refused = 0
        for number in 0..<40 where table.number(of: PhotoWord(.keyword, long + "\(number)")) == nil { refused += 1 }
        #expect(refused > 0 && table.byteCount < 70 << 20)
        #expect(table.number(of: PhotoWord(.keyword, "first")) == first)
    }
}
