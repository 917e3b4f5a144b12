// Stars and favourite in sidecars of other programs, and in what only looks like one.
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(1)))
struct SidecarDocumentTests {
    private func document(_ text: String) throws -> SidecarDocument { try SidecarDocument(Array(text.utf8)) }

    private func after(_ text: String, _ marks: PhotoMarks.Mark...) throws -> String {
        let document = try document(text)
        for mark in marks { _ = document.set(mark) }
        return String(decoding: try document.serialised(), as: UTF8.self)
    }

    @Test func otherProgramsMarksAreRead() throws {
        #expect(try document(SidecarSamples.darktable).marks == StatedMarks(stars: 2))
        #expect(
            try document(SidecarSamples.digiKam).marks
                == StatedMarks(stars: 5, isFavourite: true, label: PhotoLabel.none))
        #expect(try document(SidecarSamples.byDigiKam).marks.label == nil)
        #expect(try document(SidecarSamples.rejected).marks == StatedMarks(stars: -1, isFavourite: true))
        #expect(try document(SidecarSamples.rejected).marks.marks == PhotoMarks(stars: -1, isFavourite: true))
    }

    @Test func aChangedMarkIsReadBackAndEverythingElseIsAsItWas() throws {
        let text = try after(SidecarSamples.darktable, .stars(4))
        #expect(try document(text).marks == StatedMarks(stars: 4))
        for part in [
            "darktable:history_end=\"2\"", "gz11eJxjYGBgkGAAgRNODESDBnsIHll8ANNSGQM=", "sea &amp; sky", "été",
            "<rdf:Seq/>",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let faces = try after(SidecarSamples.digiKam, .stars(1), .favourite(false))
        #expect(try document(faces).marks == StatedMarks(stars: 1, isFavourite: false, label: PhotoLabel.none))
        #expect(faces.contains("<xmp:Rating>1</xmp:Rating>") && faces.contains("stArea:unit=\"normalized\""))
        #expect(faces.contains("<?xpacket end=\"w\"?>") && !faces.contains("<?xml "))
    }

    @Test func whatDarktableAndDigiKamWroteIsReadAndAllElseOfItIsKept() throws {
        #expect(try document(SidecarSamples.byDarktable).marks == StatedMarks(stars: 4, label: .red))
        #expect(try document(SidecarSamples.byDigiKam).marks == StatedMarks(stars: 4, isFavourite: true))
        for text in [SidecarSamples.byDarktable, SidecarSamples.byDigiKam] {
            let changed = try after(text, .stars(2))
            var expected = try document(text).marks
            expected.stars = 2
            #expect(try document(changed).marks == expected)
            // Name spaces come first, and white space between attributes is the writer's: neither has a meaning in XML.
            let (old, new) = (text.split(whereSeparator: \.isWhitespace), changed.split(whereSeparator: \.isWhitespace))
            #expect(new.filter { !old.contains($0) } == ["xmp:Rating=\"2\""])
            #expect(old.filter { !new.contains($0) } == ["xmp:Rating=\"4\""] && old.count == new.count)
        }
    }

    @Test func aRejectedPhotoStaysRejectedUntilItsStarsAreSet() throws {
        let sidecar = try document(SidecarSamples.rejected)
        let isChanged = [sidecar.set(.rejection), sidecar.set(.favourite(true))]
        #expect(isChanged == [false, false])
        #expect(try document(after(SidecarSamples.rejected, .stars(0))).marks.stars == 0)
        #expect(try document(after(SidecarSamples.darktable, .rejection)).marks.stars == -1)
        #expect(
            try document(after(SidecarSamples.rejected, .favourite(false))).marks
                == StatedMarks(stars: -1, isFavourite: false))
        #expect(try document(after(SidecarSamples.rejected, .stars(1))).marks.stars == 1)
    }

    private func labelled(_ attributes: String, _ inner: String = "") -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:darktable="http://darktable.sf.net/" \(attributes)>\
        \(inner)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    @Test(arguments: [
        ("xmp:Label=\"Red\"", "", PhotoLabel.red), ("xmp:Label=\"Gelb\"", "", .yellow),
        ("xmp:Label=\"\"", "", PhotoLabel.none), ("xmp:Label=\"My own\"", "", .other),
        ("xmp:Label=\"Blue\" digiKam:ColorLabel=\"1\"", "", .blue), ("digiKam:ColorLabel=\"4\"", "", .green),
        ("digiKam:ColorLabel=\"2\"", "", .other), ("digiKam:ColorLabel=\"99\"", "", PhotoLabel.none),
        ("", "<xmp:Label>Purple</xmp:Label>", .purple),
        ("", "<darktable:colorlabels><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></darktable:colorlabels>", .blue),
        ("", "<darktable:colorlabels><rdf:Seq/></darktable:colorlabels>", PhotoLabel.none),
    ])
    func coloursOfAllProgramsAreRead(attributes: String, inner: String, label: PhotoLabel) throws {
        let text = labelled(attributes, inner)
        #expect(try document(text).marks.label == label)
        #expect(try document(labelled("")).marks.label == nil)
        // Whatever was there: another colour is stated alone, and then none.
        for given in [PhotoLabel.yellow, .none] where given != label {
            let changed = try after(text, .label(given))
            #expect(try document(changed).marks.label == given)
            #expect(changed.contains("digiKam:ColorLabel=\"\(given == .none ? 0 : 3)\""))
            if inner.contains("colorlabels"), given == .yellow { #expect(changed.contains("<rdf:li>1</rdf:li>")) }
            #expect(!changed.contains("<rdf:li>3</rdf:li>"))
        }
    }

    @Test func aLabelThatNobodyKnowsIsKeptByAnyOtherMark() throws {
        let text = labelled("xmp:Label=\"My own\"")
        let changed = try after(text, .stars(3), .favourite(true), .label(.other))
        #expect(changed.contains("xmp:Label=\"My own\"") && !changed.contains("ColorLabel"))
    }

    @Test func aNewSidecarStatesOnlyWhatWasGiven() throws {
        let stars = try SidecarDocument()
        #expect(stars.marks == StatedMarks())
        _ = stars.set(.stars(3))
        #expect(try SidecarDocument(stars.serialised()).marks == StatedMarks(stars: 3))
        _ = stars.set(.favourite(true))
        let text = String(decoding: try stars.serialised(), as: UTF8.self)
        #expect(
            text.contains("digiKam:PickLabel=\"3\"") && text.contains("xmpDM:pick=\"1\"")
                && text.contains("xmp:Rating=\"3\""))
    }

    @Test func aPrefixThatMeansSomethingElseIsNotTaken() throws {
        let text = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:xmp="urn:other" xmp:Rating="9"/></rdf:RDF>
            """
        let changed = try after(text, .stars(2))
        #expect(try document(changed).marks.stars == 2)
        #expect(changed.contains("xmp:Rating=\"9\"") && changed.contains("xmp2:Rating=\"2\""))
    }

    @Test func anotherEncodingIsKept() throws {
        let text = SidecarSamples.darktable.replacing("UTF-8", with: "UTF-16")
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
        let sidecar = try SidecarDocument(bytes)
        #expect(sidecar.marks.stars == 2 && sidecar.set(.stars(5)))
        let written = try sidecar.serialised()
        #expect(try SidecarDocument(written).marks.stars == 5)
        #expect(written.prefix(64).contains(0))
    }

    @Test(arguments: ["", "\u{0}\u{1}\u{2}", "{\"rating\": 5}", "<x:xmpmeta", "<rdf:RDF><b></a>"])
    func whatIsNotXMLIsRefused(text: String) throws {
        #expect(throws: SidecarFailure.malformed) { try document(text) }
    }

    @Test func whatIsXMLAndNoXMPIsRefused() throws {
        #expect(throws: SidecarFailure.notXMP) { try document("<svg xmlns=\"http://www.w3.org/2000/svg\"/>") }
    }

    @Test func aDocumentTypeIsRefusedBeforeItsEntitiesGrow() throws {
        var bomb = "<!DOCTYPE a [<!ENTITY e0 \"0123456789\">"
        for level in 1..<12 {
            bomb += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
        }
        bomb += "]><a>&e11;</a>"
        #expect(throws: SidecarFailure.documentType) { try document(bomb) }
        #expect(throws: SidecarFailure.documentType) {
            try document("<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/a.dtd\"><a/>")
        }
        #expect(throws: SidecarFailure.documentType) {
            try document("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>")
        }
    }

    @Test func depthAndLengthAreBounded() throws {
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(throws: SidecarFailure.malformed) { try document(deep) }
        #expect(throws: SidecarFailure.tooLarge) { try SidecarDocument([UInt8](repeating: 32, count: 50 << 20)) }
    }

    @Test(arguments: [
        ("3", 3), ("3.0", 3), ("4.9", 4), (" 5 ", 5), ("-1", -1), ("6", nil), ("nan", nil), ("many", nil),
    ])
    func starsAreReadAsOthersWriteThem(text: String, stars: Int?) throws {
        let sidecar = try document(
            SidecarSamples.darktable.replacing("xmp:Rating=\"2\"", with: "xmp:Rating=\"\(text)\""))
        #expect(sidecar.marks.stars == stars)
    }
}
