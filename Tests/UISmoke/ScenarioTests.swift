// Every scenario plays, reports and quits by itself, and counts the same each time.
import Foundation
import XCTest

final class ScenarioTests: SmokeTestCase {
    /// Three columns of four screens: all of it is seen, and all of it fits the memory cache.
    private static let photos = 36

    func testJumpsLandEachTimeAndCountTheSame() throws {
        let counted = ["jump.endToWholeMs", "jump.homeToWholeMs", "jump.dragToWholeMs"]
        for profile in try playTwice("jump") {
            XCTAssertEqual(try counted.map { try profile.number("\($0).count") }, [2, 2, 20])
            XCTAssertEqual(try counted.map { try profile.number("\($0).givenUp") }, [0, 0, 0])
            XCTAssertGreaterThan(try profile.number("jump.endToWholeMs.max"), 0)
            try expectAllDecodedOnce(profile)
        }
    }

    func testARevisitFetchesNothingAndShowsNoBlankTile() throws {
        for profile in try playTwice("revisit") {
            for figure in ["fetches", "decoded", "blankTiles"] {
                XCTAssertEqual(try profile.number("revisit.\(figure)"), 0, figure)
            }
            try expectAllDecodedOnce(profile)
        }
    }

    func testAZoomOpensEightPhotosResizesTheTilesAndComesBack() throws {
        // All sizes of so many fit the memory cache beside the photos that are opened. What is evicted would be fetched
        // in the old size and then in the new one, or in the new one alone, as time allows.
        let runs = try playTwice("zoom", photos: 12, windowSize: "1280x800")
        for profile in runs {
            XCTAssertEqual(try profile.number("zoom.openToPictureMs.count"), 8)
            XCTAssertEqual(try profile.number("zoom.openToPictureMs.givenUp"), 0)
            XCTAssertGreaterThan(try profile.number("zoom.mainThreadMs.max"), 0)
            // At this width each of the steps is another number of columns. The first comes in the frame in which the
            // photo over the grid has gone.
            XCTAssertEqual(try profile.number("zoom.resizeToWholeMs.count"), 6)
            XCTAssertEqual(try profile.number("zoom.resizeToWholeMs.givenUp"), 0)
            // No size is asked for before it has stood for 120 ms.
            XCTAssertGreaterThan(try profile.number("zoom.resizeToWholeMs.p50"), 120)
        }
        // Not how often was asked: a photo's neighbours are left before they are asked for when it is left quickly.
        for figure in ["loader.decoded", "loader.fetches", "binds"] {
            XCTAssertEqual(try runs[0].number(figure), try runs[1].number(figure), figure)
        }
    }

    func testAFlingEndsByItselfAndDecodesNothingTwice() throws {
        for profile in try playTwice("fling") {
            XCTAssertEqual(try profile.number("loader.duplicateFetches"), 0)
            XCTAssertLessThanOrEqual(try profile.number("loader.decoded"), Double(Self.photos))
            XCTAssertGreaterThan(try profile.number("frames"), 30)
        }
    }

    func testSelectingBindsNothingUntilTheListMoves() throws {
        for profile in try playTwice("select") {
            XCTAssertEqual(try profile.number("select.range.binds"), 0)
            XCTAssertGreaterThan(try profile.number("select.range.frames"), 0)
            XCTAssertGreaterThan(try profile.number("select.band.frames"), 0)
        }
    }

    /// What was on the screen at any time, and all of the list was.
    private func expectAllDecodedOnce(_ profile: Profile) throws {
        XCTAssertEqual(try profile.number("loader.decoded"), Double(Self.photos))
        XCTAssertEqual(try profile.number("loader.duplicateFetches"), 0)
        XCTAssertEqual(try profile.number("loader.evicted"), 0)
    }

    /// Two runs side by side on the same folder; each has every field, and its work adds up.
    private func playTwice(
        _ scenario: String, photos: Int = ScenarioTests.photos, windowSize: String = "800x600"
    ) throws -> [Profile] {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(photos, to: pictures)
        let files = [1, 2].map { path("\($0).json") }
        let runs = try files.map { file in
            try start(arguments: [
                pictures.path, "--profile=\(file)", "--scenario=\(scenario)", "--no-disk-cache",
                "--window-size=\(windowSize)",
            ])
        }
        for run in runs {
            let ending = try run.ending(limit: 120)
            XCTAssertEqual(ending.status, 0, ending.errors)
            XCTAssertTrue(ending.output.hasPrefix("Scenario"), ending.output)
        }
        return try files.map { file in
            let profile = try Profile(file: file)
            XCTAssertEqual(profile.lacking(of: Profile.contract), [])
            XCTAssertEqual(try profile.text("scenario"), scenario)
            XCTAssertEqual(try profile.number("photos"), Double(photos))
            XCTAssertGreaterThan(try profile.number("mainLoop.longestTurnMs"), 0)
            for phase in ["update", "plan", "handOver", "layout", "paint", "jobs"] {
                XCTAssertGreaterThanOrEqual(try profile.number("phaseMs.\(phase).p50"), 0, phase)
            }
            // A part of each update, frame by frame.
            XCTAssertLessThanOrEqual(try profile.number("phaseMs.plan.max"), try profile.number("phaseMs.update.max"))
            return profile
        }
    }
}
