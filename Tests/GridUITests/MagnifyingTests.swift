// A closer look: where the picture lies, which pixels are shown of it, and that they are let go.
import Browse
import CGTK
import ImagePipeline
import Photos
import XCTest

@testable import Desktop
@testable import GridUI

nonisolated final class MagnifyingTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the turn of the loop in which they end.
    override func tearDown() { MainActor.assumeIsolated { turn { Texture.liveCount == 0 } } }

    func testOneToOneShowsThePicturesOwnPixels() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.magnifier?.picture, PatternDecoder.size)
            _ = stage.page.run(.pixels)
            turn { stage.sharperWidth == PatternDecoder.size.width }
            XCTAssertEqual(stage.page.zoom.magnifier?.scale, 1)
            stage.page.zoom.pan(x: 33, y: -71)
            stage.expectOwnPixels()
        }
    }

    func testATurnedPictureIsShownPixelByPixelToo() {
        withPatterns { stage in
            stage.openFitted()
            for _ in 1...3 {
                _ = stage.page.run(.rotate(1))
                _ = stage.page.run(.pixels)
                turn { stage.sharperWidth == PatternDecoder.size.width }
                stage.page.zoom.pan(x: -17, y: 40)
                stage.expectOwnPixels()
            }
            XCTAssertEqual(stage.page.zoom.turns, 3)
            // The photo is as it was left when it is opened again, and fitted.
            stage.page.close()
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.turns, 3)
            XCTAssertEqual(stage.page.zoom.magnifier?.picture, PatternDecoder.size.transposed)
            XCTAssertEqual(stage.page.zoom.magnifier?.isFitted, true)
        }
    }

    func testAPhotoOfTheSameNameInAnotherSourceIsNotTurned() {
        withPatterns { stage in
            stage.openFitted()
            _ = stage.page.run(.rotate(1))
            stage.page.open(0, in: ScriptedGallery(ScriptedSource(count: 1, first: 7, identity: SourceID("another"))))
            turn { stage.page.hasEnded }
            XCTAssertEqual(stage.page.shownPhoto?.id, PhotoID("7"))
            XCTAssertEqual(stage.page.zoom.turns, 0)
            // Its own source has been left for it.
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.turns, 0)
            _ = stage.page.run(.rotate(1))
            stage.page.enter(SourceID("another"))
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.turns, 0)
        }
    }

    func testTheFittedPictureStaysUntilTheSharperOneIsThereAndTakesItsPlaceAgain() {
        withPatterns { stage in
            stage.openFitted()
            let fitted = stage.page.picture.shown
            let stored = stage.loader.memory.bytes
            stage.bytes.shut()
            _ = stage.page.run(.pixels)
            turn { stage.bytes.held == [7] }
            XCTAssertEqual(stage.page.picture.shown, fitted)
            XCTAssertEqual(stage.sharperWidth, 0)
            stage.bytes.open()
            turn { stage.sharperWidth > 0 }
            _ = stage.page.run(.fit)
            turn { stage.sharperWidth == 0 }
            XCTAssertEqual(stage.page.picture.shown, fitted)
            // It was never among the tiles.
            XCTAssertEqual(stage.loader.memory.bytes, stored)
            turn { Texture.liveCount == stage.textures + 1 }
        }
    }

    func testFewSizesAreDecodedHoweverOftenTheScaleChanges() {
        withPatterns { stage in
            stage.openFitted()
            for _ in 0..<20 { _ = stage.page.run(.zoom(0.5)) }
            turn { stage.sharperWidth > 0 }
            // Only where the picture came to rest.
            XCTAssertEqual(stage.loader.counters.decoded, 2)
            _ = stage.page.run(.zoom(0.01))
            var isDone = false
            stage.page.zoom.onRest = { [weak page = stage.page] in
                page?.sharpen($0)
                isDone = true
            }
            turn { isDone }
            XCTAssertFalse(stage.page.sharper.isLoading)
            XCTAssertEqual(stage.loader.counters.decoded, 2)
        }
    }

    func testThePicturesOwnPixelsAreDecodedWhileItIsOnItsWayToThem() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            _ = stage.page.run(.pixels)
            turn { stage.sharperWidth == PatternDecoder.size.width }
            XCTAssertEqual(stage.page.zoom.magnifier?.isFitted, true)
            stage.pulse.beat(at: 0)
            stage.pulse.beat(at: 200)
            stage.expectOwnPixels()
            XCTAssertEqual(stage.loader.counters.decoded, 2)
        }
    }

    func testArrowsMoveOverAMagnifiedPictureAndTurnFromAWholeOne() {
        withPatterns(count: 3) { stage in
            stage.openFitted()
            let right = DetailCommand.arrow(x: -1, y: 0, .next)
            _ = stage.page.run(.pixels)
            let before = stage.page.zoom.magnifier?.origin.x
            _ = stage.page.run(right)
            XCTAssertLessThan(stage.page.zoom.magnifier?.origin.x ?? 0, before ?? 0)
            XCTAssertEqual(stage.page.shownIndex, 0)
            _ = stage.page.run(.fit)
            _ = stage.page.run(right)
            XCTAssertEqual(stage.page.shownIndex, 1)
            // The next photo is whole.
            turn { stage.page.zoom.magnifier != nil }
            XCTAssertEqual(stage.page.zoom.magnifier?.isFitted, true)
        }
    }

    func testAZoomIsAnimatedAndCanBeTurnedAround() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            let fitted = stage.page.zoom.magnifier
            stage.page.zoom.toggle(at: (100, 100))
            XCTAssertEqual(stage.page.zoom.magnifier, fitted)
            stage.pulse.beat(at: 1000)
            stage.pulse.beat(at: 1100)
            let scale = stage.page.zoom.magnifier?.scale ?? 0
            XCTAssertGreaterThan(scale, fitted?.scale ?? 1)
            XCTAssertLessThan(scale, 1)
            // From where it is, back to the whole.
            stage.page.zoom.fit()
            stage.pulse.beat(at: 1100)
            XCTAssertEqual(stage.page.zoom.magnifier?.scale ?? 0, scale, accuracy: 1e-9)
            stage.pulse.beat(at: 1300)
            XCTAssertEqual(stage.page.zoom.magnifier, fitted)
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testAThrownPictureStopsAtItsEdgesAndNoClockRunsOn() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            stage.page.zoom.pinch(to: 2, at: (300, 200))
            stage.page.zoom.throw(x: 90_000, y: 90_000)
            for step in 0..<20 where stage.pulse.isBeating { stage.pulse.beat(at: 16 * step) }
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.page.zoom.magnifier?.origin.x, 0)
            XCTAssertEqual(stage.page.zoom.magnifier?.origin.y, 0)
            stage.page.zoom.throw(x: -300, y: 0)
            stage.pulse.beat(at: 0)
            stage.page.close()
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testTheScaleIsSaidWhileItChanges() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertNil(stage.page.readout.text)
            _ = stage.page.run(.pixels)
            XCTAssertEqual(stage.page.readout.text, "100\u{202F}%")
            turn { stage.page.readout.text == nil }
        }
    }
}

/// Runs on the main actor with patterns, animations off, that are closed at the end.
private nonisolated func withPatterns(count: Int = 1, _ body: @MainActor (PictureStage) -> Void) {
    MainActor.assumeIsolated {
        let stage = PictureStage(count: count)
        body(stage)
        stage.bytes.open()
        stage.close()
    }
}
