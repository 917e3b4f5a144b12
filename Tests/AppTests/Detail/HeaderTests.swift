// The header of the opened photo: beside it in a window, over it in full screen.
import Browse
import CGTK
import Desktop
import Foundation
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class HeaderTests: XCTestCase {
    func testInAWindowThePhotoLiesBelowTheHeaderAndFillsWhatIsLeft() {
        withStage { stage in
            let page = stage.page, root = page.root.widget
            guard let view = Rectangle(of: page.view.cast(), in: root), let place = page.zoom.rectangle,
                let header = Rectangle(of: page.widgets.header.cast(), in: root)
            else { return XCTFail("not laid out") }
            XCTAssertEqual(header.y, 0)
            XCTAssertEqual(view.y, header.height)
            XCTAssertEqual(view.maxY, Double(gtk_widget_get_height(root)))
            XCTAssertGreaterThanOrEqual(place.y, 0)
            XCTAssertEqual(max(place.width / view.width, place.height / view.height), 1, accuracy: 0.01)
        }
    }

    func testInFullScreenThePhotoLiesUnderTheHeaderWhichFadesWithoutMovingIt() {
        withStage { stage in
            let page = stage.page
            page.controls.delay = .seconds(3600)
            page.widgets.isHeaderOver = true
            runLoop { Rectangle(of: page.view.cast(), in: page.root.widget)?.y == 0 }
            runLoop { page.zoom.zoomState?.view == page.widgets.picture.sizeInPixels }
            let before = page.zoom.rectangle
            XCTAssertNotNil(before)
            page.controls.delay = .milliseconds(1)
            page.controls.wake()
            runLoop { page.controls.areHidden }
            XCTAssertEqual(gtk_widget_get_can_target(page.widgets.header.cast()), 0)
            XCTAssertEqual(page.zoom.rectangle, before)
            page.controls.wake()
            XCTAssertEqual(page.zoom.rectangle, before)
            // Back in a window: below the header again.
            page.widgets.isHeaderOver = false
            runLoop { (Rectangle(of: page.view.cast(), in: page.root.widget)?.y ?? 0) > 0 }
        }
    }

    func testInAWindowTheHeaderStaysWhenNothingMoves() {
        withStage { stage in
            let page = stage.page
            gtk_widget_set_can_target(page.root.widget, 0)
            page.controls.delay = .milliseconds(1)
            page.controls.wake()
            runLoop { page.controls.areHidden }
            XCTAssertNotEqual(gtk_widget_get_can_target(page.widgets.header.cast()), 0)
            XCTAssertEqual(gtk_widget_get_can_target(page.widgets.next), 0)
        }
    }

    func testTheMainWindowHasItOverThePhotoInFullScreenAlone() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let window = transitions.window.window, widgets = transitions.window.detail.widgets
            XCTAssertFalse(widgets.isHeaderOver)
            gtk_window_fullscreen(window)
            runLoop { widgets.isHeaderOver }
            gtk_window_unfullscreen(window)
            runLoop { !widgets.isHeaderOver }
        }
    }

    /// WCAG 2.1, 1.4.3: what is needed to read text.
    func testTheTitleIsReadOverAWhitePhotoInFullScreen() {
        // A fitted picture of the stage is white.
        withStage { stage in
            let page = stage.page, root = page.root.widget
            page.controls.delay = .seconds(3600)
            page.controls.wake()
            page.widgets.isHeaderOver = true
            runLoop { Rectangle(of: page.view.cast(), in: root)?.y == 0 }
            runLoop { page.hasEnded && !page.widgets.picture.isPictureFading }
            waitForPaint(of: root)
            let middle = Double(gtk_widget_get_width(root)) / 2
            let pixels = drawnPixels(of: root, in: Rectangle(x: middle - 60, y: 4, width: 120, height: 40))
            let seen = stride(from: 0, to: pixels.count, by: 4).map { luminance(pixels[$0..<($0 + 3)]) }.sorted()
            // Most of it is the ground; the brightest are the letters.
            let (letters, ground) = (seen[seen.count - 1], seen[seen.count * 3 / 4])
            XCTAssertGreaterThanOrEqual((letters + 0.05) / (ground + 0.05), 4.5)
            XCTAssertGreaterThan(ground, 0.05, "the white photo is under it")
        }
    }

    private func withStage(_ body: @MainActor (PictureStage) -> Void) {
        MainActor.assumeIsolated {
            let stage = PictureStage(count: 3)
            stage.openFitted()
            body(stage)
            stage.close()
        }
    }
}

/// Relative luminance of a pixel in memory order, blue first.
private func luminance(_ pixel: ArraySlice<UInt8>) -> Double {
    let parts = pixel.map { channel in
        let part = Double(channel) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return zip(parts, [0.0722, 0.7152, 0.2126]).map { $0 * $1 }.reduce(0, +)
}
