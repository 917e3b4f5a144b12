// Which files of a folder are one photo.
import Photos
import Testing

@testable import Library

struct RawPairsTests {
    private static let raw: Set<String> = ["cr2", "dng", "nef"]

    private func photos(_ names: String...) -> [String] {
        RawPairs.photos(of: names.map { FileName($0) }, rawExtensions: Self.raw).map { photo in
            ([photo.name] + photo.companions).map(\.text).joined(separator: "+")
        }
    }

    @Test func aRawFileBelongsToTheImageOfItsName() {
        #expect(photos("a.CR2", "a.JPG", "b.jpg") == ["a.JPG+a.CR2", "b.jpg"])
        #expect(photos("b.jpg", "a.heic", "a.dng", "a.cr2") == ["b.jpg", "a.heic+a.cr2+a.dng"])
    }

    @Test func aRawFileAloneIsAPhoto() {
        #expect(photos("a.CR2", "b.NEF", "A.jpg") == ["a.CR2", "b.NEF", "A.jpg"])
    }

    @Test func oneOfSeveralImagesHasTheRawFile() {
        #expect(photos("a.tif", "a.nef", "a.png", "a.jpg") == ["a.tif", "a.png", "a.jpg+a.nef"])
        #expect(photos("a.JPG", "a.jpg", "a.nef") == ["a.JPG+a.nef", "a.jpg"])
        #expect(photos("a.jpg", "a.gif", "a.nef") == ["a.jpg+a.nef", "a.gif"])
    }

    @Test func aPhonesPairBelongsTogether() {
        #expect(
            photos("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng") == [
                "PXL_1.RAW-01.COVER.jpg+PXL_1.RAW-02.ORIGINAL.dng"
            ])
    }

    @Test func namesWithoutAnExtensionStayAsTheyAre() {
        #expect(
            photos("a", ".cr2", "a.cr2", "\u{10FE80}.dng", "\u{10FE80}.jpg") == [
                "a", ".cr2", "a.cr2", "\u{10FE80}.jpg+\u{10FE80}.dng",
            ])
        #expect(photos() == [])
        #expect(photos("b.jpg", "a.jpg") == ["b.jpg", "a.jpg"])
    }

    @Test func theFilesOfOnePhotoHaveAStemInCommon() {
        let names: [FileName] = ["a.CR2", "a.b.JPG", ".cr2", "a", "PXL_1.RAW-02.ORIGINAL.dng"]
        #expect(names.map(RawPairs.stem) == ["a", "a.b", nil, nil, "PXL_1"])
    }

    @Test func aHundredThousandFilesTakeOneWalk() {
        let names = (0..<50_000).flatMap { [FileName("IMG_\($0).CR2"), FileName("IMG_\($0).JPG")] }
        let photos = RawPairs.photos(of: names, rawExtensions: Self.raw)
        #expect(photos.count == 50_000 && photos.allSatisfy { $0.companions.count == 1 })
    }
}
