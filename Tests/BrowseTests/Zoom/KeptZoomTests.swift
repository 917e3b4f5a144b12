// How photos lie one after the other where magnification and place are kept.
import Photos
import Testing

@testable import Browse

struct KeptZoomTests {
    private static let view = PixelSize(width: 1280, height: 720)
    private static let camera = PixelSize(width: 6000, height: 4000)
    private static let phone = PixelSize(width: 4032, height: 3024)

    /// A photo of the camera at its own pixels, with a point above and left of its middle at the view's centre.
    private static let chosen = ZoomState(camera, in: view).zoomed(to: 1, withMiddle: 0.4, 0.3)

    /// What keeps the zoom after the user has chosen that.
    private static func kept() -> KeptZoom {
        var kept = KeptZoom()
        _ = kept.place(camera, in: view)
        kept.leave(chosen)
        return kept
    }

    @Test func aPointIsBroughtToTheCentreAtAScale() {
        #expect(Self.chosen.scale == 1)
        #expect(Self.chosen.origin == (640 - 2400, 360 - 1200))
        #expect(abs(Self.chosen.middle.x - 0.4) < 1e-9 && abs(Self.chosen.middle.y - 0.3) < 1e-9)
    }

    @Test func aPhotoOfTheSameSizeLiesInTheSamePlaceHoweverManyComeBetween() {
        var kept = Self.kept()
        for _ in 0..<100 {
            let placed = kept.place(Self.camera, in: Self.view)
            #expect(placed == Self.chosen)
            kept.leave(placed)
        }
    }

    @Test func aPhotoOfAnotherSizeHasTheScaleAndTheSameShareAtTheCentre() {
        var kept = Self.kept()
        for size in [Self.phone, Self.camera.transposed, PixelSize(width: 12_000, height: 8000)] {
            let placed = kept.place(size, in: Self.view)
            #expect(placed.scale == 1)
            #expect(abs(placed.middle.x - 0.4) < 1e-9 && abs(placed.middle.y - 0.3) < 1e-9)
            kept.leave(placed)
        }
        #expect(kept.place(Self.camera, in: Self.view) == Self.chosen)
    }

    @Test func aPhotoThatIsTooSmallIsWholeAndTheOneAfterItLiesAsBefore() {
        var kept = Self.kept()
        let small = kept.place(PixelSize(width: 800, height: 600), in: Self.view)
        #expect(small.isFitted)
        kept.leave(small)
        #expect(kept.place(Self.camera, in: Self.view) == Self.chosen)
    }

    @Test func aPlaceAtAnEdgeStaysThereAndIsNotForgottenWhereAPhotoHasNoneThere() {
        var kept = KeptZoom()
        let corner = ZoomState(Self.camera, in: Self.view).zoomed(to: 1, withMiddle: 0, 0)
        #expect(corner.origin == (0, 0))
        kept.leave(corner)
        let narrow = kept.place(PixelSize(width: 1000, height: 4000), in: Self.view)
        #expect(narrow.origin == (140, 0))
        kept.leave(narrow)
        #expect(kept.place(Self.camera, in: Self.view) == corner)
    }

    @Test func whatTheUserChoosesNextIsKeptInstead() {
        var kept = Self.kept()
        let panned = kept.place(Self.camera, in: Self.view).panned(x: -300, y: 50)
        kept.leave(panned)
        #expect(kept.place(Self.camera, in: Self.view) == panned)
        kept.leave(ZoomState(Self.camera, in: Self.view))
        #expect(kept.place(Self.phone, in: Self.view).isFitted)
    }

    @Test func aPhotoOfWhichTheRatioAloneIsKnownIsMagnifiedAsMuchMoreThanTheWhole() {
        var kept = Self.kept()
        let guess = PixelSize(width: 3 * 16_384, height: 2 * 16_384)
        let placed = kept.place(guess, isGuess: true, in: Self.view)
        #expect(abs(placed.scale / placed.fittedScale - Self.chosen.scale / Self.chosen.fittedScale) < 1e-6)
        #expect(abs(placed.middle.x - 0.4) < 1e-6 && abs(placed.middle.y - 0.3) < 1e-6)
        // As large as it turns out to be, it has not moved.
        #expect(placed.drawn == Self.chosen.drawn)
        #expect(kept.place(Self.camera, in: Self.view) == Self.chosen)
    }

    @Test func anotherViewShowsTheSamePointAtItsCentre() {
        var kept = Self.kept()
        let placed = kept.place(Self.camera, in: PixelSize(width: 700, height: 900))
        #expect(placed.scale == 1)
        #expect(abs(placed.middle.x - 0.4) < 1e-9 && abs(placed.middle.y - 0.3) < 1e-9)
    }

    @Test func aPlacementIsAlwaysOneThatTheHandCouldHaveMade() {
        ZoomStateTests.walk(seed: 5) { before, _, after in
            var kept = KeptZoom()
            kept.leave(before)
            let placed = kept.place(after.picture.transposed, in: after.view)
            #expect(placed.scale >= placed.fittedScale && placed.scale <= max(ZoomState.largestScale, before.scale))
            #expect(placed.panned(x: 0, y: 0) == placed)
        }
    }
}
