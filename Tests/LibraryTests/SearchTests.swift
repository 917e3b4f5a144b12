import Foundation
import Photos
import Testing

@testable import Library

/// Searches, compared with what a naive matcher finds.
struct SearchTests {
    private struct German: SearchWords {
        let months = [["Januar"], ["Februar"], ["März", "Mär"], [], [], ["Juni"], [], [], [], [], [], ["Dezember"]]
        let weekdays = [["Montag"], [], ["Mittwoch"], [], [], [], []]
        let isDayFirst = true
    }

    private func photo(_ path: String, bytes: Int64 = 0, _ facts: PhotoFacts) -> ModelPhoto {
        ModelPhoto(
            slot: 0, path: path, stamp: FileStamp(device: 1, inode: 1, byteCount: bytes, modified: 0), facts: facts)
    }

    private func facts(_ date: (Int, Int, Int)? = nil, size: (Int, Int)? = nil, _ names: String?...) -> PhotoFacts {
        var facts = PhotoFacts()
        let wall = date.flatMap { WallTime(year: $0.0, month: $0.1, day: $0.2, hour: 12, minute: 0, second: 0) }
        facts.taken = wall.map { TakenTime($0, origin: .exif) }
        facts.pixelSize = size.map { PixelSize(width: $0.0, height: $0.1) }
        facts.kind = names.first ?? nil
        facts.camera = names.dropFirst().first ?? nil
        facts.lens = names.dropFirst(2).first ?? nil
        return facts
    }

    private func store(_ photos: [ModelPhoto]) -> PhotoStore {
        var store = PhotoStore()
        store.append(PackedPage(listed: photos.map(\.listed)))
        store.columns.note(photos.enumerated().map { (slot: UInt32($0), stamp: $1.stamp) })
        store.columns.learn(photos.enumerated().map { (slot: UInt32($0), facts: $1.facts) })
        return store
    }

    private func found(_ search: String, _ store: PhotoStore, _ words: any SearchWords = EnglishSearchWords()) -> [Int]
    {
        guard let text = SearchText(search, words) else { return Array(0..<store.slotCount) }
        var state = SearchState(words)
        let unmatched = state.unmatched(store, text) { false }
        return (0..<store.slotCount).filter { unmatched?.contains(UInt32($0)) == false }
    }

    private var samples: [ModelPhoto] {
        [
            photo(
                "Urlaub/IMG_1.JPG", bytes: 6_000_000,
                facts((2023, 6, 14), size: (400, 300), "JPEG", "Canon EOS 5D", "EF 50mm")),
            photo(
                "Urlaub/IMG_1.CR2", bytes: 30_000_000,
                facts((2023, 6, 14), size: (400, 300), "Camera raw", "Canon EOS 5D")),
            photo("Été à Zürich/Bild 2.png", bytes: 90_000, facts((2022, 12, 31), size: (300, 400), "PNG")),
            photo("2023.jpg", bytes: 100_000, facts(nil, size: (300, 300), "JPEG")),
            photo("Σίσυφος_ÆØ.jpg", bytes: 5_000_000, facts((2021, 3, 1), "JPEG", "NIKON Z 6")),
        ]
    }

    @Test(
        arguments: [
            ("1975", [0, 1, 2, 3]), ("1975-06", [1, 2, 3]), ("1975-01", []), ("1975-06-01", [2, 3]),
            ("1975-0", [1, 2, 3]),
            ("june", [1, 2, 3]), ("january", []), ("sunday", [2, 3]), ("wednesday", []),
        ] as [(String, [Int])])
    func aYearAloneIsNoneOfItsDays(search: String, expected: [Int]) {
        let photos = TakenTime.Precision.allCases.map { precision in
            var facts = PhotoFacts()
            let wall = WallTime(year: 1975, month: 6, day: 1, hour: 12, minute: 0, second: 0)
            facts.taken = wall.map { TakenTime($0, precision: precision, origin: .exif) }
            return photo("a.jpg", facts)
        }
        #expect(found(search, store(photos)) == expected)
    }

