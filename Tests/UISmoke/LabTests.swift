// What `tessera-lab` makes and measures, on a scale that a test has time for.
import Foundation
import XCTest

final class LabTests: SmokeTestCase {
    func testAFolderOfPhotosHoldsAsManyNamesAsWantedAndFewFiles() throws {
        let photos = path("photos")
        XCTAssertEqual(
            try startLab("photos", photos, "--count", "25", "--distinct", "3", "--size", "96x64", "--per-folder", "10")
                .ending().status, 0)
        let names = try XCTUnwrap(FileManager.default.subpaths(atPath: photos)).filter { $0.hasSuffix(".JPG") }.sorted()
        XCTAssertEqual(names.count, 25)
        XCTAssertEqual([names[0], names[24]], ["roll0000/IMG_00001.JPG", "roll0002/IMG_00025.JPG"])
        let files = try names.map {
            try FileManager.default.attributesOfItem(atPath: "\(photos)/\($0)")[.systemFileNumber] as? Int
        }
        XCTAssertEqual(Set(files).count, 3)
        // What is there stays there.
        let again = try startLab("photos", photos, "--count", "1").ending()
        XCTAssertEqual(again.status, 1)
        XCTAssertTrue(again.errors.contains("is not empty"), again.errors)
    }

    func testWhatHappensToTheCatalogueIsSaidBesideTheListing() throws {
        let photos = path("listed"), catalogue = path("catalogue.sqlite")
        XCTAssertEqual(try startLab("photos", photos, "--count", "3", "--size", "96x64").ending().status, 0)
        func list() throws -> TesseraProcess.Ending {
            try startLab("library", photos, "--catalogue", catalogue).ending()
        }
        let first = try list()
        XCTAssertEqual(first.errors, "")
        XCTAssertTrue(first.output.hasSuffix("3 photos\n"), first.output)
        // SQLite keeps the version of the tables in the bytes from 60 on (PRAGMA user_version).
        var bytes = try Data(contentsOf: URL(fileURLWithPath: catalogue))
        bytes[60] = 0x7F
        try bytes.write(to: URL(fileURLWithPath: catalogue))
        let newer = try list()
        XCTAssertTrue(newer.errors.contains("A newer version of Tessera has written"), newer.errors)
        XCTAssertEqual(newer.output, first.output)
        try Data("no database at all".utf8).write(to: URL(fileURLWithPath: catalogue))
        let damaged = try list()
        XCTAssertTrue(damaged.errors.contains("was damaged and is made again"), damaged.errors)
        XCTAssertEqual(damaged.output, first.output)
        XCTAssertEqual(try list().errors, "")
    }

    func testFilesThatAreNotShownAreCounted() throws {
        let photos = path("hidden")
        XCTAssertEqual(try startLab("photos", photos, "--count", "2", "--size", "96x64").ending().status, 0)
        for name in ["a.psd", "b.xcf"] { try Data([1]).write(to: URL(fileURLWithPath: "\(photos)/\(name)")) }
        let ending = try startLab("library", photos, "--json").ending()
        let report = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
        XCTAssertEqual(report["count"] as? Int, 2, ending.output)
        XCTAssertEqual(report["hidden"] as? Int, 2, ending.output)
        let text = try startLab("library", photos).ending().output
        XCTAssertTrue(text.hasSuffix("2 photos, 2 files are not shown\n"), text)
    }

    func testTheGridIsMeasuredBesideTheFloorAndThePlainGrid() throws {
        let run = try startLab(
            "bench", "grid", "--count", "60", "--rounds", "1", "--size", "800x600", "--json",
            environment: environment(["TMPDIR": folder.path]))
        let ending = try run.ending(limit: 180)
        XCTAssertEqual(ending.status, 0, ending.errors)
        let report = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
        let result = try XCTUnwrap((report["results"] as? [[String: Any]])?.first)
        let rounds = try XCTUnwrap((result["rounds"] as? [String: Any])?["profiles"] as? [String: [[String: Any]]])
        XCTAssertEqual(Set(rounds.keys), ["empty", "floor", "keptFloor", "tessera", "naive"])
        for (grid, profiles) in rounds where grid != "empty" {
            XCTAssertEqual(profiles.count, 1)
            XCTAssertEqual(profiles.first?["photos"] as? Int, 60, grid)
            XCTAssertGreaterThan(profiles.first?["frames"] as? Int ?? 0, 0, grid)
        }
        XCTAssertEqual(rounds["floor"]?.first?["blankTileShare"] as? Double, 0)
        let budgets = try XCTUnwrap(result["budgets"] as? [[String: Any]])
        XCTAssertTrue(budgets.contains { ($0["name"] as? String)?.contains("p95 beside the floor") == true })
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("bench") }, [])
    }

    func testABenchWithoutADisplaySaysHowToGetOne() throws {
        let run = try startLab(
            "bench", "grid", environment: environment(without: ["DISPLAY", "WAYLAND_DISPLAY"]))
        let ending = try run.ending()
        XCTAssertEqual(ending.status, 1)
        XCTAssertTrue(ending.errors.contains("scripts/bench"), ending.errors)
    }
}
