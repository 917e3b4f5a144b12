// Values of XMP packets as programs write them.
import Photos
import Testing

@testable import PhotoFormats

@Suite struct XMPPacketTests {
    private func value(_ text: String, of name: String) -> String? { XMPPacket(Array(text.utf8)).value(of: name) }

    @Test func ofSeveralLanguagesThatOfNobodyCounts() {
        func title(_ items: String) -> String? {
            value("<dc:title>\n<rdf:Alt>\(items)</rdf:Alt></dc:title>", of: "dc:title")
        }
        #expect(
            title("<rdf:li xml:lang=\"de\">Hafen</rdf:li><rdf:li xml:lang=\"x-default\">Harbour</rdf:li>") == "Harbour")
        #expect(title("<rdf:li xml:lang='x-default'>Harbour</rdf:li><rdf:li xml:lang='de'>Hafen</rdf:li>") == "Harbour")
        #expect(title("<rdf:li xml:lang=\"de\">Hafen</rdf:li><rdf:li xml:lang=\"fr\">Port</rdf:li>") == "Hafen")
        // One of another list is none of this.
        let lists =
            "<dc:title><rdf:Alt><rdf:li xml:lang='de'>Hafen</rdf:li></rdf:Alt></dc:title>"
            + "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>Words</rdf:li></rdf:Alt></dc:description>"
        #expect(value(lists, of: "dc:title") == "Hafen")
    }

    @Test func referencesToCharactersAreResolved() {
        func written(_ text: String) -> String? { value(" photoshop:City=\"\(text)\"", of: "photoshop:City") }
        #expect(written("Cr&#232;me br&#xfb;l&#xE9;e") == "Crème brûlée")
        #expect(written("&#x1F4F7; &amp;#233; &lt;&gt;&quot;&apos;&#39;") == "📷 &#233; <>\"''")
        // What is none stays as it is written, and what no text holds is a blank.
        #expect(written("a & b &c; &#; &#x110000; &#xD800; &") == "a & b &c; &#; &#x110000; &#xD800; &")
        #expect(written("a&#0;b&#10;c") == "a b c")
    }
}
