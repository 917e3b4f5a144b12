// The keys and clicks of the grid: where they lead the focus, and what they open.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class GridFocusTests: XCTestCase {
    func testEachKeyHasItsCommandInBothDirectionsOfText() {
        MainActor.assumeIsolated {
            @MainActor func command(_ key: Int32, isRightToLeft: Bool = false) -> GridKeyboard.Command? {
                GridKeyboard.command(for: UInt32(key), isRightToLeft: isRightToLeft)
            }
            XCTAssertEqual(command(GDK_KEY_Left), .move(.previous))
            XCTAssertEqual(command(GDK_KEY_Left, isRightToLeft: true), .move(.next))
            XCTAssertEqual(command(GDK_KEY_KP_Right), .move(.next))
            XCTAssertEqual(command(GDK_KEY_KP_Right, isRightToLeft: true), .move(.previous))
            XCTAssertEqual(command(GDK_KEY_Up), .move(.up))
            XCTAssertEqual(command(GDK_KEY_KP_Down), .move(.down))
            XCTAssertEqual(command(GDK_KEY_Page_Up), .move(.pageUp))
            XCTAssertEqual(command(GDK_KEY_Page_Down), .move(.pageDown))
            XCTAssertEqual(command(GDK_KEY_Home), .move(.first))
            XCTAssertEqual(command(GDK_KEY_KP_End), .move(.last))
            XCTAssertEqual(command(GDK_KEY_Return), .activate)
            XCTAssertEqual(command(GDK_KEY_KP_Enter), .activate)
            XCTAssertNil(command(GDK_KEY_x))
        }
    }

    func testKeysMoveByPhotosRowsAndScreensAndStopAtTheEnds() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            let grid = gallery.grid, columns = grid.metrics.columns
            grid.focus.move(.next)
            XCTAssertEqual(grid.focus.position, 0)
            for (step, position) in [
                (GridStep.next, 1), (.down, 1 + columns), (.previous, columns), (.up, 0), (.up, 0), (.previous, 0),
                (.last, 499), (.next, 499), (.down, 499), (.first, 0),
            ] {
                grid.focus.move(step)
                XCTAssertEqual(grid.focus.position, position, "\(step)")
            }
            grid.focus.move(.pageDown)
            let page = grid.focus.position ?? 0
            XCTAssertGreaterThanOrEqual(page, 3 * columns)
            XCTAssertEqual(page % columns, 0)
            grid.focus.move(.pageUp)
            XCTAssertEqual(grid.focus.position, 0)
        }
    }

    func testAShortLastRowDoesNotLoseTheColumn() {
        withGallery(ScriptedSource(count: 61)) { gallery in
            gallery.waitUntilIdle()
            let grid = gallery.grid, columns = grid.metrics.columns
            XCTAssertEqual(columns, 6)
            grid.moveFocus(to: 58)
            grid.focus.move(.down)
            XCTAssertEqual(grid.focus.position, 60)
            grid.focus.move(.up)
            XCTAssertEqual(grid.focus.position, 58)
        }
    }

    func testTheFocusStaysOnItsPhotoWhileThatIsScrolledAway() {
        withGallery(ScriptedSource(count: 5_000)) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.moveFocus(to: 3)
            let tile = gallery.grid.tile(at: 3)
            gallery.grid.scrollOffset = 50_000
            gallery.waitUntilIdle()
            XCTAssertEqual(gtk_window_get_focus(gallery.window), tile?.widget)
            XCTAssertEqual(gallery.grid.tile(at: 3), tile)
            XCTAssertNil(gallery.grid.focus.position)
            gallery.grid.focus.move(.next)
            XCTAssertEqual(gallery.grid.focus.position, 4)
            XCTAssertTrue(gallery.grid.visibleRange.contains(4))
        }
    }

    func testTabEntersTheGridOnceAndLeavesIt() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            gtk_window_set_focus(gallery.window, nil)
            XCTAssertNotEqual(gtk_widget_child_focus(gallery.grid.view, GTK_DIR_TAB_FORWARD), 0)
            XCTAssertEqual(gallery.grid.focus.position, 0)
            gallery.grid.moveFocus(to: 7)
            XCTAssertEqual(gtk_widget_child_focus(gallery.grid.view, GTK_DIR_TAB_FORWARD), 0)
            gtk_window_set_focus(gallery.window, nil)
            XCTAssertNotEqual(gtk_widget_child_focus(gallery.grid.view, GTK_DIR_TAB_BACKWARD), 0)
            XCTAssertEqual(gallery.grid.focus.position, 7)
        }
    }

    func testEnterOpensTheFocusedPhotoAndTheFirstOneBeforeThereIsAFocus() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            var opened: [Int] = []
            gallery.grid.onActivate = { opened.append(Int($0.slot)) }
            gtk_window_set_focus(gallery.window, nil)
            gallery.grid.focus.activate()
            gallery.grid.moveFocus(to: 9)
            gallery.grid.focus.activate()
            XCTAssertEqual(opened, [0, 9])
        }
    }

    func testTheFocusOfAPhotoThatGoesPassesToTheOneInItsPlace() {
        let source = LivingSource(count: 60)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.moveFocus(to: 5)
            source.remove([5])
            runLoop { gallery.grid.count == 59 }
            XCTAssertEqual(gallery.grid.focus.position, 5)
            XCTAssertEqual(gallery.grid.snapshot.ref(at: 5).slot, 6)
        }
    }
}
