// Which part of a large picture is decoded: all that is seen of it, in bounded pixels, and the next one in time.
import Photos
import Testing

@testable import Browse

struct DecodeSizingTests {
    private let view = PixelSize(width: 1280, height: 800)
    private let panorama = PixelSize(width: 20_000, height: 4_000)

    @Test func aPictureOfFewViewsIsDecodedWhole() {
        let photo = ZoomState(PixelSize(width: 4000, height: 3000), in: view).zoomed(to: 1, at: 640, 400)
        #expect(
            DecodeSizing.region(for: photo, quarterTurns: 0) == nil && DecodeSizing.size(for: photo) == photo.picture)
        #expect(DecodeSizing.region(for: ZoomState(panorama, in: view), quarterTurns: 0) == nil)
    }

    @Test func atOneToOneAPartHasThePicturesOwnPixelsAndTheWholeInItsPlaceFewer() throws {
        let zoomState = ZoomState(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(DecodeSizing.region(for: zoomState, quarterTurns: 0))
        #expect(region.whole == panorama)
        #expect(region.size == PixelSize(width: 2560, height: 1600))
        #expect(region.x == 10_000 - 1280 && region.y == 2_000 - 800)
        #expect(DecodeSizing.size(for: zoomState) == PixelSize(width: 10_000, height: 2_000))
    }

    @Test(arguments: [PixelSize(width: 420, height: 300), PixelSize(width: 950, height: 1000)], 2...6)
    func picturesThatShareTheirMemoryHaveTogetherNoMorePixelsThanOneAlone(view: PixelSize, share: Int) {
        let limit = DecodeSizing.pixelLimit / share
        for scale in [0.3, 0.5, 0.9, 1, 3] {
            let state = ZoomState(PixelSize(width: 6000, height: 4000), in: view).zoomed(to: scale, at: 200, 200)
            guard let size = DecodeSizing.size(for: state, limit: limit) else {
                #expect(state.isFitted)
                continue
            }
            #expect(share * size.area <= DecodeSizing.pixelLimit)
            // By region each has its own pixels: what is seen, and as much around it as there is room for.
            if let region = DecodeSizing.region(for: state, quarterTurns: 0, limit: limit) {
                #expect(share * region.size.area <= DecodeSizing.pixelLimit)
                #expect(region.whole.width >= min(6000, state.drawn.width))
            } else {
                #expect(state.drawn.area <= limit)
            }
        }
    }

    @Test func aPartForASmallViewHasMorePixelsThanItsViews() throws {
        let cell = PixelSize(width: 420, height: 370), limit = DecodeSizing.pixelLimit / 6
        let state = ZoomState(PixelSize(width: 6000, height: 4000), in: cell).zoomed(to: 1, at: 210, 185)
        let region = try #require(DecodeSizing.region(for: state, quarterTurns: 0, limit: limit))
        #expect(region.size.area <= limit && region.size.area > 1_450_000)
        func suffices(_ way: Double, isThere: Bool) -> Bool {
            DecodeSizing.suffices(
                region, for: state.panned(x: way, y: 0), quarterTurns: 0, isThere: isThere, limit: limit)
        }
        // The next one is asked for while a quarter of the margin is left.
        let margin = Double(region.size.width - cell.width) / 2
        #expect(suffices(0.74 * margin, isThere: true) && !suffices(0.76 * margin, isThere: true))
        #expect(suffices(0.99 * margin, isThere: false) && !suffices(1.01 * margin, isThere: false))
        // A picture of no more pixels is decoded whole.
        let small = ZoomState(PixelSize(width: 1600, height: 1100), in: cell).zoomed(to: 1, at: 210, 185)
        #expect(DecodeSizing.region(for: small, quarterTurns: 0, limit: limit) == nil)
        // A part is nowhere larger than the picture.
        let strip = ZoomState(PixelSize(width: 20_000, height: 500), in: cell).zoomed(to: 1, at: 210, 185)
        #expect(DecodeSizing.region(for: strip, quarterTurns: 0, limit: limit)?.size.height == 500)
    }

    @Test func atAnEdgeAPartReachesFurtherTheOtherWay() throws {
        let corner = ZoomState(panorama, in: view).zoomed(to: 1, at: 640, 400).panned(x: -90_000, y: -90_000)
        let region = try #require(DecodeSizing.region(for: corner, quarterTurns: 0))
        #expect(region.size == PixelSize(width: 2560, height: 1600))
        #expect(region.x + region.size.width == 20_000 && region.y + region.size.height == 4_000)
        #expect(DecodeSizing.suffices(region, for: corner, quarterTurns: 0, isThere: true))
    }

    @Test(arguments: 0..<2, 0..<4) func aPartHoldsAllThatIsSeenInBoundedPixels(seed: UInt64, quarterTurns: Int) {
        ZoomStateTests.walk(seed: seed) { _, _, zoomState in
            guard let region = DecodeSizing.region(for: zoomState, quarterTurns: quarterTurns) else { return }
            let turned = quarterTurns % 2 == 0 ? zoomState.picture : zoomState.picture.transposed
            #expect((region.whole.aspectRatio > 1) == (turned.aspectRatio > 1))
            #expect(region.size.area <= max(DecodeSizing.pixelLimit, 4 * zoomState.view.area))
            #expect(DecodeSizing.suffices(region, for: zoomState, quarterTurns: quarterTurns, isThere: true))
            #expect(region.whole == turned || Double(region.whole.longerSide) + 1 >= Double(zoomState.drawn.longerSide))
        }
    }

    @Test func theNextPartIsAskedForBeforeTheViewReachesTheEdgeOfTheOneThatIsThere() throws {
        let zoomState = ZoomState(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(DecodeSizing.region(for: zoomState, quarterTurns: 0))
        func suffices(_ way: Double, isThere: Bool) -> Bool {
            DecodeSizing.suffices(region, for: zoomState.panned(x: way, y: 0), quarterTurns: 0, isThere: isThere)
        }
        #expect(suffices(-480, isThere: true) && suffices(480, isThere: true))
        #expect(!suffices(-481, isThere: true) && !suffices(481, isThere: true))
        #expect(suffices(-640, isThere: false) && !suffices(-641, isThere: false))
    }

    @Test func aPartServesOtherScalesAsLongAsItHasThePixelsAndIsNotDrawnTooSmall() throws {
        let zoomState = ZoomState(panorama, in: view).zoomed(to: 1, at: 640, 400)
        let region = try #require(DecodeSizing.region(for: zoomState, quarterTurns: 0))
        func suffices(_ scale: Double) -> Bool {
            DecodeSizing.suffices(
                region, for: zoomState.zoomed(to: scale, at: 640, 400), quarterTurns: 0, isThere: true)
        }
        #expect(suffices(8) && suffices(0.8) && !suffices(0.7))
        let fewer = zoomState.zoomed(to: 0.5, at: 640, 400)
        let small = try #require(DecodeSizing.region(for: fewer, quarterTurns: 0))
        #expect(!DecodeSizing.suffices(small, for: zoomState, quarterTurns: 0, isThere: true))
    }

    @Test func aTurnedPicturesPartIsThatOfTheUprightOne() throws {
        // Upper left corner of what is seen, after a quarter turn clockwise: the lower left of the picture.
        let turned = ZoomState(panorama.transposed, in: view).zoomed(to: 1, at: 640, 400).panned(x: 90_000, y: 90_000)
        let region = try #require(DecodeSizing.region(for: turned, quarterTurns: 1))
        #expect(region.whole == panorama)
        #expect(region.x == 0 && region.y + region.size.height == 4_000)
        #expect(region.size == PixelSize(width: 1600, height: 2560))
    }
}
