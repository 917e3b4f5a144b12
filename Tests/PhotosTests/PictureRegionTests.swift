// A part of a picture lies inside it, and stays the same part however the picture is turned.
import Photos
import Testing

@Suite struct PictureRegionTests {
    private static let whole = PixelSize(width: 7, height: 5)

    /// Where the pixel of an upright picture lies in a file with this EXIF orientation: EXIF 2.32, 4.6.4 A.
    private static func place(of x: Int, _ y: Int, in size: PixelSize, _ orientation: Int) -> (x: Int, y: Int) {
        let right = size.width - 1 - x, below = size.height - 1 - y
        return switch orientation {
        case 2: (right, y)
        case 3: (right, below)
        case 4: (x, below)
        case 5: (y, x)
        case 6: (y, right)
        case 7: (below, right)
        case 8: (below, x)
        default: (x, y)
        }
    }

    @Test(arguments: 1...8) func aStoredRegionHoldsTheSamePixels(orientation: Int) {
        let region = PictureRegion(of: Self.whole, x: 1, y: 2, size: PixelSize(width: 4, height: 2))
        let stored = region.stored(orientation)
        #expect(stored.size.area == region.size.area)
        for y in region.y..<region.y + region.size.height {
            for x in region.x..<region.x + region.size.width {
                let place = Self.place(of: x, y, in: Self.whole, orientation)
                let pixel = PictureRegion(of: stored.whole, x: place.x, y: place.y, size: PixelSize(square: 1))
                #expect(stored.contains(pixel))
            }
        }
    }

    @Test func aRegionIsCutToThePictureAndNeverEmpty() {
        let cut = PictureRegion(of: Self.whole, x: 5, y: -2, size: PixelSize(width: 9, height: 4))
        #expect(cut == PictureRegion(of: Self.whole, x: 5, y: 0, size: PixelSize(width: 2, height: 2)))
        let outside = PictureRegion(of: Self.whole, x: 70, y: 50, size: PixelSize(square: 3))
        #expect(outside == PictureRegion(of: Self.whole, x: 6, y: 4, size: PixelSize(square: 1)))
    }

    @Test func onlyARegionOfTheSameSizeOfThePictureLiesInAnother() {
        let region = PictureRegion(of: Self.whole, x: 1, y: 1, size: PixelSize(square: 3))
        #expect(region.contains(region))
        #expect(region.contains(PictureRegion(of: Self.whole, x: 2, y: 2, size: PixelSize(square: 2))))
        #expect(!region.contains(PictureRegion(of: Self.whole, x: 2, y: 2, size: PixelSize(square: 3))))
        #expect(!region.contains(PictureRegion(of: PixelSize(square: 9), x: 1, y: 1, size: PixelSize(square: 3))))
    }
}
