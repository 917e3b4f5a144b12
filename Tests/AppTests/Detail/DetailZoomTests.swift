// A closer look: where the picture lies, which pixels are shown of it, and that they are let go.
import Browse
import CGTK
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

nonisolated final class DetailZoomTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the iteration of the loop in which
    /// they end.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testOneToOneShowsThePicturesOwnPixels() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.zoomState?.picture, PatternDecoder.size)
            _ = stage.page.run(.pixels)
            runLoop { stage.sharperWidth == PatternDecoder.size.width }
            XCTAssertEqual(stage.page.zoom.zoomState?.scale, 1)
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
                runLoop { stage.sharperWidth == PatternDecoder.size.width }
                stage.page.zoom.pan(x: -17, y: 40)
                stage.expectOwnPixels()
            }
            XCTAssertEqual(stage.page.zoom.quarterTurns, 3)
            // The photo is as it was left when it is opened again, and fitted.
            stage.page.close()
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.quarterTurns, 3)
            XCTAssertEqual(stage.page.zoom.zoomState?.picture, PatternDecoder.size.transposed)
            XCTAssertEqual(stage.page.zoom.zoomState?.isFitted, true)
        }
    }

    func testAPhotoOfTheSameNameInAnotherSourceIsNotTurned() {
        withPatterns { stage in
            stage.openFitted()
            _ = stage.page.run(.rotate(1))
            let another = ScriptedSource(count: 1, first: 7, identity: SourceID("another"))
            stage.page.open(0, in: ScriptedGallery(another), by: stage.router)
            runLoop { stage.page.hasEnded }
            XCTAssertEqual(stage.page.shownPhoto?.id, PhotoID("7"))
            XCTAssertEqual(stage.page.zoom.quarterTurns, 0)
            // Its own source has been left for it.
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.quarterTurns, 0)
            _ = stage.page.run(.rotate(1))
            stage.page.close()
            stage.page.enter(SourceID("another"))
            stage.openFitted()
            XCTAssertEqual(stage.page.zoom.quarterTurns, 0)
        }
    }

    func testTheFittedPictureStaysUntilTheSharperOneIsThereAndTakesItsPlaceAgain() {
        withPatterns { stage in
            stage.openFitted()
            let fitted = stage.page.widgets.picture.shown
            let stored = stage.loader.memory.bytes
            stage.bytes.shut()
            _ = stage.page.run(.pixels)
            runLoop { stage.bytes.held == [7] }
            XCTAssertEqual(stage.page.widgets.picture.shown, fitted)
            XCTAssertEqual(stage.sharperWidth, 0)
            stage.bytes.open()
            runLoop { stage.sharperWidth > 0 }
            _ = stage.page.run(.fit)
            runLoop { stage.sharperWidth == 0 }
            XCTAssertEqual(stage.page.widgets.picture.shown, fitted)
            // It was never among the tiles.
            XCTAssertEqual(stage.loader.memory.bytes, stored)
            runLoop { Texture.liveCount == stage.textures + 1 }
        }
    }

    func testFewSizesAreDecodedHoweverOftenTheScaleChanges() {
        withPatterns { stage in
            stage.openFitted()
            for _ in 0..<20 { _ = stage.page.run(.zoom(0.5)) }
            runLoop { stage.sharperWidth > 0 }
            // Only where the picture came to rest.
            XCTAssertEqual(stage.loader.counters.decoded, 2)
            _ = stage.page.run(.zoom(0.01))
            var isDone = false
            let rest = stage.page.zoom.onRest
            stage.page.zoom.onRest = {
                rest($0)
                isDone = true
            }
            runLoop { isDone }
            XCTAssertFalse(stage.page.picture.highResolution.isLoading)
            XCTAssertEqual(stage.loader.counters.decoded, 2)
        }
    }

    func testThePicturesOwnPixelsAreDecodedWhileItIsOnItsWayToThem() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            _ = stage.page.run(.pixels)
            runLoop { stage.sharperWidth == PatternDecoder.size.width }
            XCTAssertEqual(stage.page.zoom.zoomState?.isFitted, true)
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
            let before = stage.page.zoom.zoomState?.origin.x
            _ = stage.page.run(right)
            XCTAssertLessThan(stage.page.zoom.zoomState?.origin.x ?? 0, before ?? 0)
            XCTAssertEqual(stage.page.shownIndex, 0)
            _ = stage.page.run(.fit)
            _ = stage.page.run(right)
            XCTAssertEqual(stage.page.shownIndex, 1)
            // The next photo is whole.
            runLoop { stage.page.zoom.zoomState != nil }
            XCTAssertEqual(stage.page.zoom.zoomState?.isFitted, true)
        }
    }

    func testAZoomIsAnimatedAndCanBeTurnedAround() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            let fitted = stage.page.zoom.zoomState
            stage.page.zoom.toggle(at: (100, 100))
            XCTAssertEqual(stage.page.zoom.zoomState, fitted)
            stage.pulse.beat(at: 1000)
            stage.pulse.beat(at: 1100)
            let scale = stage.page.zoom.zoomState?.scale ?? 0
            XCTAssertGreaterThan(scale, fitted?.scale ?? 1)
            XCTAssertLessThan(scale, 1)
            // From where it is, back to the whole.
            stage.page.zoom.fit()
            stage.pulse.beat(at: 1100)
            XCTAssertEqual(stage.page.zoom.zoomState?.scale ?? 0, scale, accuracy: 1e-9)
            stage.pulse.beat(at: 1300)
            XCTAssertEqual(stage.page.zoom.zoomState, fitted)
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testAFlungPictureStopsAtItsEdgesAndNoClockRunsOn() {
        withPatterns { stage in
            stage.hasAnimations = true
            stage.openFitted()
            stage.page.zoom.pinch(to: 2, at: (300, 200))
            stage.page.zoom.fling(x: 90_000, y: 90_000)
            for step in 0..<20 where stage.pulse.isBeating { stage.pulse.beat(at: 16 * step) }
            XCTAssertFalse(stage.pulse.isBeating)
            XCTAssertEqual(stage.page.zoom.zoomState?.origin.x, 0)
            XCTAssertEqual(stage.page.zoom.zoomState?.origin.y, 0)
            stage.page.zoom.fling(x: -300, y: 0)
            stage.pulse.beat(at: 0)
            stage.page.close()
            XCTAssertFalse(stage.pulse.isBeating)
        }
    }

    func testTheScaleIsSaidWhileItChanges() {
        withPatterns { stage in
            stage.openFitted()
            XCTAssertNil(stage.page.zoomLabel.text)
            _ = stage.page.run(.pixels)
            XCTAssertEqual(stage.page.zoomLabel.text, "100\u{202F}%")
            runLoop { stage.page.zoomLabel.text == nil }
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
