// Which sidecar belongs to which photo, by their names alone.
import Testing

@testable import Library

struct SidecarNamesTests {
    private func sidecars(_ names: String...) -> (String) -> String? { SidecarNames(of: names).name(for:) }

    @Test func theWholeNameComesBeforeTheBeginning() {
        let name = sidecars("a.jpg", "a.jpg.xmp", "a.xmp", "b.jpg", "b.XMP", "c.jpg")
        #expect(name("a.jpg") == "a.jpg.xmp" && name("b.jpg") == "b.XMP" && name("c.jpg") == nil)
    }

    @Test func aBeginningThatTwoPhotosHaveBelongsToNeither() {
        let name = sidecars("a.jpg", "a.png", "a.xmp")
        #expect(name("a.jpg") == nil && name("a.png") == nil)
    }

    @Test func aCameraRawFileBesideItsImageIsTheSamePhoto() {
        let name = sidecars("a.JPG", "a.CR2", "a.xmp", "b.NEF", "b.xmp")
        #expect(name("a.JPG") == "a.xmp" && name("b.NEF") == "b.xmp")
    }

    @Test func namesWithoutABeginningAreNoSidecars() {
        #expect(!SidecarNames.isName(".xmp") && !SidecarNames.isName("xmp") && SidecarNames.isName("a.xmp"))
        #expect(SidecarNames.newName(for: "a.jpg") == "a.jpg.xmp" && SidecarNames(of: ["a.jpg"]).isEmpty)
    }
}
