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

    @Test func aNameThatNoFileCanHaveSaysWhy() {
        #expect(FileName.flaw(of: "") == .empty)
        #expect(FileName.flaw(of: "a/b") == .hasSlash)
        #expect(FileName.flaw(of: "..") == .isReserved)
        #expect(FileName.flaw(of: String(repeating: "ä", count: 128)) == .tooLong)
        #expect(FileName.flaw(of: "Crète 1.jpg") == nil)
    }
}
