import Photos
import Testing

@testable import Library

struct FileNameTests {
    @Test func aNameThatIsTakenGetsTheFirstFreeNumber() {
        let taken: Set<FileName> = ["a.jpg", "a (2).jpg"]
        #expect(FileName.free(["a.jpg"]) { taken.contains($0) } == ["a (3).jpg"])
        #expect(FileName.free(["b.jpg"]) { taken.contains($0) } == ["b.jpg"])
    }

    @Test func allFilesOfAPhotoGetTheSameNumber() {
        let taken: Set<FileName> = ["a.cr2", "a (2).xmp"]
        #expect(
            FileName.free(["a.jpg", "a.cr2", "a.xmp", "a.jpg.xmp"]) { taken.contains($0) } == [
                "a (3).jpg", "a (3).cr2", "a (3).xmp", "a (3).jpg.xmp",
            ])
    }

    @Test func thePairOfAPhoneKeepsItsEndings() {
        #expect(
            FileName.renamed(["P.RAW-01.COVER.jpg", "P.RAW-02.ORIGINAL.dng"], to: "Q") == [
                "Q.RAW-01.COVER.jpg", "Q.RAW-02.ORIGINAL.dng",
            ])
    }

    @Test func namesWithoutAnExtensionAreNumberedToo() {
        #expect(FileName.free(["scan"]) { $0 == "scan" } == ["scan (2)"])
        #expect(FileName(".hidden").stem == ".hidden")
    }

    @Test func aNumberedNameIsNoLongerThanFileSystemsTake() {
        // Characters of two bytes: none is cut in two.
        let stem = String(repeating: "ä", count: 124)
        let names: [FileName] = [FileName(stem + "ab.jpg"), FileName(stem + "ab.xmp")]
        let free = FileName.free(names) { names.contains($0) }
        #expect(free == [FileName(stem.dropLast() + " (2).jpg"), FileName(stem.dropLast() + " (2).xmp")])
        #expect(free.map(\.bytes.count) == [254, 254])
    }

    @Test func aNameLeavesRoomForWhatIsPutBehindIt() {
        let name = FileName(String(repeating: "a", count: 251) + ".jpg")
        let shorter = name.inserting(".2", withRoomFor: ".trashinfo")
        #expect(shorter.bytes.count == 245 && shorter.text.hasSuffix("a.2.jpg"))
        #expect(FileName("a.jpg").inserting(".2", withRoomFor: ".trashinfo") == "a.2.jpg")
        #expect(FileName("a.jpg").inserting("", withRoomFor: ".trashinfo") == "a.jpg")
    }

    @Test func aNameThatNoFileCanHaveSaysWhy() {
        #expect(FileName.flaw(of: "") == .empty)
        #expect(FileName.flaw(of: "a/b") == .hasSlash)
        #expect(FileName.flaw(of: "..") == .isReserved)
        #expect(FileName.flaw(of: String(repeating: "ä", count: 128)) == .tooLong)
        #expect(FileName.flaw(of: "Crète 1.jpg") == nil)
    }
}
