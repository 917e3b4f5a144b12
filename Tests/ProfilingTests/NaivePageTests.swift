// The plain grid as a baseline: it counts all it does.
import Browse
import CGTK
import Desktop
import Foundation
import FrameProfile
import XCTest

@testable import App
@testable import AppFixtures
@testable import Profiling

nonisolated final class NaivePageTests: XCTestCase {
    func testThePlainGridFetchesOnceABindAndCountsItAll() throws {
        let folder = try TestPictures.folder(named: "plain", count: 1)
        let picture = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/picture-0.jpg")))
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let bytes = ScriptedBytes(content: picture)
            let page = NaivePage(
                model: GalleryModel(source: ScriptedSource(count: 3000), collation: FileNameCollation()),
                bytes: bytes, tileSize: 200, events: PageEvents(open: { _ in }, update: { _, _ in }))
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_default_size(window, 1280, 800)
            gtk_window_set_child(window, page.root.widget)
            gtk_window_present(window)
            // Before its first layout there is nothing to scroll.
            runLoop { page.isViewportComplete && gtk_adjustment_get_upper(page.adjustment) > 10_000 }
            runLoop { page.figures.decoded == page.counters.binds }
            XCTAssertGreaterThan(page.tileStates.visible, 0)
            XCTAssertEqual(page.figures.duplicateFetches, 0)
            let seen = page.counters.binds
            for offset in [1e9, 0] {
                gtk_adjustment_set_value(page.adjustment, offset)
                runLoop { page.isViewportComplete && page.figures.decoded == page.counters.binds }
            }
            let figures = page.figures
            XCTAssertGreaterThan(page.counters.binds, seen)
            XCTAssertEqual(bytes.calls.count, page.counters.binds)
            XCTAssertEqual(figures.fetches, page.counters.binds)
            XCTAssertEqual(figures.bytesFetched, page.counters.binds * picture.count)
            XCTAssertEqual(figures.duplicateFetches, page.counters.binds - Set(bytes.calls).count)
            XCTAssertGreaterThan(figures.duplicateFetches ?? 0, 0)
            page.close()
            gtk_window_destroy(window)
        }
    }
}
