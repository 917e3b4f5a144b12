// `--scenario=sweep` plays, reports and quits by itself: Tessera's grid, and the plain one beside it.
import Foundation
import XCTest

final class SweepTests: SmokeTestCase {
    func testASweepReportsEveryFieldAndFetchesNothingTwice() throws {
        let server = try serve("--count", "200")
        let profile = try sweep(server.url)
        XCTAssertEqual(profile.lacking(of: Profile.contract), [])
        XCTAssertEqual(try profile.number("photos"), 200)
        XCTAssertEqual(try profile.text("windowSize"), "800x600")
        XCTAssertEqual(try profile.number("loader.duplicateFetches"), 0)
        // A fetch that the sweep left behind is cancelled, and made anew on the way back.
        let completed = try profile.number("loader.fetches") - profile.number("loader.cancelled")
        XCTAssertLessThanOrEqual(completed, 200)
        XCTAssertGreaterThan(try profile.number("frames"), 30)
        // GTK moves its window of 30 rows to and fro while it scrolls; more than 50 binds for each photo and
        // direction would be a grid whose columns are not pinned.
        XCTAssertGreaterThanOrEqual(try profile.number("binds"), 200)
        XCTAssertLessThan(try profile.number("binds"), 200 * 2 * 50)
        XCTAssertLessThan(try profile.number("peakRSSBytes"), 250e6)
        XCTAssertGreaterThan(try profile.number("peakPSSBytes"), 20e6)
        XCTAssertGreaterThan(try profile.number("timeToFullViewportMs"), 0)
    }

    func testThePlainGridReportsTheSameFieldsAndFetchesManyTimesAsMuch() throws {
        let server = try serve("--count", "12")
        let plain = try sweep(server.url, "--naive")
        let ours = try sweep(server.url)
        XCTAssertEqual(plain.lacking(of: Profile.contract), [])
        XCTAssertGreaterThan(
            try plain.number("loader.bytesFetched"), 20 * (try ours.number("loader.bytesFetched")))
    }

    func testAWindowClosedByItsUserLeavesAWholeProfile() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(3, to: pictures)
        let file = path("closed.json")
        let run = try start(arguments: [pictures.path, "--profile=\(file)", "--window-size=800x800"])
        let screen = try Screen(of: run, folder: folder)
        try screen.look(for: "three pictures") { picture in
            let grid = GridPicture(picture)
            return grid.tiles.filter { grid.content($0) == .picture }.count == 3
        }
        try screen.press("ctrl+w")
        XCTAssertEqual(try run.ending().status, 0)
        let profile = try Profile(file: file)
        XCTAssertEqual(try profile.number("photos"), 3)
        XCTAssertEqual(try profile.text("windowSize"), "800x800")
        XCTAssertEqual(try profile.text("renderer"), "GskCairoRenderer")
        XCTAssertEqual(try profile.number("loader.decoded"), 3)
    }

    private func sweep(_ arguments: String...) throws -> Profile {
        let file = path("\(UUID().uuidString).json")
        let run = try start(
            arguments: arguments + [
                "--profile=\(file)", "--scenario=sweep", "--cache-dir=\(path("kept"))", "--window-size=800x600",
            ])
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 0, ending.errors)
        XCTAssertFalse(ending.output.isEmpty, "the summary is missing")
        return try Profile(file: file)
    }
}
