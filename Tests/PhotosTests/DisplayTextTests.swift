// What a label is given of text from outside.
import Photos
import Testing

struct DisplayTextTests {
    @Test(arguments: ["", "IMG_0042.JPG", "Jürgen Müller", "東京タワー", "שלום", "👩‍👩‍👧", "“Quoted” – dash…"])
    func ordinaryTextIsAsItWas(text: String) { #expect(DisplayText.line(text) == text) }

    @Test(arguments: [
        ("a\u{1B}[31mb\u{7}\u{7F}", "a[31mb"), ("photo\u{202E}gpj.exe", "photogpj.exe"), ("\u{2066}x\u{2069}\u{200F}\u{61C}", "x"),
        ("one\ntwo\tthree\u{85}four\u{2028}five", "one two three four five"), ("\u{9B}31m", "31m"),
    ])
    func charactersThatActAreNotShown(text: String, shown: String) { #expect(DisplayText.line(text) == shown) }

    @Test func aLongTextIsCutWithAnEllipsis() {
        let line = DisplayText.line(String(repeating: "é", count: 1 << 20))
        #expect(line.utf8.count <= DisplayText.longestLine && line.hasSuffix("é…"))
        #expect(DisplayText.line("abcdef", limit: 6) == "abcdef")
        #expect(DisplayText.line("abcdefg", limit: 6) == "abc…")
        #expect(DisplayText.line("a" + String(repeating: "\u{301}", count: 1 << 20)).utf8.count <= DisplayText.longestLine)
    }

    @Test func ofAMegabyteOfControlCharactersNothingIsLeft() {
        #expect(DisplayText.line(String(repeating: "\u{1B}", count: 1 << 20)) == "…")
    }

    @Test func aPhotosTitleIsFitForALabel() {
        #expect(Photo(id: PhotoID("7"), title: "a\u{202E}b").title == "ab")
        #expect(Photo(id: PhotoID("7\u{1B}"), title: "\u{202E}").title == "7")
        let photo = Photo(id: PhotoID("7"), title: String(repeating: "x", count: 1 << 20))
        #expect(photo.title.utf8.count == DisplayText.longestLine)
    }

    @Test func aFailureSaysNothingThatActs() {
        let failure = LoadFailure(
            stage: .fetch, culprit: "a\u{1B}]0;x\u{7}", reason: .notAnImage(found: .verbatim(String(repeating: "\u{202E}y", count: 9_999))))
        #expect(!failure.description.unicodeScalars.contains(where: DisplayText.isFormatting))
        #expect(failure.description.utf8.count <= DisplayText.longestLine)
    }
}
