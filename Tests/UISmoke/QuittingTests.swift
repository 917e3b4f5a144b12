// What a user has given and the disk has not yet: written before the program ends, by whatever it is ended.
import Foundation
import XCTest

final class QuittingTests: SmokeTestCase {
    /// So many that they take longer to be marked than the program to end.
    private static let count = 600
    private var pictures: URL { folder.appendingPathComponent("pictures") }

    /// A window on pictures of which one has just been given its stars, and all the others are to get them.
    private func openAndRate() throws -> (program: TesseraProcess, screen: Screen) {
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let picture = try PictureFiles.mosaic(1)
        for number in 0..<Self.count { try picture.write(to: pictures.appendingPathComponent("\(number).jpg")) }
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "the tiles") { picture in
            let grid = GridPicture(picture)
            return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        try screen.press("ctrl+a", "alt+4")
        return (program, screen)
    }

    /// The sidecars that say four stars.
    private var rated: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: pictures.path)) ?? []
        return names.count { name in
            name.hasSuffix(".xmp")
                && (FileManager.default.contents(atPath: pictures.appendingPathComponent(name).path)
                    .map { String(decoding: $0, as: UTF8.self).contains("xmp:Rating=\"4\"") } ?? false)
        }
    }

    func testStarsAreWrittenWhenTheProgramIsQuitAtOnce() throws {
        let (program, screen) = try openAndRate()
        try screen.press("ctrl+q")
        try waitUntil("the program has ended", limit: 120) { !program.isRunning }
        XCTAssertEqual(rated, Self.count)
    }

    func testStarsAreWrittenWhenTheSessionEndsInTheMiddle() throws {
        let (program, _) = try openAndRate()
        try waitUntil("the first sidecar") { self.rated > 0 }
        program.terminate()
        try waitUntil("the program has ended", limit: 120) { !program.isRunning }
        XCTAssertEqual(rated, Self.count)
    }

    func testStarsAreWrittenWhenTheLastWindowIsClosed() throws {
        let (program, screen) = try openAndRate()
        try screen.press("ctrl+w")
        // Each mark is synced to the disk, which takes its time where others write.
        try waitUntil("the program has ended", limit: 120) { !program.isRunning }
        XCTAssertEqual(rated, Self.count)
    }
}
