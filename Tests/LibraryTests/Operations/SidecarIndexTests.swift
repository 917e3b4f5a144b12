import Photos
import Testing

@testable import Library

/// Which files go with a photo.
struct SidecarIndexTests {
    @Test func aSidecarBelongsToTheFileWhoseWholeNameItHas() {
        let index = SidecarIndex(["a.jpg", "a.jpg.xmp", "a.png", "a.png.XMP"])
        #expect(index.sidecars(of: ["a.jpg"]) == ["a.jpg.xmp"])
        #expect(index.sidecars(of: ["a.png"]) == ["a.png.XMP"])
    }

    @Test func aSidecarWithoutTheExtensionBelongsToAPhotoThatIsAloneWithItsName() {
        #expect(SidecarIndex(["a.jpg", "a.xmp"]).sidecars(of: ["a.jpg"]) == ["a.xmp"])
        #expect(SidecarIndex(["a.jpg", "a.png", "a.xmp"]).sidecars(of: ["a.jpg"]) == [])
        #expect(SidecarIndex(["a.jpg", "a.cr2", "a.xmp"]).sidecars(of: ["a.jpg", "a.cr2"]) == ["a.xmp"])
    }

    @Test func namesOfAHundredThousandPhotosAreSortedOutOnce() {
        let names = (0..<100_000).flatMap { [FileName("\($0).jpg"), FileName("\($0).jpg.xmp")] }
        let index = SidecarIndex(names)
        var found = 0
        for number in 0..<100_000 { found += index.sidecars(of: [FileName("\(number).jpg")]).count }
        #expect(found == 100_000)
    }
}
