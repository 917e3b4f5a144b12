// Getting about: where a page opens, where a quick scroll is, and the keys that go on by a screen.
import Browse
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ScrollPositionTests: XCTestCase {
    func testAPageOpensWhereItWasLeft() {
        withGallery(ScriptedSource(count: 900, pageSize: 100)) { gallery in
            gallery.page.open(at: ScrollPosition(source: SourceID("scripted"), photo: PhotoID("unknown"), index: 613))
            runLoop { gallery.grid.visibleRange.contains(613) }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.page.scrollPosition?.index, 612)
            XCTAssertEqual(gallery.page.scrollPosition?.source, "scripted")
        }
    }

    func testAPageThatWasLeftAtTheEndOpensThereWithItsLastRowWhole() {
        var left: ScrollPosition?
        withGallery(ScriptedSource(count: 900, pageSize: 100)) { gallery in
            gallery.page.open(at: ScrollPosition(source: SourceID("scripted"), photo: PhotoID("unknown"), index: 800))
            runLoop { gallery.grid.visibleRange.contains(800) }
            gallery.grid.focus.move(.last)
            runLoop { gallery.page.model.count == 900 && gallery.scheduler.isAwake == false }
            gallery.grid.focus.move(.last)
            gallery.waitUntilIdle()
            left = gallery.page.scrollPosition
            XCTAssertEqual(left?.index, 899)
        }
        withGallery(ScriptedSource(count: 900, pageSize: 100)) { gallery in
            guard let left else { return XCTFail("nothing was left") }
            gallery.page.open(at: left)
            runLoop { gallery.grid.visibleRange.contains(899) }
            gallery.waitUntilIdle()
            // With the margin below it
            XCTAssertEqual(gallery.grid.cell(at: 899).maxY + 9, gallery.grid.viewportHeight, accuracy: 1)
            XCTAssertEqual(gallery.page.scrollPosition, left)
        }
    }

    func testAPlaceElsewhereOrTooFarIsNotGoneTo() {
        withGallery(ScriptedSource(count: 5_000, pageSize: 100)) { gallery in
            gallery.page.open(at: ScrollPosition(source: SourceID("another"), photo: PhotoID("unknown"), index: 50))
            gallery.page.open(at: ScrollPosition(source: SourceID("scripted"), photo: PhotoID("unknown"), index: 4_000))
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
            XCTAssertLessThan(gallery.page.model.count, 500)
        }
    }

    func testAPlaceBeyondTheEndOfAListThatHasShrunkIsForgotten() {
        withGallery(ScriptedSource(count: 60)) { gallery in
            gallery.page.open(at: ScrollPosition(source: SourceID("scripted"), photo: PhotoID("unknown"), index: 600))
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
        }
    }

    func testOnlyAQuickScrollShowsTheBubbleAndRestHidesIt() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            XCTAssertFalse(gallery.page.bubble.isShown)
            var shown = 0
            let connection = gallery.afterEachFrame { shown += gallery.page.bubble.isShown ? 1 : 0 }
            scroll(gallery, by: 10, frames: 12)
            XCTAssertEqual(shown, 0)
            scroll(gallery, by: 3_000, frames: 12)
            XCTAssertGreaterThan(shown, 0)
            XCTAssertTrue(gallery.page.bubble.text.hasSuffix("of 5\u{202F}000"), gallery.page.bubble.text)
            gallery.waitUntilIdle()
            XCTAssertFalse(gallery.page.bubble.isShown)
            connection.disconnect()
        }
    }

    func testSpaceGoesOnByAScreenAndShiftSpaceBack() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            let screen = gallery.grid.viewportHeight - Double(gallery.grid.metrics.cell)
            gallery.page.scroll(byScreens: 1)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset, screen, accuracy: 1)
            gallery.page.scroll(byScreens: -1)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
        }
    }

    func testRowsRunFromTheRightWhereTextDoes() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
        }
        defer { MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) } }
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            let first = gallery.grid.visibleRange.lowerBound + gallery.grid.metrics.columns
            let x = left(of: first, gallery), next = left(of: first + 1, gallery)
            XCTAssertGreaterThan(x, next)
            // The pointer over the first photo of a row, at the right edge.
            let top = gallery.grid.layout.cell(of: first).y - gallery.grid.scrollOffset
            let point = (x: x + 10, y: top + 20)
            gallery.grid.setTileSize(128, at: point)
            runLoop { gallery.grid.metrics.columns > 6 && !gallery.scheduler.isAwake }
            let after = gallery.grid.layout.cell(of: first).y - gallery.grid.scrollOffset
            XCTAssertEqual(after, point.y - 20 / 210 * Double(gallery.grid.metrics.cell), accuracy: 2)
        }
    }
}

@MainActor private func scroll(_ gallery: GalleryWindow, by step: Double, frames: Int) {
    var left = frames
    let tick = FrameTick.start(on: gallery.grid.root.widget) { _ in
        gallery.grid.scrollOffset += step
        left -= 1
        return left > 0
    }
    runLoop { left == 0 }
    withExtendedLifetime(tick) {}
}

@MainActor private func left(of position: Int, _ gallery: GalleryWindow) -> Double {
    guard let tile = gallery.grid.tile(at: position) else { return .nan }
    var x = 0.0
    gtk_widget_translate_coordinates(tile.widget, gallery.grid.root.widget, 0, 0, &x, nil)
    return x
}
