// Whole photos in the tiles, or squares cut out of them: where they lie, what a switch asks for, and how it moves.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FitTests: XCTestCase {
    private let wide = ScriptedDecoder(shape: PixelSize(width: 3, height: 2))

    func testAWholePhotoLiesInTheMiddleOfItsSquareOnWholePixels() {
        withGallery(ScriptedSource(count: 500), decoder: wide) { gallery in
            gallery.waitUntilIdle()
            let squares = gallery.pictures
            let side = Double(gallery.grid.metrics.pictureSide)
            XCTAssertTrue(squares.allSatisfy { $0.width == side && $0.height == side })
            gallery.page.setFit(.fit)
            gallery.waitUntilFitted()
            for (picture, square) in zip(gallery.pictures, squares) {
                XCTAssertEqual(picture.width, side)
                XCTAssertEqual(picture.height, (side * 2 / 3).rounded())
                XCTAssertEqual(picture.x, square.x)
                let above = picture.y - square.y
                XCTAssertEqual(above, (side - picture.height) / 2, accuracy: 0.5)
                XCTAssertEqual(above, above.rounded())
            }
            gallery.page.setFit(.fill)
            gallery.waitUntilFitted()
            XCTAssertTrue(zip(gallery.pictures, squares).allSatisfy { $0.height == $1.height })
        }
    }

    func testOldPicturesStayUpUntilTheNewOnesComeAndNothingIsMeasured() {
        let bytes = ScriptedBytes()
        withGallery(ScriptedSource(count: 500), bytes: bytes, decoder: wide) { gallery in
            gallery.waitUntilIdle()
            bytes.shut()
            let measures = Tile.measureCount
            var blank = 0
            let connection = gallery.afterEachFrame { blank = max(blank, gallery.page.tileStates.blank) }
            gallery.page.setFit(.fit)
            runLoop { gallery.page.tileStates.preview > 0 && !gallery.scheduler.isAwake }
            XCTAssertEqual(gallery.page.tileStates.preview, gallery.page.tileStates.visible)
            bytes.open()
            gallery.waitUntilFitted()
            XCTAssertEqual(blank, 0)
            XCTAssertEqual(Tile.measureCount, measures)
            connection.disconnect()
        }
    }

    func testASwitchThereAndBackMakesEachPhotoOnceInEitherFit() {
        withGallery(ScriptedSource(count: 24), decoder: wide) { gallery in
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.loader.counters.decoded, 24)
            for fit in [Fit.fit, .fill, .fit, .fill] {
                gallery.page.setFit(fit)
                gallery.waitUntilFitted()
            }
            XCTAssertEqual(gallery.loader.counters.decoded, 48)
            XCTAssertEqual(gallery.loader.counters.duplicateFetches, 0)
        }
    }

    func testOnlyPicturesInViewMoveAndTheyComeToRest() {
        withGallery(ScriptedSource(count: 1000), decoder: wide) { gallery in
            gallery.waitUntilIdle()
            for fit in [Fit.fit, .fill] {
                let most = gallery.mostMoves {
                    gallery.page.setFit(fit)
                    gallery.waitUntilFitted()
                }
                XCTAssertGreaterThan(most, 0, "\(fit)")
                XCTAssertLessThanOrEqual(most, gallery.page.tileStates.visible, "\(fit)")
                XCTAssertEqual(TileFit.movingCount, 0)
            }
        }
    }

    func testWhereAnimationsAreOffNothingMoves() {
        withGallery(ScriptedSource(count: 1000), decoder: wide) { gallery in
            setAnimations(false)
            defer { setAnimations(true) }
            gallery.waitUntilIdle()
            let most = gallery.mostMoves {
                for fit in [Fit.fit, .fill] {
                    gallery.page.setFit(fit)
                    gallery.waitUntilFitted()
                }
            }
            XCTAssertEqual(most, 0)
        }
    }

    func testAMoveEndsWithItsCellAndWithItsWindow() {
        for end in [
            { (gallery: GalleryWindow) in gallery.rebind() },
            { (gallery: GalleryWindow) in gtk_widget_set_visible(gallery.grid.root.widget, 0) },
        ] as [@MainActor (GalleryWindow) -> Void] {
            withGallery(ScriptedSource(count: 1000), decoder: wide) { gallery in
                gallery.waitUntilIdle()
                gallery.page.setFit(.fit)
                runLoop { TileFit.movingCount > 0 }
                end(gallery)
                XCTAssertEqual(TileFit.movingCount, 0)
            }
        }
        withGallery(ScriptedSource(count: 1000), decoder: wide) { gallery in
            gallery.waitUntilIdle()
            gallery.page.setFit(.fit)
            runLoop { TileFit.movingCount > 0 }
        }
        MainActor.assumeIsolated { XCTAssertEqual(TileFit.movingCount, 0) }
    }

    func testATileThatIsBoundLaterShowsWholePhotosToo() {
        withGallery(ScriptedSource(count: 5000), decoder: wide) { gallery in
            gallery.waitUntilIdle()
            gallery.page.setFit(.fit)
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            XCTAssertTrue(gallery.pictures.allSatisfy { $0.height < $0.width })
        }
    }
}

extension GalleryWindow {
    /// Where the visible tiles' pictures are drawn, each in its tile's coordinates.
    fileprivate var pictures: [Rectangle] {
        grid.visibleRange.compactMap { grid.tile(at: $0)?.pictureBounds }
    }

    /// Until the pictures of the new fit are there and nothing moves.
    fileprivate func waitUntilFitted() {
        waitUntilIdle()
        runLoop { TileFit.movingCount == 0 }
    }

    /// The most pictures that moved in any frame of what `body` does.
    fileprivate func mostMoves(_ body: () -> Void) -> Int {
        var most = 0
        let connection = afterEachFrame { most = max(most, TileFit.movingCount) }
        body()
        connection.disconnect()
        return most
    }
}
