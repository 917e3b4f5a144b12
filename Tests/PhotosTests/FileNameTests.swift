import Testing

@testable import Photos

struct FileNameTests {
    private static let composed: FileName = "\u{E9}.jpg", decomposed: FileName = "e\u{301}.jpg"

    @Test func namesAreEqualWhenTheirBytesAre() {
        #expect(Self.composed.text == Self.decomposed.text, "Swift takes the texts for equal")
        #expect(Self.composed != Self.decomposed)
        #expect(Set([Self.composed, Self.decomposed, FileName("\u{E9}.jpg")]).count == 2)
        #expect(FilePath("/a/\u{E9}") != FilePath("/a/e\u{301}"))
        #expect([FilePath("/a/\u{E9}"): 1, FilePath("/a/e\u{301}"): 2].count == 2)
    }

    @Test func combiningMarksInAnotherOrderMakeAnotherName() {
        // Equal to Swift, and of as many bytes.
        let one: FileName = "q\u{307}\u{323}.jpg", other: FileName = "q\u{323}\u{307}.jpg"
        #expect(one.text == other.text && one.text.utf8.count == other.text.utf8.count)
        #expect(one != other)
    }

    @Test func aPrefixIsOneOfBytes() {
        #expect(!FileName("e\u{301}.jpg").hasPrefix("\u{E9}"))
        // A combining mark behind a prefix belongs to it for Swift, and does not for the disk.
        #expect(FileName("e\u{301}.jpg").dropping(prefix: "e") == "\u{301}.jpg")
        #expect(FileName("a.jpg.xmp").dropping(prefix: "a.jpg") == ".xmp")
    }

    @Test func aNameIsItsStemAndItsEnding() {
        #expect(FileName("a.b.jpg").stem == "a.b" && FileName("a.b.jpg").ending == ".jpg")
        #expect(FileName(".hidden").stem == ".hidden" && FileName(".hidden").ending == "")
        #expect(FileName("scan").stem == "scan")
    }

    @Test func aNameIsAppendedToAFolder() {
        #expect(FilePath("/a").appending("b") == "/a/b" && FilePath("/").appending("b") == "/b")
        #expect(FilePath("/a/b").name == "b")
    }

    /// Pairs of texts that Swift takes for equal, of other bytes: composed and decomposed, Hangul, the sign of the unit
    /// and the letter, marks in another order.
    static let alike: [(String, String)] = [
        ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ]

    @Test(arguments: alike) func identitiesAreComparedByBytes(one: String, other: String) {
        #expect(one == other, "Swift takes the texts for equal")
        #expect(PhotoID(one) != PhotoID(other) && SourceID(one) != SourceID(other))
        #expect(Set([PhotoID(one), PhotoID(other)]).count == 2 && Set([SourceID(one), SourceID(other)]).count == 2)
        #expect(ImageLocation.file(FilePath(one)) != .file(FilePath(other)))
        #expect(Set([ImageLocation.file(FilePath(one)), .file(FilePath(other))]).count == 2)
    }

    @Test func aDifferenceIsFoundAtEachPlace() {
        let text = String(repeating: "a", count: 37)
        for place in 0..<37 {
            var other = Array(text.utf8)
            other[place] = 0x62
            #expect(FileName(text) != FileName(String(decoding: other, as: UTF8.self)), "\(place)")
        }
        #expect(FileName(text) == FileName(String(text.reversed())))
    }

    @Test func anEndingIsOneOfBytes() {
        #expect(
            FileName("a.part").dropping(ending: ".part") == "a" && FileName(".part").dropping(ending: ".part") == nil)
        #expect(
            FileName("e\u{301}").dropping(ending: "\u{301}") == "e"
                && FileName("\u{E9}").dropping(ending: "\u{301}") == nil)
    }

    @Test func aPathBelowAFolderIsToldByItsBytes() {
        #expect(FilePath("/a/e\u{301}/x").relative(to: "/a/e\u{301}") == "x")
        #expect(FilePath("/a/e\u{301}/x").relative(to: "/a/\u{E9}") == nil)
        #expect(FilePath("/a/bc").relative(to: "/a/b") == nil && FilePath("/a").relative(to: "/a") == nil)
        #expect(FilePath("/a").relative(to: "/") == "a" && FilePath("/a/b").relative(to: "/a/") == "b")
        // The mark belongs to the slash for Swift.
        #expect(FilePath("/a/\u{301}x").relative(to: "/a") == "\u{301}x")
        #expect(FilePath("/a/\u{301}x/b").names == ["a", "\u{301}x", "b"])
    }

    @Test func slashesAtTheEndAreTrimmed() {
        #expect(
            FilePath("/a//").trimmed == "/a" && FilePath("///").trimmed == "/"
                && FilePath("/\u{301}").trimmed == "/\u{301}")
    }
}