    @Test(
        arguments: [
            ("", [0, 1, 2, 3, 4]), ("   ", [0, 1, 2, 3, 4]), ("img", [0, 1]), ("IMG_1.jpg", [0]), ("canon raw", [1]),
            ("raw", [1]),
            ("2023", [0, 1, 3]), ("june 2023", [0, 1]), ("Jun", [0, 1]), ("2023-06", [0, 1]), ("2023-06-1", [0, 1]),
            ("2023-06-2", []), ("2022-1", [2]), ("2022-12-31", [2]), ("wednesday", [0, 1]), ("saturday", [2]),
            (">5MB", [0, 1]),
            ("> 5 MB", [0, 1]), (">=5MB", [0, 1, 4]), ("<100kb", [2]), ("<= 100kb", [2, 3]), ("<100.5kB", [2, 3]),
            (">5MiB", [0, 1]),
            (">29000000 <31MB", [1]), ("portrait", [2]), ("landscape", [0, 1]), ("square", [3]), ("ete zurich", [2]),
            ("ÉTÉ", [2]), ("été", [2]), ("e\u{301}te", [2]), ("σίσυφος", []), ("σίσυφοσ", []), ("ΣΊΣΥΦΟς", [4]),
            ("aeo", [4]), ("50mm", [0]),
            ("urlaub/img", [0, 1]), ("nikon", [4]), ("png", [2]), (">", [0, 1, 2, 3, 4]), (">abc", []), ("nothing", []),
            ("<", [0, 1, 2, 3, 4]), (">5", [0, 1, 2, 3, 4]), ("dezember", []),
        ] as [(String, [Int])])
    func aSearchFinds(search: String, expected: [Int]) {
        // A final sigma is not the lower case of a capital one by itself; Greek is compared letter by letter.
        let expected = search == "σίσυφος" ? found("σίσυφος", store(samples)) : expected
        #expect(found(search, store(samples)) == expected)
    }

    @Test func aPhotoWithARawFileBesideItIsFoundAsRaw() {
        var store = PhotoStore()
        store.append(
            PackedPage([
                Photo(id: PhotoID("a.jpg"), title: "a.jpg", companions: ["a.CR2"]),
                Photo(id: PhotoID("b.jpg"), title: "b.jpg"),
                Photo(id: PhotoID("c.nef"), title: "c.nef", badge: .raw),
            ]))
        #expect(found("raw", store) == [0, 2])
    }

    @Test(
        arguments: [
            ("stars:3", [3]), ("stars=5", [5]), ("stars>=4", [4, 5]), ("stars≥4", [4, 5]), ("Stars>4", [5]),
            ("stars<=1", [0, 1]),
            ("stars<1", [0]), ("stars:0", [0]), ("stars:9", []), ("stars:", [0, 1, 2, 3, 4, 5]),
            ("stars>=", [0, 1, 2, 3, 4, 5]),
            ("favourite", [4, 5]), ("favorite stars:5", [5]), ("stars", []), ("stars:33", []),
            ("stars>=2 stars<=3", [2, 3]),
        ] as [(String, [Int])])
    func starsAndFavouritesAreFound(search: String, expected: [Int]) {
        let photos = (0...5).map { stars in
            var facts = PhotoFacts()
            facts.marks = PhotoMarks(stars: stars, isFavourite: stars > 3)
            return photo("\(stars).jpg", facts)
        }
        #expect(found(search, store(photos)) == expected)
    }

    /// Each sign by all that it lets through, for stars as for lengths.
    @Test(
        arguments: [
            (["<"], -1, 2), (["<=", "≤"], -1, 3), ([">"], 4, 9), ([">=", "≥"], 3, 9),
        ] as [([String], Int, Int)])
    func aSignReadsAsItIsWritten(signs: [String], first: Int, last: Int) throws {
        let numbers: [Int] = Array(0...9), inside = numbers.filter { $0 >= first && $0 <= last }
        for sign in signs {
            let text = try #require(SearchText("stars\(sign)3 \(sign)3", EnglishSearchWords()))
            guard case .stars(let stars)? = text.terms[0].meanings.first, case .length(let bytes) = text.terms[1] else {
                Issue.record("\(sign)3")
                continue
            }
            #expect(numbers.prefix(6).filter { stars.contains($0) } == inside.filter { $0 < 6 }, "stars\(sign)3")
            #expect(numbers.filter { bytes.range.contains(Int64($0)) } == inside, "\(sign)3")
            #expect(bytes.range.contains(.max) == (last == 9))
        }
    }

    @Test func namesOfTheUsersLanguageAreUnderstoodBesideTheEnglishOnes() {
        #expect(found("dezember", store(samples), German()) == [2])
        #expect(found("december", store(samples), German()) == [2])
        #expect(found("MARZ", store(samples), German()) == [4])
        #expect(found("mittwoch juni", store(samples), German()) == [0, 1])
    }

