import Photos
import Testing

@testable import Library

/// Stars, camera settings and phrases in a search, and what is shown for a slip.
struct SearchedFactTests {
    private func store(_ names: [String], _ facts: [PhotoFacts] = []) -> PhotoStore {
        var store = PhotoStore()
        store.append(PackedPage(names.map { Photo(id: PhotoID($0), title: FilePath.name(of: $0)) }))
        store.columns.learn(facts.enumerated().map { (slot: UInt32($0), facts: $1) })
        return store
    }

    private func result(_ search: String, _ store: PhotoStore) -> (found: [Int], correction: SearchCorrection?) {
        guard let text = SearchText(search, EnglishSearchWords()) else { return (Array(0..<store.slotCount), nil) }
        var state = SearchState(EnglishSearchWords())
        let result = state.result(store, text) { false }
        return ((0..<store.slotCount).filter { result?.unmatched.contains(UInt32($0)) == false }, result?.correction)
    }

    private func shot(_ aperture: Double, _ sensitivity: Int, _ exposure: Double, _ length: Double) -> PhotoFacts {
        var facts = PhotoFacts()
        facts.shot.fNumber = aperture
        facts.shot.sensitivity = sensitivity
        facts.shot.exposureTime = exposure
        facts.shot.focalLength = length
        return facts
    }

    @Test(
        arguments: [
            ("f/2.8", [0]), ("f2.8", [0]), ("F/2,8", [0]), ("f/8", [1]), ("f<=2.8", [0, 2]), ("f>2.8", [1]),
            ("f/1.8", [2]), ("iso 3200", [0]), ("ISO3200", [0]), ("iso:100", [1]), ("iso>=1600", [0, 2]),
            ("iso < 1600", [1]), ("iso>=", [0, 1, 2, 3]), ("1/250", [0]), ("1/250s", [0]), ("1/250 s", [0]),
            ("1/2000", [2]), ("30s", [1]), ("50mm", [0, 3]), ("50 mm", [0, 3]), ("4.2mm", [2]), ("24mm", [1]),
            ("f/2.8 iso 3200 1/250", [0]), ("f/2.8 iso 100", []), ("f/", [3]), ("iso", [3]), ("1/", []), ("mm", [3]),
            ("f/0", []), ("1/0", []), ("iso 99999999999999", []),
        ] as [(String, [Int])])
    func settingsOfTheCameraAreFound(search: String, expected: [Int]) {
        let store = store(
            ["a.jpg", "b.jpg", "c.jpg", "Golf/iso_50mm.jpg"],
            [shot(2.8, 3200, 1 / 249, 49.8), shot(8, 100, 30, 24), shot(1.78, 1600, 1 / 2000, 4.2)])
        #expect(result(search, store).found == expected)
    }

    @Test func settingsThatAreForgottenAreNotFound() {
        var store = store(["a.jpg", "b.jpg"], [shot(2.8, 3200, 1 / 250, 50), shot(2.8, 3200, 1 / 250, 50)])
        store.columns.forget([0])
        #expect(result("f/2.8", store).found == [1])
    }

    /// One byte for apertures, two for sensitivities and focal lengths, four for microseconds.
    @Test func settingsTakeFewBytes() {
        var random = SplitMix(seed: 4)
        let names = (0..<8192).map { "p\($0).jpg" }
        let facts = names.map { _ in
            shot(
                Double(28 + random.next() % 60) / 10, 100 << Int(random.next() % 7),
                1 / Double(1 << (2 + random.next() % 10)), Double(240 + random.next() % 800) / 10)
        }
        var plain = facts
        for slot in plain.indices { plain[slot].shot = ShotSettings() }
        let bytes = store(names, facts).columns.byteTotal - store(names, plain).columns.byteTotal
        #expect(Double(bytes) / 8192 < 10, "\(Double(bytes) / 8192) bytes a photo")
    }

    @Test(
        arguments: [
            ("4 stars", [4, 6]), ("4 Sterne", [4]), ("4 étoiles", [4]), ("rating:4", [4]), ("rating 4", [4]),
            ("rating>=4", [4, 5]), ("stars >= 4", [4, 5]), ("stars: 4", [4]), ("Bewertung:5", [5]), ("4 starships", []),
            ("6 stars", []), ("stars", [6]), ("stars 44", []),
        ] as [(String, [Int])])
    func starsAreFoundAsTheyAreSaid(search: String, expected: [Int]) {
        let facts = (0...5).map { stars in
            var facts = PhotoFacts()
            facts.marks = PhotoMarks(stars: stars)
            return facts
        }
        #expect(result(search, store((0...5).map { "p\($0 + 10)x.jpg" } + ["4 stars.jpg"], facts)).found == expected)
    }

