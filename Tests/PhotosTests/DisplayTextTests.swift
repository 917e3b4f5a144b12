// What a label is given of text from outside.
import Photos
import Testing

struct DisplayTextTests {
    @Test(arguments: ["", "IMG_0042.JPG", "Jürgen Müller", "東京タワー", "שלום", "👩‍👩‍👧", "“Quoted” – dash…"])
    func ordinaryTextIsAsItWas(text: String) { #expect(DisplayText.line(text) == text) }

    @Test(arguments: [
        ("a\u{1B}[31mb\u{7}\u{7F}", "a[31mb"), ("photo\u{202E}gpj.exe", "photogpj.exe"),
        ("\u{2066}x\u{2069}\u{200F}\u{61C}", "x"),
        ("one\ntwo\tthree\u{85}four\u{2028}five", "one two three four five"), ("\u{9B}31m", "31m"),
    ])
    func charactersThatActAreNotShown(text: String, shown: String) { #expect(DisplayText.line(text) == shown) }

    @Test func aLongTextIsCutWithAnEllipsis() {
        let line = DisplayText.line(String(repeating: "é", count: 1 << 20))
        #expect(line.utf8.count <= DisplayText.longestLine && line.hasSuffix("é…"))
        #expect(DisplayText.line("abcdef", limit: 6) == "abcdef")
        #expect(DisplayText.line("abcdefg", limit: 6) == "abc…")
        #expect(
            DisplayText.line("a" + String(repeating: "\u{301}", count: 1 << 20)).utf8.count <= DisplayText.longestLine)
    }

    @Test func ofAMegabyteOfControlCharactersNothingIsLeft() {
        #expect(DisplayText.line(String(repeating: "\u{1B}", count: 1 << 20)) == "…")
    }

    /// A word without a place to break it takes the main thread seconds; what has such places stays as it is.
    @Test func aWordIsCutWhereALineCannotBeBroken() {
        func words(_ unit: String, _ count: Int) -> String { String(repeating: unit, count: count) }
        let name = words("x", 251) + ".jpg"
        #expect(DisplayText.line(name) == name)
        let cut = DisplayText.line("See " + words("W", 8000) + " and the rest", limit: 1 << 16)
        #expect(cut == "See " + words("W", 255) + "… and the rest")
        #expect(DisplayText.line(words("W", 900)) == words("W", 255) + "…")
        let broken = [
            words("water ", 100), words("水", 300), words("/home", 150), words("well-", 150), words("กา", 150),
        ]
        for broken in broken {
            #expect(DisplayText.line(broken) == broken)
        }
        // No line is broken here.
        for glued in [words("a\u{A0}", 300), words("1-", 300), words("\u{301}", 400), words("a_", 400)] {
            #expect(DisplayText.line(glued).unicodeScalars.count == DisplayText.longestWord)
        }
    }

    @Test func aPhotosTitleIsFitForALabel() {
        #expect(Photo(id: PhotoID("7"), title: "a\u{202E}b").title == "ab")
        #expect(Photo(id: PhotoID("7\u{1B}"), title: "\u{202E}").title == "7")
        let photo = Photo(id: PhotoID("7"), title: String(repeating: "x", count: 1 << 20))
        #expect(photo.title.count == DisplayText.longestWord)
    }

    @Test func aFailureSaysNothingThatActs() {
        let failure = LoadFailure(
            stage: .fetch, culprit: "a\u{1B}]0;x\u{7}",
            reason: .notAnImage(found: .verbatim(String(repeating: "\u{202E}y", count: 9_999))))
        #expect(!failure.description.unicodeScalars.contains(where: DisplayText.isFormatting))
        #expect(failure.description.utf8.count <= DisplayText.longestLine)
    }
    /// Of a decode process that was taken over: a sentence that names a sentence thousands of times, which does so
    /// itself.
    @Test(arguments: [false, true])
    func aSentenceOfSentencesEnds(isRightToLeft: Bool) {
        var message = Message.verbatim(String(repeating: "W", count: 8000))
        for _ in 0..<8 { message = Message(String(repeating: "{a}", count: 2700), ["a": .message(message)]) }
        let failure = LoadFailure(stage: .decode, culprit: "a", reason: .corrupt(message))
        #expect(failure.text(in: TestLanguage(isRightToLeft: isRightToLeft)).utf8.count <= DisplayText.longestLine)
    }

    private struct TestLanguage: MessageLanguage {
        let isRightToLeft: Bool
        var decimalSeparator: String { "." }
        func translation(of sentence: String, context: String?) -> String { sentence }
        func translation(of one: String, many: String, count: Int) -> String { many }
        func day(_ time: WallTime) -> String { "" }
        func month(_ time: WallTime) -> String { "\(time.year)-\(time.month)" }
        func year(_ time: WallTime) -> String { "\(time.year)" }
        func clock(_ time: WallTime) -> String { "" }
    }
}