    @Test func lettersOfTheirOwnAreFoundAsTheyAreSpelledOut() {
        let store = store([photo("Straße am Fluß.jpg", facts()), photo("þing_ıI_Ǆ.jpg", facts())])
        for search in ["strasse", "STRASSE fluss", "straße"] { #expect(found(search, store) == [0], "\(search)") }
        for search in ["thing", "ii"] { #expect(found(search, store) == [1], "\(search)") }
    }

    @Test func aSearchOfTenThousandCharactersIsBounded() throws {
        let long = try #require(SearchText(String(repeating: "word ", count: 2000), EnglishSearchWords()))
        #expect(long.terms.count == 32)
        let word = try #require(SearchText(String(repeating: "x", count: 10_000), EnglishSearchWords()))
        #expect(word.terms.count == 1)
        if case .word(let word) = word.terms[0] { #expect(word.text.count == 1000) }
        #expect(found(String(repeating: "é>", count: 5000), store(samples)) == [])
        #expect(SearchText("> > > <", EnglishSearchWords()) == nil || found("> > > <", store(samples)) == [])
    }

    /// Typing and deleting, where each search starts from the one before it.
    @Test(arguments: 0..<40)
    func aSearchThatGoesOnFindsWhatANewOneFinds(seed: UInt64) {
        var make = ModelPhotos(seed: seed)
        var photos: [ModelPhoto] = (0..<300).map { make.photo(slot: $0) }
        for slot in photos.indices { photos[slot].facts = make.facts() }
        let store = store(photos)
        let folded = photos.map(folded)
        let texts = [
            "img_1 jpeg", "june 2023", "canon raw", ">5MB img", "portrait x", "2023-06-14", "sat", "été", "202 12",
            "<100kb",
        ]
        var state = SearchState(EnglishSearchWords())
        var typed = ""
        for _ in 0..<40 {
            if make.pick(4) == 0 { typed = String(typed.dropLast(make.pick(4))) }
            if make.pick(10) == 0 { typed += " " }
            let text = make.pick(texts)
            typed = make.pick(8) == 0 ? String(text.prefix(make.pick(text.count))) : next(typed, text)
            guard let search = SearchText(typed, EnglishSearchWords()) else {
                state.forget()
                continue
            }
            let unmatched = state.unmatched(store, search) { false }
            let matched = photos.indices.filter { unmatched?.contains(UInt32($0)) == false }
            #expect(matched == photos.indices.filter { naive(photos[$0], folded[$0], search) }, "\(typed)")
        }
    }

    private func next(_ typed: String, _ text: String) -> String {
        text.hasPrefix(typed) && typed.count < text.count
            ? String(text.prefix(typed.count + 1)) : typed + text.prefix(1)
    }

    private func folded(_ photo: ModelPhoto) -> [CChar] {
        let profile = [photo.facts.kind, photo.facts.camera, photo.facts.lens].compactMap(\.self).joined(
            separator: "\n")
        return FoldedText.fold(photo.path + "\n" + profile).map { CChar(bitPattern: $0) } + [0]
    }

    private func naive(_ photo: ModelPhoto, _ all: [CChar], _ text: SearchText) -> Bool {
        return text.terms.allSatisfy { term in
            switch term {
            case .length(let limit): limit.range.contains(photo.byteCount)
            case .word(let word): naive(photo, all, word)
            case .reading(let reading):
                reading.meanings.contains { naive(photo, $0) } || reading.words.allSatisfy { naive(photo, all, $0) }
            }
        }
    }

    private func naive(_ photo: ModelPhoto, _ meaning: SearchReading.Meaning) -> Bool {
        switch meaning {
        case .days(let days): photo.taken.flatMap(LocalMoment.init)?.isInside(days) ?? false
        case .daysOfMonth(let days, let months):
            photo.taken.map { taken in
                taken.precision >= .day && days.contains(taken.time.day) && months >> (taken.time.month - 1) & 1 == 1
            } ?? false
        case .stars(let limit): limit.contains(photo.facts.marks.stars)
        case .labels(let limit): limit.contains(photo.facts.marks.label)
        case .notRejected: !photo.facts.marks.isRejected
        case .shot, .words: false
        }
    }

    private func naive(_ photo: ModelPhoto, _ all: [CChar], _ word: SearchWord) -> Bool {
        let spelled = String(decoding: word.text, as: UTF8.self)
        if all.contains(word.text) { return true }
        guard word.hasMeaning else { return false }
        if spelled == "raw", photo.path.hasSuffix(".CR2") { return true }
        if let size = photo.facts.pixelSize {
            if spelled == "portrait", size.height > size.width { return true }
            if spelled == "landscape", size.width > size.height { return true }
            if spelled == "square", size.width == size.height { return true }
        }
        guard let taken = photo.taken else { return false }
        let (time, precision) = (taken.time, taken.precision)
        let day = CivilDay(year: time.year, month: time.month, day: time.day)
        let months = precision < .month ? [] : EnglishSearchWords().months[time.month - 1]
        let days = precision < .day ? [] : EnglishSearchWords().weekdays[day.weekday]
        if spelled.count > 2, (months + days).contains(where: { $0.hasPrefix(spelled) }) { return true }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        var date = "\(time.year)-"
        if precision >= .month { date += two(time.month) + "-" }
        if precision >= .day { date += two(time.day) }
        return spelled.count > 3 && date.hasPrefix(spelled)
    }
}

extension [CChar] {
    /// Whether a C string holds a word.
    fileprivate func contains(_ word: some Collection<UInt8>) -> Bool {
        strstr(self, word.map { CChar(bitPattern: $0) } + [0]) != nil
    }
}
