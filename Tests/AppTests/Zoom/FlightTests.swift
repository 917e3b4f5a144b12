// What else is seen while a photo flies: the titles of grid and photo, and the place that it has left.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FlightTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheTitleOfThePhotoIsNotSeenBeforeThatOfTheGridIsGone() throws {
        try withTransitions { transitions in
            let header: Widget = transitions.window.detail.widgets.header.cast()
            var crossed = 0, photos = Set<Double>(), grids = Set<Double>()
            transitions.eachFrame {
                guard transitions.controller.isRunning else { return }
                let photo = gtk_widget_get_opacity(header), grid = 1 - transitions.controller.layer.groundOfHeader
                if photo > 0, grid > 0 { crossed += 1 }
                photos.insert(photo)
                grids.insert(grid)
            }
            // Both fade.
            untilSeenOnTheWay {
                transitions.openFully(3)
                XCTAssertEqual(gtk_widget_get_opacity(header), 1)
                transitions.window.back()
                runLoop { !transitions.window.isShowingDetail }
                return photos.contains { $0 > 0 && $0 < 1 } && grids.contains { $0 > 0 && $0 < 1 }
            }
            XCTAssertEqual(crossed, 0)
        }
    }

    func testWithoutAnimationsTheyDoNotCrossEither() throws {
        try withTransitions { transitions in
            setAnimations(false, of: transitions.window.window)
            defer { setAnimations(true, of: transitions.window.window) }
            let header: Widget = transitions.window.detail.widgets.header.cast()
            var crossed = 0, seen = 0
            transitions.eachFrame {
                guard transitions.controller.isRunning else { return }
                seen += 1
                if gtk_widget_get_opacity(header) > 0, transitions.opacity < 1 { crossed += 1 }
            }
            untilSeenOnTheWay {
                transitions.openFully(3)
                XCTAssertEqual(gtk_widget_get_opacity(header), 1)
                transitions.window.back()
                runLoop { !transitions.window.isShowingDetail }
                return seen > 2
            }
            XCTAssertEqual(crossed, 0)
        }
    }

    func testWhereThePhotoFliesFromNothingIsSeenButTheGround() throws {
        try withTransitions { transitions in
            let ref = transitions.page.model.ref(at: 3)
            transitions.page.selection.model.apply(.toggle(ref))
            transitions.grid.moveFocus(to: 3)
            gtk_window_set_focus_visible(transitions.window.window, 1)
            let tile = try XCTUnwrap(transitions.grid.tile(at: 3))
            gtk_widget_set_state_flags(tile.widget, GTK_STATE_FLAG_PRELIGHT, 0)
            runLoop { tile.isSelected }
            let place = try XCTUnwrap(Rectangle(of: tile.widget, in: transitions.overlay))
            XCTAssertGreaterThan(Set(colours(painted(transitions, place))).count, 1)
            transitions.page.hideForTransition(ref)
            let left = Set(colours(painted(transitions, place)))
            XCTAssertEqual(left.count, 1, "one colour")
            transitions.page.hideForTransition(nil)
            XCTAssertGreaterThan(Set(colours(painted(transitions, place))).count, 1)
            gtk_widget_unset_state_flags(tile.widget, GTK_STATE_FLAG_PRELIGHT)
        }
    }
}

/// What is drawn in a rectangle of the window in the next frame.
private func painted(_ transitions: TransitionWindow, _ place: Rectangle) -> [UInt8] {
    waitForPaint(of: transitions.overlay)
    return transitions.pixels(of: place)
}

private func colours(_ pixels: [UInt8]) -> [UInt32] {
    stride(from: 0, to: pixels.count, by: 4).map {
        UInt32(pixels[$0]) | UInt32(pixels[$0 + 1]) << 8 | UInt32(pixels[$0 + 2]) << 16
    }
}
