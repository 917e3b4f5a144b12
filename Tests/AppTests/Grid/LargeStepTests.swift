// Steps of a collection in which thousands of photos get other positions at once.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class LargeStepTests: XCTestCase {
    /// Nothing is left of a window that is closed.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testWhatIsOnTheScreenStaysWhereAllElseGetsAnotherPlace() {
        let source = LivingSource(count: 5_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 60_000
            gallery.waitUntilIdle()
            let model = gallery.page.model
            let first = model.ref(at: gallery.grid.visibleRange.lowerBound)
            let binds = gallery.page.counters.binds
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            gallery.waitUntilIdle()
            let top = model.position(of: first).map { gallery.grid.layout.cell(of: $0).y - gallery.grid.scrollOffset }
            XCTAssertEqual(top ?? -1, 0, accuracy: Double(gallery.grid.metrics.cell))
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            for position in gallery.grid.visibleRange {
                XCTAssertNotNil(gallery.grid.tiles[model.ref(at: position)])
            }
            XCTAssertLessThanOrEqual(gallery.page.counters.binds - binds, 3 * gallery.grid.tiles.count)
        }
    }

    func testTheFocusStaysWithItsPhoto() {
        let source = LivingSource(count: 5_000)
        withGallery(source) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 60_000
            gallery.waitUntilIdle()
            let model = gallery.page.model
            // The photo at the top is kept in its place, so that it stays in view.
            let ref = model.ref(at: gallery.grid.visibleRange.lowerBound)
            gallery.grid.focus.move(to: ref)
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.focus.position, model.position(of: ref))
            Task { await model.arrange(by: Query(isDescending: true)) }
            runLoop { model.query.isDescending }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.focus.position, model.position(of: ref))
        }
    }
}
