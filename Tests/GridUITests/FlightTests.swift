// The flight of a photo between its tile and its page: what is seen of it, where it turns, where it ends.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import GridUI

nonisolated final class FlightTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the turn of the loop in which they end.
    override func tearDown() { MainActor.assumeIsolated { turn { Texture.liveCount == 0 } } }

    func testAPhotoLeavesItsTileAndArrivesOnItsPage() throws {
        try withFlights { flights in
            let square = try XCTUnwrap(flights.tile(3))
            flights.open(3)
            turn { flights.flight.isFlying }
            // The page has the keyboard at once.
            XCTAssertFalse(flights.isFocusInGrid)
            XCTAssertEqual(flights.page.lentPosition, 3)
            XCTAssertEqual(flights.flight.placement?.visible, square)
            var emptyFrames = 0
            flights.eachFrame { if flights.flight.isFlying, flights.picturesDrawn == 0 { emptyFrames += 1 } }
            turn { !flights.flight.isFlying }
            XCTAssertEqual(emptyFrames, 0)
            XCTAssertNil(flights.page.lentPosition)
            XCTAssertEqual(gtk_widget_get_visible(flights.layer), 0)
            XCTAssertEqual(gtk_widget_has_css_class(flights.window.detail.root.widget, "flying"), 0)
        }
    }

    func testAWholePhotoLeavesFromWhereItLiesInItsTile() throws {
        try withFlights { flights in
            flights.page.setFit(.fit)
            turn { flights.page.isViewportComplete && !flights.page.scheduler.isAwake && Tile.refittingCount == 0 }
            let shown = try XCTUnwrap(flights.grid.tile(at: 3)?.pictureBounds)
            XCTAssertNotEqual(shown.width, shown.height)
            flights.open(3)
            turn { flights.flight.isFlying }
            let start = try XCTUnwrap(flights.flight.placement)
            XCTAssertEqual(start.visible, start.whole)
            XCTAssertEqual(start.whole.width, shown.width, accuracy: 1)
            XCTAssertEqual(start.whole.height, shown.height, accuracy: 1)
            turn { !flights.flight.isFlying }
        }
    }

    func testTheArithmeticOfATilesPlaceIsWhereGTKPutsIt() throws {
        try withFlights { flights in
            flights.grid.scrollOffset = 70
            for position in [0, 4, 5, 13] {
                let tile = try XCTUnwrap(flights.grid.tile(at: position))
                turn {
                    guard let cell = Rectangle(of: tile.widget, in: flights.overlay),
                        let square = flights.tile(position)
                    else { return false }
                    return abs(square.midX - cell.midX) <= 1 && abs(square.midY - cell.midY) <= 1
                }
            }
        }
    }

    func testBackInMidFlightTurnsAroundWhereThePhotoIs() throws {
        try withFlights { flights in
            flights.open(3)
            turn { flights.progress > 0.4 }
            let before = try XCTUnwrap(flights.flight.placement)
            flights.window.back()
            turn { flights.flight.isClosing }
            let after = try XCTUnwrap(flights.flight.placement)
            // No more than it flies in a few frames.
            XCTAssertLessThan(abs(after.visible.midX - before.visible.midX), 150)
            XCTAssertGreaterThan(after.visible.width, before.visible.width * 0.8)
            turn { !flights.window.isShowingDetail }
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertEqual(flights.focusedPosition, 3)
        }
    }

    func testAfterTheNextPhotosItFliesToTheTileOfTheOneThatIsShown() throws {
        try withFlights { flights in
            flights.open(3)
            turn { !flights.flight.isFlying && flights.window.isShowingDetail }
            for _ in 0..<3 { flights.window.detail.turn(.next) }
            flights.window.back()
            turn { flights.flight.isClosing }
            XCTAssertEqual(flights.page.lentPosition, 6)
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 6)
            XCTAssertNil(flights.page.lentPosition)
        }
    }

    func testATileThatWasScrolledAwayIsScrolledBackFirst() throws {
        try withFlights { flights in
            flights.open(3)
            turn { !flights.flight.isFlying && flights.window.isShowingDetail }
            flights.grid.scrollOffset = 2000
            turn { flights.grid.visibleRange.lowerBound > 10 }
            flights.window.back()
            turn { flights.flight.isClosing }
            XCTAssertTrue(flights.grid.visibleRange.contains(3))
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 3)
        }
    }

    func testAResizedWindowInMidFlightMovesBothEnds() throws {
        try withFlights { flights in
            flights.open(3)
            turn { flights.progress > 0.2 }
            let width = gtk_widget_get_width(flights.overlay)
            gtk_window_set_default_size(flights.window.window, 700, 900)
            turn { gtk_widget_get_width(flights.overlay) < width - 200 }
            XCTAssertTrue(flights.flight.isFlying)
            var last: ZoomPlacement?
            flights.eachFrame { last = flights.flight.placement ?? last }
            turn { !flights.flight.isFlying }
            let page = try XCTUnwrap(flights.window.detail.place(in: flights.overlay))
            XCTAssertEqual(try XCTUnwrap(last).whole.width, page.whole.width, accuracy: 2)
            gtk_window_set_default_size(flights.window.window, 1000, 800)
            turn { gtk_widget_get_width(flights.overlay) == width }
            flights.window.back()
            turn { flights.flight.isClosing }
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(try XCTUnwrap(last).visible.midX, try XCTUnwrap(flights.tile(3)).midX, accuracy: 2)
        }
    }

    func testAPullTakesThePhotoOffItsPageAndHome() throws {
        try withFlights { flights in
            XCTAssertFalse(flights.flight.grab(), "nothing is open")
            flights.open(3)
            turn { !flights.flight.isFlying && flights.window.isShowingDetail }
            // A little, and back.
            XCTAssertTrue(flights.flight.grab())
            flights.flight.drag(by: -0.1)
            XCTAssertEqual(flights.progress, 0.9, accuracy: 1e-9)
            XCTAssertEqual(flights.page.lentPosition, 3)
            flights.flight.letGo(velocity: 0)
            turn { !flights.flight.isFlying }
            XCTAssertTrue(flights.window.isShowingDetail)
            // As little, but with a fling.
            XCTAssertTrue(flights.flight.grab())
            flights.flight.drag(by: -0.1)
            flights.flight.letGo(velocity: -3)
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 3)
        }
    }

    func testATurnedPhotoTurnsBackTheShortestWayWhileItFlies() throws {
        try withFlights { flights in
            for quarters in [1, 2, 3] {
                flights.openFully(3)
                flights.window.detail.rotate(by: quarters)
                let whole = try XCTUnwrap(flights.window.detail.place(in: flights.overlay)).whole
                let angle = quarters == 3 ? -90.0 : Double(quarters) * 90
                var seen: [Double] = [], start: ZoomPlacement?
                flights.eachFrame {
                    guard flights.flight.isFlying else { return }
                    seen.append(flights.flight.angleInAir / angle)
                    start = start ?? flights.flight.placement
                }
                flights.window.back()
                turn { !flights.window.isShowingDetail }
                // It leaves as it lay there.
                XCTAssertEqual(seen.first, 1)
                XCTAssertEqual(try XCTUnwrap(start).unturned(quarters: -quarters).whole, whole)
                // The way home and, past the tile by as much as a spring goes, back.
                let turning = seen.prefix { $0 > 0 }
                XCTAssertEqual(Array(turning), turning.sorted(by: >))
                XCTAssertGreaterThan(seen.count, 3)
                XCTAssertEqual(try XCTUnwrap(seen.last), 0, accuracy: 0.05)
                // And on the way to the page again, which remembers it.
                seen = []
                flights.openFully(3)
                XCTAssertEqual(flights.window.detail.zoom.turns, quarters)
                XCTAssertEqual(try XCTUnwrap(seen.last), 1, accuracy: 0.05)
                XCTAssertEqual(try XCTUnwrap(flights.window.detail.place(in: flights.overlay)).whole, whole)
                flights.window.detail.rotate(by: -quarters)
                flights.window.back()
                turn { !flights.window.isShowingDetail }
            }
        }
    }

    func testAnotherTileInMidFlightTakesTheFlightOver() throws {
        try withFlights { flights in
            flights.open(3)
            turn { !flights.flight.isFlying && flights.window.isShowingDetail }
            flights.window.back()
            turn { flights.flight.isClosing && flights.progress < 0.7 }
            let before = try XCTUnwrap(flights.flight.placement)
            flights.open(7)
            turn { !flights.flight.isClosing }
            let after = try XCTUnwrap(flights.flight.placement)
            XCTAssertEqual(after.visible.midX, before.visible.midX, accuracy: 150)
            XCTAssertEqual(flights.page.lentPosition, 7)
            turn { !flights.flight.isFlying }
            XCTAssertTrue(flights.window.isShowingDetail)
            flights.window.back()
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 7)
        }
    }

    func testAPhotoWhoseSourceHasGoneFades() throws {
        try withFlights { flights in
            flights.openFully(3)
            flights.window.open(.paths([flights.folder]))
            turn { flights.flight.fade?.isClosing ?? false }
            XCTAssertNil(flights.flight.placement)
            turn { !flights.window.isShowingDetail && flights.window.page?.isViewportComplete ?? false }
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertNil(flights.page.lentPosition)
        }
    }

    /// The instances that live, and the memory of the cache, are what they were.
    func testTwoHundredFlightsLeaveNothingBehind() throws {
        try withFlights { flights in
            @MainActor func openAndClose(toTheEnd: Bool) {
                flights.open(3)
                turn { flights.flight.isFlying && flights.window.detail.hasEnded }
                if toTheEnd { turn { !flights.flight.isFlying } }
                flights.window.back()
                turn { !flights.window.isShowingDetail }
                turn { flights.window.page?.isQuiet ?? false }
            }
            for _ in 0..<3 { openAndClose(toTheEnd: true) }
            let before = Instances.now, bytes = flights.memory.bytes
            // Most turn around as soon as the photo is there; those to the end take a second.
            for number in 0..<200 { openAndClose(toTheEnd: number % 20 == 0) }
            turn { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
            XCTAssertEqual(flights.memory.bytes, bytes)
        }
    }
}
