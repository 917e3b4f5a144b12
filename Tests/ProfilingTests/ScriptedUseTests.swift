// What scenarios and profiles stand on: keys without a keyboard, handlers that come last, iterations of the loop.
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import XCTest

@testable import App
@testable import AppFixtures
@testable import Profiling

nonisolated final class ScriptedUseTests: XCTestCase {
    func testEndAndHomeGoWhereTheKeysGo() {
        withGallery(ScriptedSource(count: 500)) { gallery in
            gallery.waitUntilIdle()
            gallery.page.press(.last)
            runLoop { gallery.grid.visibleRange.upperBound == 500 }
            XCTAssertGreaterThan(gallery.grid.visibleRange.lowerBound, 400)
            gallery.page.press(.first)
            runLoop { gallery.grid.visibleRange.lowerBound == 0 }
            gallery.waitUntilIdle()
        }
    }

    func testAGridIsQuietOnlyWhenNothingIsOnItsWay() {
        let bytes = ScriptedBytes()
        withGallery(ScriptedSource(count: 500), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            XCTAssertTrue(gallery.page.isQuiet)
            bytes.shut()
            gallery.grid.scrollOffset = 20_000
            runLoop { gallery.loader.counters.inFlightFetches > 0 && !gallery.scheduler.isAwake }
            XCTAssertFalse(gallery.page.isQuiet)
            bytes.open()
            runLoop { gallery.page.isQuiet }
        }
    }

    func testAHandlerThatComesAfterAllOthersComesAfterLaterOnes() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let adjustment = made(gtk_adjustment_new(0, 0, 10, 1, 1, 1))
            let owner = GObjectReference(adopting: g_object_ref_sink(adjustment.object))
            var order: [String] = []
            let last = Signal.after(adjustment, "value-changed") { order.append("after") }
            let first = Signal.on(adjustment, "value-changed") { order.append("later") }
            gtk_adjustment_set_value(adjustment, 5)
            XCTAssertEqual(order, ["later", "after"])
            first.disconnect()
            last.disconnect()
            withExtendedLifetime(owner) {}
        }
    }

    /// Every iteration is longer than no time at all, so that each is a stall here.
    func testIterationsAreCountedUntilTheyAreTaken() {
        MainActor.assumeIsolated {
            let counting = MainLoop.startCountingIterations(stall: -1)
            for _ in 0..<3 { g_main_context_iteration(nil, 0) }
            // The third has not ended: the loop has not gone on to wait.
            XCTAssertEqual(MainLoop.takeIterations().stalls, 2)
            XCTAssertEqual(MainLoop.takeIterations().stalls, 0)
            g_main_context_iteration(nil, 0)
            XCTAssertEqual(MainLoop.takeIterations().stalls, 1)
            MainLoop.stopCountingIterations(counting)
            for _ in 0..<3 { g_main_context_iteration(nil, 0) }
            XCTAssertEqual(MainLoop.takeIterations().stalls, 0)
        }
    }
}