    @Test(
        arguments: [
            ("\"north sea\"", [0]), ("north sea", [0, 1]), ("“North Sea”", [0]), ("„north sea“", [0]),
            ("«north sea»", [0]), ("\"north sea", [0]), ("\"sea no", [1]), ("\"\"", [0, 1, 2]), ("\"2021\"", [2]),
            ("\"north sea\" jpg", [0]),
        ] as [(String, [Int])])
    func aPhraseIsFoundAsItIs(search: String, expected: [Int]) {
        #expect(result(search, store(["north sea.jpg", "sea north.jpg", "IMG_2021.jpg"])).found == expected)
    }

    @Test(
        arguments: [
            ("lisbno", [0, 1], "lisbon"), ("lisbo", [0, 1], nil), ("lisbonn", [0, 1], "lisbon"),
            ("libson", [0, 1], "lisbon"),
            ("lissbon", [0, 1], "lisbon"), ("lisbn", [0, 1], "lisbon"), ("lizbon", [0, 1], "lisbon"),
            ("Lisbno", [0, 1], "lisbon"),
            ("isbon", [0, 1], nil), ("iisbon", [0, 1], "lisbon"), ("lsbno", [], nil), ("lisbno a", [0], "lisbon"),
            ("lisbno zzz", [], nil), ("zurihc", [2], "zurich"), ("summr", [3], "summer"), ("lisb1o", [], nil),
            ("bech", [], nil), ("\"lisbno\"", [], nil), ("lisbon beach", [], nil), ("cannon", [4], "canon"),
            ("febuary", [4], "february"), ("ירושליים", [5], "ירושלים"),
        ] as [(String, [Int], String?)])
    func aSlipInALongWordIsForgivenWhereNothingElseIsFound(search: String, expected: [Int], shown: String?) {
        var facts = [PhotoFacts](repeating: PhotoFacts(), count: 6)
        facts[4].camera = "Canon EOS"
        facts[4].taken = WallTime(year: 2020, month: 2, day: 3, hour: 0, minute: 0, second: 0).map {
            TakenTime($0, origin: .exif)
        }
        let names = [
            "Lisbon/a.jpg", "Lisbon/b.jpg", "Zürich.jpg", "Summertime beach.jpg", "d.jpg", "ירושלים.jpg",
        ]
        let (found, correction) = result(search, store(names, facts))
        #expect(found == expected)
        #expect(correction?.shown == shown)
        #expect(correction == nil || search.lowercased().hasPrefix(correction?.written ?? "-"))
    }

    @Test func aSearchThatGoesOnAfterASlipFindsWhatANewOneFinds() {
        let store = store(["Lisbon/a.jpg", "Lisbon/b.jpg", "Porto/c.jpg"])
        var state = SearchState(EnglishSearchWords())
        for typed in ["lisbn", "lisbno", "lisbno", "lisbno ", "lisbno b", "lisbno", "lisb", "lisbon"] {
            let result = SearchText(typed, EnglishSearchWords()).flatMap { state.result(store, $0) { false } }
            let fresh = self.result(typed, store)
            #expect((0..<3).filter { result?.unmatched.contains(UInt32($0)) == false } == fresh.found, "\(typed)")
            #expect(result?.correction == fresh.correction, "\(typed)")
        }
    }

    /// Words differ by one slip exactly where some single edit leads from one to the other.
    @Test func nearWordsAreThoseOfOneEdit() {
        let word = ContiguousArray("lisbon".unicodeScalars.map(\.value)),
            near = NearWord(ContiguousArray("lisbon".utf8))
        var edits: Set<ContiguousArray<UInt32>> = []
        for place in 0...word.count {
            for letter in UInt32(97)...122 {
                var longer = word
                longer.insert(letter, at: place)
                edits.insert(longer)
                guard place < word.count else { continue }
                var other = word
                other[place] = letter
                edits.insert(other)
            }
            if place < word.count {
                var shorter = word
                shorter.remove(at: place)
                edits.insert(shorter)
            }
            if place + 1 < word.count {
                var turned = word
                turned.swapAt(place, place + 1)
                edits.insert(turned)
            }
        }
        edits.remove(word)
        // Those that the word begins are matches, and no slips.
        for edit in edits where !edit.starts(with: word) {
            #expect(near?.nearness(of: edit)?.0 == .whole, "\(edit)")
        }
        for far in ["lixbxn", "isbno", "lisb", "porto", "nobsil"] {
            #expect(near?.nearness(of: ContiguousArray(far.unicodeScalars.map(\.value))) == nil, "\(far)")
        }
    }
}
