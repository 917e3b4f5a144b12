// Names of any bytes as text and back: no name is lost, and no two share a text.
import Photos
import Testing

@Suite struct FilePathTests {
    private static let names: [[UInt8]] = [
        Array("plain.jpg".utf8), Array("Grüße 😀.jpg".utf8), [0xFF], [0xE9, 0x2E, 0x6A], Array("caf".utf8) + [0xE9],
        // The characters of the escapes themselves, cut and whole, and what they stand for.
        Array("\u{10FEE9}".utf8), Array("\u{10FE80}\u{10FEFF}".utf8), [0xF4, 0x8F, 0xBB], [0xF4],
        [0xF4, 0x8F, 0xBB, 0xA9, 0xA9],
        Array("\u{10FFFF}\u{10FE7F}\u{10FF00}".utf8), [0xC3, 0xC3, 0xA9], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
        [0xF5, 0x80, 0x80, 0x80],
        Array("a\nb\u{1B}[31m".utf8), [],
    ]

    @Test(arguments: names) func everyNameComesBackAsItWas(name: [UInt8]) {
        #expect(FilePath.bytes(of: FilePath.text(name)) == name)
    }

    @Test func noTwoNamesShareAText() {
        #expect(Set(Self.names.map { FilePath.text($0) }).count == Self.names.count)
    }

    @Test func pairsOfAllKindsOfBytesComeBack() {
        for first in UInt8(0x7F)...UInt8.max {
            for second in stride(from: UInt8(0x3F), to: .max, by: 7)
            where FilePath.bytes(of: FilePath.text([first, second])) != [first, second] {
                Issue.record("\(first) \(second)")
            }
        }
    }

    @Test func aNameInUTF8IsItsOwnText() {
        #expect(FilePath.text(Array("Grüße 😀/\u{10FFFD}".utf8)) == "Grüße 😀/\u{10FFFD}")
        #expect(!FilePath.isEscaped("\u{10FFFD}") && FilePath.isEscaped(FilePath.text([0xFF])))
    }

    @Test func whatIsShownHasNeitherEscapesNorControlCharacters() {
        #expect(FilePath.shown(FilePath.text(Array("caf".utf8) + [0xE9] + Array(".jpg".utf8))) == "caf\u{FFFD}.jpg")
        #expect(FilePath.shown("a\nb\u{1B}[31m\u{7F}\u{85}é") == "a\u{240A}b\u{241B}[31m\u{2421}\u{FFFD}é")
        #expect(FilePath.shown(FilePath.text(Array("\u{10FEE9}".utf8))) == "\u{10FEE9}")
    }

    @Test func theNameFollowsTheLastSlashWhateverComesBehindIt() {
        #expect(
            FilePath.name(of: "/a/b.jpg") == "b.jpg" && FilePath.name(of: "b") == "b" && FilePath.name(of: "/") == "")
        // A combining accent makes one character of itself and the slash.
        #expect(FilePath.name(of: "/a/\u{301}b").unicodeScalars.count == 2)
    }
}
