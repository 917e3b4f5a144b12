// Sizes are never empty and never overflow, and nothing is scaled up.
import Photos
import Testing

@Suite struct PixelSizeTests {
    @Test(arguments: [Int.min, -1, 0, 1]) func sidesBelowOneBecomeOne(side: Int) {
        #expect(PixelSize(width: side, height: 7) == PixelSize(width: 1, height: 7))
        #expect(PixelSize(width: 7, height: side) == PixelSize(width: 7, height: 1))
        #expect(PixelSize(square: side).area == 1)
    }

    @Test func areaSaturates() {
        #expect(PixelSize(width: 30_000, height: 30_000).area == 900_000_000)
        #expect(PixelSize(width: .max, height: 2).area == .max)
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
        #expect(picture.scaled(toward: PixelSize(width: 500, height: 25), fit: .fit) == PixelSize(width: 50, height: 25))
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
}
