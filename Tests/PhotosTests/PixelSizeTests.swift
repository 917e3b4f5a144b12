// Sizes are never empty and never overflow, and nothing is scaled up.
import FoundationEssentials
import Photos
import Testing

@Suite struct PixelSizeTests {
    @Test(arguments: [Int.min, -1, 0, 1]) func sidesBelowOneBecomeOne(side: Int) {
        #expect(PixelSize(width: side, height: 7) == PixelSize(width: 1, height: 7))
        #expect(PixelSize(width: 7, height: side) == PixelSize(width: 7, height: 1))
        #expect(PixelSize(square: side).area == 1)
    }

    @Test func sidesThatCannotBeBecomeTheLargestThatCan() {
        #expect(PixelSize(width: 30_000, height: 30_000).area == 900_000_000)
        #expect(PixelSize(width: .max, height: 2) == PixelSize(width: PixelSize.largestSide, height: 2))
        #expect(PixelSize(width: .max, height: .max).area == PixelSize.largestSide * PixelSize.largestSide)
    }

    @Test(
        arguments: [(0, 5), (5, 0), (-1, 5), (65_536, 5), (5, 65_536), (1 << 61, 1 << 61), (.max, .min)] as [(Int, Int)]
    )
    func whatNoPhotoCanMeasureIsNoSize(width: Int, height: Int) {
        #expect(PixelSize(announcedWidth: width, height: height) == nil)
    }

    @Test func theLargestPhotoHasASize() {
        #expect(PixelSize(announcedWidth: 65_535, height: 1) == PixelSize(width: 65_535, height: 1))
    }

    @Test func aDecodedSizeHasItsBoundsToo() throws {
        let text = #"{"width":2305843009213693952,"height":-5}"#
        let size = try JSONDecoder().decode(PixelSize.self, from: Data(text.utf8))
        #expect(size == PixelSize(width: PixelSize.largestSide, height: 1))
    }

    @Test(arguments: [.nan, -.infinity, -1, 0, 1e-300] as [Double]) func aScaleThatIsNoneLeavesOnePixel(scale: Double) {
        #expect(PixelSize(width: 300, height: 200).scaled(by: scale) == PixelSize(square: 1))
    }

    /// Nothing traps, and every result is a size: sides that hostile listings and headers announce, and random ones.
    @Test func arithmeticHoldsForSizesOfAnyKind() {
        var random = SplitMix(seed: 12)
        let extremes = [Int.min, -1, 0, 1, 2, 65_535, 65_536, 1 << 30, 1 << 31, 1 << 61, Int.max]
        let sides = extremes + (0..<20).map { _ in Int(truncatingIfNeeded: random.next() >> (random.next() % 64)) }
        let scales: [Double] = [0, 1e-9, 0.5, 8, 1e300, .infinity, -.infinity, .nan]
        for width in sides {
            for height in sides {
                let size = PixelSize(width: width, height: height), box = PixelSize(width: height, height: 800)
                for result in [size.scaled(toward: box, fit: .fit), size.scaled(toward: box, fit: .fill)] {
                    #expect(result.width <= size.width && result.height <= size.height)
                }
                for result in scales.map({ size.scaled(by: $0, .up) }) {
                    #expect(result.area > 0 && result.longerSide <= PixelSize.largestSide)
                }
                let region = PictureRegion(of: size, x: width, y: height, size: box)
                #expect(region.x + region.size.width <= size.width && region.y + region.size.height <= size.height)
                for orientation in 1...8 { #expect(region.stored(orientation).size.area == region.size.area) }
            }
        }
    }

    @Test func fitLiesInsideAndFillCovers() {
        let picture = PixelSize(width: 4000, height: 3000)
        let box = PixelSize(square: 200)
        #expect(picture.scaled(toward: box, fit: .fit) == PixelSize(width: 200, height: 150))
        #expect(picture.scaled(toward: box, fit: .fill) == PixelSize(width: 267, height: 200))
    }

    @Test func nothingIsScaledUp() {
        let picture = PixelSize(width: 100, height: 50)
        #expect(picture.scaled(toward: PixelSize(square: 200), fit: .fit) == picture)
        #expect(picture.scaled(toward: PixelSize(square: 200), fit: .fill) == picture)
        #expect(
            picture.scaled(toward: PixelSize(width: 500, height: 25), fit: .fit) == PixelSize(width: 50, height: 25))
        #expect(picture.scaled(toward: PixelSize(width: 500, height: 25), fit: .fill) == picture)
    }

    @Test func aSliverKeepsAtLeastOnePixel() {
        let panorama = PixelSize(width: 10_000, height: 3)
        #expect(panorama.scaled(toward: PixelSize(square: 100), fit: .fit) == PixelSize(width: 100, height: 1))
    }

    @Test func sidesRatioAndTurn() {
        let size = PixelSize(width: 300, height: 200)
        #expect(size.longerSide == 300 && size.aspectRatio == 1.5)
        #expect(size.transposed == PixelSize(width: 200, height: 300))
        #expect(size.description == "300×200")
    }

    @Test func aPanoramaIsTwiceAsLongAndNoBanner() {
        let panoramas = [(4000, 2000), (12_000, 3000), (1500, 6000)], others = [(4000, 2001), (728, 90), (6000, 4000)]
        #expect(panoramas.allSatisfy { PixelSize(width: $0.0, height: $0.1).isPanorama })
        #expect(!others.contains { PixelSize(width: $0.0, height: $0.1).isPanorama })
    }
}
