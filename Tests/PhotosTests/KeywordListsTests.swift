// Keywords that come and go in the lists in which programs repeat them.
import Photos
import Testing

@Suite struct KeywordListsTests {
    private typealias Kind = KeywordLists.Kind

    private func lists(_ lists: [Kind: [String]]) -> KeywordLists {
        KeywordLists(lists.mapValues { $0.enumerated().map { KeywordLists.Item($0.element, place: $0.offset) } })
    }

    private func texts(_ lists: KeywordLists) -> [Kind: [String]] { lists.lists.mapValues { $0.map(\.text) } }

    @Test func aPlainKeywordMakesThePlainListAlone() {
        var own = lists([:])
        own.add("sky", to: [])
        own.add("sky", to: [])
        #expect(texts(own) == [.subject: ["sky"]])
    }

    @Test func theKeywordsOfTheFileComeAlongWhereTheListsStateNone() {
        var own = lists([:])
        own.add("sea", to: ["sky", "été"])
        #expect(own.keywords == ["sky", "été", "sea"])
        var less = lists([:])
        less.remove("sky", from: ["sky", "été"], leavesBlank: true)
        #expect(texts(less) == [.subject: ["été"]])
    }

    @Test func theLastKeywordLeavesAnEmptyListOnlyWhereTheFileHasSome() {
        var own = lists([.subject: ["sky"]])
        own.remove("sky", from: [], leavesBlank: false)
        #expect(own.lists.isEmpty)
        own = lists([.subject: ["sky"], .tags: ["sky"], .hierarchical: ["darktable|format|jpg", "sky"]])
        own.remove("sky", from: [], leavesBlank: true)
        #expect(texts(own) == [.subject: [], .hierarchical: ["darktable|format|jpg"]])
        #expect(own.keywords.isEmpty && own.areStated)
    }

    @Test func levelsMakeBothListsWithAllKeywordsInThem() {
        var own = lists([.subject: ["sky"]])
        own.add("Places/Greece/Crete", to: [])
        #expect(
            texts(own) == [
                .subject: ["sky", "Places", "Greece", "Crete"], .hierarchical: ["sky", "Places|Greece|Crete"],
                .tags: ["sky", "Places/Greece/Crete"],
            ])
        #expect(own.keywords == ["Places/Greece/Crete", "sky"])
    }

    @Test func aPlainKeywordComesIntoEachListThatIsThere() {
        var own = lists([.subject: ["a"], .tags: ["a"], .lastKeywords: ["a"], .catalogSets: ["a"]])
        own.add("b", to: [])
        #expect(Set(texts(own).values) == [["a", "b"]] && own.lists.count == 4)
        own.remove("a", from: [], leavesBlank: false)
        #expect(Set(texts(own).values) == [["b"]] && own.lists.count == 4)
    }

    @Test func aKeywordTakesItsLevelsAndBeginningsAlongUnlessAnotherOneHasThem() {
        var own = lists([
            .subject: ["places", "Crete", "Chania", "Paros", "sky"],
            .hierarchical: ["places", "places|Crete", "places|Crete|Chania", "places|Paros", "darktable|format|jpg"],
        ])
        own.remove("places/Crete/Chania", from: [], leavesBlank: false)
        #expect(
            texts(own) == [
                .subject: ["places", "Paros", "sky"],
                .hierarchical: ["places", "places|Paros", "darktable|format|jpg"],
            ])
        #expect(own.keywords == ["places/Paros", "sky"])
    }

    @Test func whatIsALevelAlreadyIsNotAdded() {
        let before = lists([.subject: ["Crete"], .hierarchical: ["places|Crete"]])
        for keyword in ["Crete", "places", "places/Crete"] {
            var own = before
            own.add(keyword, to: [])
            #expect(own == before, "\(keyword)")
        }
    }

    @Test func itemsKeepTheirPlaces() {
        var own = lists([.subject: ["a", "b", "c"]])
        own.remove("b", from: [], leavesBlank: false)
        own.add("d", to: [])
        #expect(own.lists[.subject]?.map(\.place) == [0, 2, nil])
    }

    /// Whatever lists there are: the keywords afterwards are those before, with the one or without it.
    @Test func anEditChangesOneKeyword() {
        var chance = Chance()
        let names = ["a", "b", "c", "a/b", "a/b/c", "b/c", "d/a", "e"]
        func some() -> [String] { names.filter { _ in Bool.random(using: &chance) } }
        for _ in 0..<500 {
            let own = lists([
                .subject: some(), .hierarchical: some().map { $0.replacing("/", with: "|") }, .tags: some(),
            ])
            let before = Set(own.keywords)
            for keyword in before {
                var less = own
                less.remove(keyword, from: [], leavesBlank: true)
                let levels = Set(keyword.split(separator: "/").map { String($0) })
                // A plain one that was hidden as a level goes with the last keyword that has it, or stays.
                #expect(Set(less.keywords).subtracting(levels) == before.subtracting([keyword]).subtracting(levels))
                #expect(!less.keywords.contains(keyword))
            }
            for keyword in names {
                var more = own
                more.add(keyword, to: [])
                let levels = Set(keyword.split(separator: "/").map { String($0) })
                let others = before.filter { !keyword.hasPrefix($0 + "/") && !levels.contains($0) }
                #expect(Set(more.keywords).subtracting(levels).isSuperset(of: others))
            }
        }
    }

    @Test(arguments: [
        (" sky ", "sky"), ("a | b", "a/b"), ("/a//b/", "a/b"), ("a\tb\n", "a b"), ("x\u{0}y\u{1B}", "x y"),
        ("\u{FFFF}q", "q"), ("של\u{202B}ום", "של\u{202B}ום"),
    ])
    func whatIsTypedIsWrittenInOneForm(text: String, keyword: String) {
        #expect(Keyword.written(text) == keyword)
    }

    @Test func nothingIsNoKeyword() {
        for text in ["", "  ", "/", "| /", "\u{7}"] { #expect(Keyword.written(text) == nil) }
        #expect(Keyword.isTooLong(String(repeating: "a", count: 513)) && !Keyword.isTooLong("a"))
    }
}

/// The same numbers in every run.
private struct Chance: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
