// Which part of a large picture is decoded: all that is seen of it, in bounded pixels, and the next one in time.
import Photos
import Testing

@testable import Browse

struct DetailRegionTests {
    private let view = PixelSize(width: 1280, height: 800)
    private let panorama = PixelSize(width: 20_000, height: 4_000)

    @Test func aPictureOfFewViewsIsDecodedWhole() {
        let photo = Magnifier(PixelSize(width: 4000, height: 3000), in: view).zoomed(to: 1, at: 640, 400)
        #expect(PictureDetail.region(for: photo, turns: 0) == nil && PictureDetail.size(for: photo) == photo.picture)
        #expect(PictureDetail.region(for: Magnifier(panorama, in: view), turns: 0) == nil)
    }

    @Test func atOneToOneAPartHasThePicturesOwnPixelsAndTheWholeInItsPlaceFewer() throws {
        let magnifier = Magnifier(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(PictureDetail.region(for: magnifier, turns: 0))
        #expect(region.whole == panorama)
        #expect(region.size == PixelSize(width: 2560, height: 1600))
        #expect(region.x == 10_000 - 1280 && region.y == 2_000 - 800)
        #expect(PictureDetail.size(for: magnifier) == PixelSize(width: 10_000, height: 2_000))
    }

    @Test func atAnEdgeAPartReachesFurtherTheOtherWay() throws {
        let corner = Magnifier(panorama, in: view).zoomed(to: 1, at: 640, 400).panned(x: -90_000, y: -90_000)
        let region = try #require(PictureDetail.region(for: corner, turns: 0))
        #expect(region.size == PixelSize(width: 2560, height: 1600))
        #expect(region.x + region.size.width == 20_000 && region.y + region.size.height == 4_000)
        #expect(PictureDetail.suffices(region, for: corner, turns: 0, isThere: true))
    }

    @Test(arguments: 0..<2, 0..<4) func aPartHoldsAllThatIsSeenInBoundedPixels(seed: UInt64, turns: Int) {
        MagnifierTests.walk(seed: seed) { _, _, magnifier in
            guard let region = PictureDetail.region(for: magnifier, turns: turns) else { return }
            let turned = turns % 2 == 0 ? magnifier.picture : magnifier.picture.transposed
            #expect((region.whole.aspectRatio > 1) == (turned.aspectRatio > 1))
            #expect(region.size.area <= max(PictureDetail.pixelLimit, 4 * magnifier.view.area))
            #expect(PictureDetail.suffices(region, for: magnifier, turns: turns, isThere: true))
            #expect(region.whole == turned || Double(region.whole.longerSide) + 1 >= Double(magnifier.drawn.longerSide))
        }
    }

    @Test func theNextPartIsAskedForBeforeTheViewReachesTheEdgeOfTheOneThatIsThere() throws {
        let magnifier = Magnifier(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(PictureDetail.region(for: magnifier, turns: 0))
        func suffices(_ way: Double, isThere: Bool) -> Bool {
            PictureDetail.suffices(region, for: magnifier.panned(x: way, y: 0), turns: 0, isThere: isThere)
        }
        #expect(suffices(-480, isThere: true) && suffices(480, isThere: true))
        #expect(!suffices(-481, isThere: true) && !suffices(481, isThere: true))
        #expect(suffices(-640, isThere: false) && !suffices(-641, isThere: false))
    }

    @Test func aPartServesOtherScalesAsLongAsItHasThePixelsAndIsNotDrawnTooSmall() throws {
        let magnifier = Magnifier(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(PictureDetail.region(for: magnifier, turns: 0))
        func suffices(_ scale: Double) -> Bool {
            PictureDetail.suffices(region, for: magnifier.zoomed(to: scale, at: 640, 400), turns: 0, isThere: true)
        }
        #expect(suffices(8) && suffices(0.8) && !suffices(0.7))
        let fewer = magnifier.zoomed(to: 0.5, at: 640, 400)
        let small = try #require(PictureDetail.region(for: fewer, turns: 0))
        #expect(!PictureDetail.suffices(small, for: magnifier, turns: 0, isThere: true))
    }

    @Test func aTurnedPicturesPartIsThatOfTheUprightOne() throws {
        // Upper left corner of what is seen, after a quarter turn clockwise: the lower left of the picture.
        let turned = Magnifier(panorama.transposed, in: view).zoomed(to: 1, at: 640, 400).panned(x: 90_000, y: 90_000)
        let region = try #require(PictureDetail.region(for: turned, turns: 1))
        #expect(region.whole == panorama)
        #expect(region.x == 0 && region.y + region.size.height == 4_000)
        #expect(region.size == PixelSize(width: 1600, height: 2560))
    }
}
