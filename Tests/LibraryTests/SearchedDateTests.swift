import Photos
import Testing

@testable import Library

/// Dates in a search: what each way of writing them finds, and that a day is that day.
struct SearchedDateTests {
    /// A language's names of months as the C library has them, and its order of a date in numbers.
    private struct Language: SearchWords {
        var months: [[String]] = []
        let weekdays: [[String]] = []
        var isDayFirst = true

        init(june name: String, short: String, isDayFirst: Bool = true) {
            months = (1...12).map { $0 == 6 ? [name, short] : [] }
            self.isDayFirst = isDayFirst
        }
    }

    private static let today = CivilDay(year: 2022, month: 3, day: 9)
    private static let days = [
        (2018, 12, 31), (2019, 1, 1), (2020, 6, 6), (2021, 5, 6), (2021, 6, 5), (2021, 6, 6), (2021, 6, 7),
        (2021, 12, 31), (2022, 2, 27), (2022, 3, 1), (2022, 3, 7), (2022, 3, 8), (2022, 3, 9),
    ]

    /// The photos of `days` under names that say nothing, then one of unknown time whose name looks like a date.
    private static let store: PhotoStore = {
        var store = PhotoStore()
        let names = days.indices.map { "p\(Character(UnicodeScalar(UInt8(97 + $0)))).jpg" } + ["IMG_2021 6 june.jpg"]
        store.append(PackedPage(names.map { Photo(id: PhotoID($0), title: $0) }))
        store.columns.learn(
            days.enumerated().map { slot, day in
                var facts = PhotoFacts()
                let wall = WallTime(year: day.0, month: day.1, day: day.2, hour: 12, minute: 0, second: 0)
                facts.taken = wall.map { TakenTime($0, origin: .exif) }
                return (slot: UInt32(slot), facts: facts)
            })
        return store
    }()
    private static let named = days.count

    private func found(_ search: String, _ words: any SearchWords = EnglishSearchWords()) -> [Int] {
        guard let text = SearchText(search, words, today: Self.today) else { return Array(0...Self.named) }
        var state = SearchState(words)
        let unmatched = state.unmatched(Self.store, text) { false }
        return (0...Self.named).filter { unmatched?.contains(UInt32($0)) == false }
    }

    @Test(
        arguments: [
            ("6 june 2021", [5, named]), ("june 6 2021", [5, named]), ("June 6, 2021", [5, named]),
            ("6th of June, 2021", [5]), ("2021 june 6", [5, named]), ("6 jun 2021", [5, named]),
            ("june 6", [2, 5, named]), ("6 june", [2, 5, named]), ("june 2021", [4, 5, 6, named]),
            ("2021 june", [4, 5, 6, named]), ("6-7 june 2021", [5, 6]), ("6 june 2021 pf", [5]),
            ("2021-06-05", [4]), ("2021/06/05", [4]), ("2021.6.5", [4]), ("2021-6-5", [4]),
            ("6/5/2021", [4]), ("05.06.2021", [3]), ("6/5/21", [4]), ("31/12/2021", [7]), ("31.12.21", [7]),
            ("06/2021", [4, 5, 6]), ("6/2021", [4, 5, 6]), ("06.2021", [4, 5, 6]), ("2021-06", [4, 5, 6]),
            ("2021", [3, 4, 5, 6, 7, named]), ("31 june 2021", []), ("2021-02-30", []), ("13/13/2021", []),
        ] as [(String, [Int])])
    func aDateFindsItsDays(search: String, expected: [Int]) { #expect(found(search) == expected) }

    @Test(
        arguments: [
            ("05.06.2021", [4]), ("6/5/2021", [3]), ("6. Juni 2021", [5]), ("6 juni", [2, 5]),
            ("Juni 2021", [4, 5, 6]),
            ("vor 2019", [0]), ("nach Juni 2021", [7, 8, 9, 10, 11, 12]),
            ("nach dem 7. Juni 2021", [7, 8, 9, 10, 11, 12]),
            ("seit 2022", [8, 9, 10, 11, 12]), ("gestern", [11]), ("heute", [12]), ("letztes Jahr", [3, 4, 5, 6, 7]),
            ("diesen Monat", [9, 10, 11, 12]),
        ] as [(String, [Int])])
    func germanIsUnderstood(search: String, expected: [Int]) {
        #expect(found(search, Language(june: "Juni", short: "Jun")) == expected)
    }

    @Test func frenchSpanishAndHebrewAreUnderstood() {
        let french = Language(june: "juin", short: "juin"), spanish = Language(june: "junio", short: "jun")
        let hebrew = Language(june: "יוני", short: "יונ׳")
        #expect(found("6 juin 2021", french) == [5])
        #expect(found("1er janvier", french) == [])
        #expect(found("avant 2019", french) == [0])
        #expect(found("l’année dernière", french) == [3, 4, 5, 6, 7])
        #expect(found("6 de junio de 2021", spanish) == [5])
        #expect(found("antes de 2019", spanish) == [0])
        #expect(found("año pasado", spanish) == [3, 4, 5, 6, 7])
        #expect(found("6 ביוני 2021", hebrew) == [5])
        #expect(found("לפני 2019", hebrew) == [0])
        #expect(found("אתמול", hebrew) == [11])
        #expect(found("שנה שעברה", hebrew) == [3, 4, 5, 6, 7])
    }

    @Test(
        arguments: [
            ("today", [12]), ("yesterday", [11]), ("this week", [10, 11, 12]), ("last week", [9]),
            ("this month", [9, 10, 11, 12]), ("last month", [8]), ("this year", [8, 9, 10, 11, 12]),
            ("last year", [3, 4, 5, 6, 7]), ("Last Year june", [4, 5, 6]),
            ("before 2019", [0]), ("before 2019-01-01", [0]), ("until 2019", [0, 1]),
            ("before june 2021", [0, 1, 2, 3]),
            ("after june 2021", [7, 8, 9, 10, 11, 12]), ("since 7 june 2021", [6, 7, 8, 9, 10, 11, 12]),
            ("after yesterday", [12]), ("before last year", [0, 1, 2]), ("after 2500", []), ("before 1000", []),
            ("2018-2019", [0, 1]), ("2019–2020", [1, 2]), ("2019 - 2020", [1, 2]), ("2020 to 2019", [1, 2]),
            ("may 2021 - 6 june 2021", [3, 4, 5]), ("05/2021-06/2021", [3, 4, 5, 6]), ("before", []), ("last", []),
            ("before june", []),
        ] as [(String, [Int])])
    func whatIsSaidByDatesIsUnderstood(search: String, expected: [Int]) { #expect(found(search) == expected) }

    /// Where the day is not known there is no yesterday.
    @Test func withoutADayNothingIsRelativeToIt() {
        #expect(SearchText("yesterday", EnglishSearchWords())?.terms.first?.meanings.isEmpty == true)
    }

    /// Typing goes on from what was found before; it must find what a new search finds.
    @Test(arguments: ["6 june 2021", "before june 2021 p", "2018-2021", "05.06.2021", "last year", "\"june 2021\" p"])
    func aDateThatIsTypedFindsWhatANewSearchFinds(search: String) {
        var state = SearchState(EnglishSearchWords())
        for length in 1...search.count {
            let typed = String(search.prefix(length))
            guard let text = SearchText(typed, EnglishSearchWords(), today: Self.today) else {
                state.forget()
                continue
            }
            let unmatched = state.unmatched(Self.store, text) { false }
            #expect((0...Self.named).filter { unmatched?.contains(UInt32($0)) == false } == found(typed), "\(typed)")
        }
    }
}
