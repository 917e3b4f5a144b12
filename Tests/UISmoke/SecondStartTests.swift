// A folder that was looked at before: its tiles come from the store, as long as their files are what they were.
import Foundation
import XCTest

final class SecondStartTests: SmokeTestCase {
    func testAFolderSeenBeforeIsShownWithoutReadingItsFilesEvenAfterAKill() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        for number in 1...6 {
            try PictureFiles.Marked(width: 1200, height: 800).jpeg()
                .write(to: pictures.appendingPathComponent("\(number).jpg"))
        }
        let arguments = [
            pictures.path, "--window-size=1280x800", "--color-scheme=light", "--cache-dir=\(path("store"))",
        ]
        let first = try start(arguments: arguments)
        try waitUntil("six tiles to be stored") { try storedTiles() == 6 }
        first.end()
        XCTAssertEqual(try fetches(arguments), 0)
        // Another picture under the old name.
        try PictureFiles.Marked(width: 900, height: 900).jpeg().write(to: pictures.appendingPathComponent("3.jpg"))
        XCTAssertEqual(try fetches(arguments), 1)
        XCTAssertEqual(try fetches(arguments + ["--no-disk-cache"]), 6)
    }

    /// Files read until the viewport is whole; the picture has all tiles.
    private func fetches(_ arguments: [String]) throws -> Int {
        let file = path("profile.json")
        let picture = try screenshot(arguments + ["--profile=\(file)"])
        let profile = try Profile(file: file)
        // The overlay is no square.
        XCTAssertEqual(GridPicture(picture).wholeTiles.count, 6)
        XCTAssertEqual(try profile.number("loader.decoded"), 6)
        return Int(try profile.number("loader.fetches"))
    }

    /// Records in the pack's files.
    private func storedTiles() throws -> Int {
        let store = folder.appendingPathComponent("store/tiles")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: store.path)) ?? []
        return try names.filter { $0.hasSuffix(".tiles") }.reduce(0) { count, name in
            let data = try Data(contentsOf: store.appendingPathComponent(name))
            return count + String(decoding: data, as: UTF8.self).components(separatedBy: "TSRT").count - 1
        }
    }
}
