// Words and dates that are changed in sidecars of other programs, which keep all else.
import Library
import PhotoFormats
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(1)))
struct SidecarWordsEditTests {
    private func facts(_ text: String) throws -> SidecarFacts { try SidecarDocument(Array(text.utf8)).facts }

    private func after(_ text: String, _ statements: SidecarStatement...) throws -> String {
        var bytes = Array(text.utf8)
        for statement in statements { bytes = try SidecarDocument(bytes).restated(with: statement) ?? bytes }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    @Test func aKeywordComesIntoTheListsOfDarktableAndLeavesThemAgain() throws {
        let text = try after(SidecarSamples.byDarktable, .addKeyword("Sea & <sky>", others: []))
        #expect(try facts(text).description.keywords == ["places/Crete/Chania", "Sea & <sky>"])
        #expect(text.components("Sea &amp; &lt;sky&gt;") == 2)
        let back = try after(text, .removeKeyword("Sea & <sky>", others: [], leavesBlank: false))
        // Name spaces come first.
        #expect(lines(back).sorted() == lines(SidecarSamples.byDarktable).sorted())
        let less = try after(
            SidecarSamples.byDarktable, .removeKeyword("places/Crete/Chania", others: [], leavesBlank: false))
        #expect(try facts(less).description.keywords.isEmpty && facts(less).blanks.isEmpty)
        #expect(!less.contains("dc:subject") && !less.contains("lr:hierarchicalSubject>"))
        #expect(less.contains("The harbour") && less.contains("darktable:masks_history"))
    }

    @Test func digiKamsListGetsAKeywordInItsOwnForm() throws {
        let text = try after(SidecarSamples.digiKam, .addKeyword("Places/Paros", others: []))
        #expect(text.contains("<rdf:li>People/Ada</rdf:li>") && text.contains("<rdf:li>Places/Paros</rdf:li>"))
        #expect(text.contains("Places|Paros") && text.contains("People|Ada"))
        #expect(try facts(text).description.keywords == ["People/Ada", "Places/Paros"])
        #expect(text.contains("mwg-rs:Name=\"Ada\"") && text.contains("digiKam:PickLabel=\"3\""))
    }

    @Test func keywordsInAnAttributeBecomeAList() throws {
        let text = try after(Self.with("dc:subject=\"sky\""), .addKeyword("sea", others: []))
        #expect(try facts(text).description.keywords == ["sky", "sea"])
        #expect(!text.contains("dc:subject=\""))
    }

    @Test func noKeywordsAreAStatementOfItsOwn() throws {
        let text = try after(SidecarSamples.rejected, .removeKeyword("sky", others: ["sky"], leavesBlank: true))
        #expect(try facts(text).blanks == .keywords && facts(text).states(.addKeyword("a", others: [])))
        let again = try after(text, .addKeyword("sea", others: ["sky"]))
        #expect(try facts(again).description.keywords == ["sea"] && facts(again).blanks.isEmpty)
    }

    private static func with(_ attributes: String, _ inner: String = "") -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        \(attributes)>\(inner)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static let languages = """
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Port</rdf:li><rdf:li xml:lang="de">Hafen</rdf:li></rdf:Alt>\
        </dc:title>
        """

    @Test func aTitleInOtherLanguagesStays() throws {
        let text = try after(Self.with("", Self.languages), .title("The harbour & <more>", leavesBlank: false))
        #expect(try facts(text).description.title == "The harbour & <more>")
        #expect(text.contains("<rdf:li xml:lang=\"de\">Hafen</rdf:li>") && !text.contains("Port"))
        // Without the one for all, another would be shown.
        let none = try after(text, .title(nil, leavesBlank: false))
        #expect(try facts(none).description.title == nil && facts(none).blanks == .title)
        #expect(none.contains("Hafen"))
    }

    @Test(arguments: [
        "dc:title=\"Port\"",
        "<dc:title>Port</dc:title>", "<dc:title><rdf:Alt><rdf:li>Port</rdf:li></rdf:Alt></dc:title>",
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"de\">Hafen</rdf:li></rdf:Alt></dc:title>", "",
    ])
    func aTitleIsSetWhateverFormItHas(form: String) throws {
        let text = form.hasPrefix("<") ? Self.with("", form) : Self.with(form)
        let after = try after(text, .title("Harbour", leavesBlank: false))
        #expect(try facts(after).description.title == "Harbour" && !after.contains("Port"))
        #expect(after.contains("xml:lang=\"x-default\">Harbour<"))
        #expect(try SidecarDocument(Array(after.utf8)).restated(with: .title("Harbour", leavesBlank: false)) == nil)
        guard !form.contains("Hafen") else { return }
        #expect(try !self.after(after, .title(nil, leavesBlank: false)).contains("dc:title>"))
    }

    @Test func whatRepeatsTheCaptionFollowsIt() throws {
        let copies = """
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">old</rdf:li></rdf:Alt></dc:description>\
            <tiff:ImageDescription><rdf:Alt><rdf:li xml:lang="x-default">old</rdf:li></rdf:Alt></tiff:ImageDescription>\
            <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">of its own</rdf:li></rdf:Alt></exif:UserComment>
            """
        let text = try after(Self.with("", copies), .caption("new", leavesBlank: false))
        #expect(text.components(">new<") == 2 && text.contains("of its own") && !text.contains("old"))
    }

    @Test func aDateIsWrittenInTheFormOfTheProgramThatWroteIt() throws {
        let time = try #require(WrittenTime(numbers: "2024-05-12T12:31:00.00+02:00"))
        let text = try after(SidecarSamples.byDarktable, .date(time))
        #expect(text.contains("exif:DateTimeOriginal=\"2024:05:12 12:31:00.000+02:00\""))
        #expect(text.contains("photoshop:DateCreated=\"2024-05-12T12:31:00.000+02:00\""))
        #expect(try facts(text).date == time)
        let plain = try after(SidecarSamples.rejected, .date(time))
        #expect(plain.contains("exif:DateTimeOriginal=\"2024-05-12T12:31:00.000+02:00\""))
        #expect(try !after(plain, .date(nil)).contains("DateTimeOriginal"))
    }

    @Test(arguments: ["1975", "1975-06", "1975-06-14"])
    func aPartOfADateIsWrittenAsFarAsItIsKnown(text: String) throws {
        let time = try #require(WrittenTime(numbers: text))
        let after = try after(SidecarSamples.byDarktable, .date(time))
        #expect(after.contains("exif:DateTimeOriginal=\"\(text)\"") && after.contains("DateCreated=\"\(text)\""))
        #expect(try facts(after).date == time)
    }

    @Test func whatRepeatsTheDateFollowsItAndAnOffsetOfAnotherTimeGoes() throws {
        let text = Self.with(
            """
            exif:DateTimeOriginal="2024-05-12T10:31:00" xmp:CreateDate="2024-05-12T10:31:00" \
            exif:OffsetTimeOriginal="+01:00"
            """)
        let later = try after(text, .date(WrittenTime(numbers: "2024-05-12T12:31:00.000+02:00")))
        #expect(later.contains("xmp:CreateDate=\"2024-05-12T12:31:00.000+02:00\"") && later.contains("=\"+02:00\""))
        #expect(try !after(text, .date(WrittenTime(numbers: "1975"))).contains("OffsetTimeOriginal"))
        let scan = text.replacing("CreateDate=\"2024", with: "CreateDate=\"2025")
        #expect(try after(scan, .date(WrittenTime(numbers: "1975"))).contains("CreateDate=\"2025-05-12T10:31:00\""))
    }

    // MARK: What cannot be

    @Test func whatCannotBeReadAgainIsNotWritten() {
        let text = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description exif:DateTimeOriginal="1"
            /></rdf:RDF>
            """
        #expect(throws: SidecarFailure.malformed) {
            try SidecarDocument(Array(text.utf8)).restated(with: .date(WrittenTime(numbers: "1975")))
        }
    }

    /// 10,000 keywords, and 5 MB of what nobody knows.
    @Test func aLargeSidecarIsChangedToo() throws {
        let items = (0..<10_000).map { "<rdf:li>k\($0)</rdf:li>" }.joined()
        let history = "<other xmlns=\"urn:a\">" + String(repeating: "a long history. ", count: 320_000) + "</other>"
        let text = Self.with("", "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>" + history)
        let less = try after(
            text, .removeKeyword("k0", others: [], leavesBlank: false), .title("t", leavesBlank: false))
        #expect(!less.contains(">k0<") && less.contains(">k9999<") && less.utf8.count > 5 << 20)
    }
}

extension String {
    /// How often a text is in this one.
    fileprivate func components(_ part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
