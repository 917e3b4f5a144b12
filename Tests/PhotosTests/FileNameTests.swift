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
}
