// The zoom transition of the real program: what it logs of each frame, and what is seen.
import Foundation
import XCTest

final class ZoomTransitionSmokeTests: SmokeTestCase {
    /// Width ÷ height of the first photo.
    private static let ratio = 1.6
    /// Of the way from end to end, the most that the spring goes in a second, and a little more for a start in motion.
    private static let fastest = 8.0

    /// A window on a marked photo and 59 mosaics, full and still, that tells of its frames.
    private func open(_ size: String) throws -> (program: TesseraProcess, screen: Screen, grid: GridPicture) {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(59, to: pictures)
        let marked = PictureFiles.Marked(width: 1600, height: 1000)
        try marked.jpeg().write(to: pictures.appendingPathComponent("a marked picture.jpg"))
        let program = try start(
            arguments: [pictures.path, "--window-size=\(size)", "--color-scheme=light", "--no-disk-cache"],
            environment: environment(["G_MESSAGES_DEBUG": "Tessera"]))
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let first = try screen.look(for: "a full first screen") { picture in
            let grid = GridPicture(picture)
            return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        return (program, screen, GridPicture(first))
    }

    func testAPhotoFliesInAndHomeAtTwoSizes() throws {
        for size in ["1280x800", "640x900"] {
            let (program, screen, grid) = try open(size)
            let tile = grid.tiles[0]
            try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
            var marks = [try Self.mark(in: screen.look()), try Self.mark(in: screen.look())]
            try landed(program, .opening)
            marks.append(try Self.mark(in: screen.look(for: "the photo")))
            // A tile under the pointer would be drawn as hovered.
            try screen.point(400, 20)
            try screen.press("Escape")
            let homeward = [try Self.mark(in: screen.look()), try Self.mark(in: screen.look())]
            try landed(program, .closing)
            try screen.look(for: "the grid as it was") { picture in
                // But for the ring around it: a key was used.
                guard let now = GridPicture(picture).tiles.first else { return false }
                return [now.x - tile.x, now.y - tile.y, now.width - tile.width, now.height - tile.height]
                    .allSatisfy { abs($0) <= 10 }
            }
            // What was seen: the mark is there each time, square, and grows; then it shrinks.
            for mark in marks + homeward { XCTAssertLessThanOrEqual(abs(mark.width - mark.height), 2, "\(mark)") }
            for (one, next) in zip(marks, marks.dropFirst()) { XCTAssertGreaterThanOrEqual(next.width + 5, one.width) }
            XCTAssertGreaterThan(marks[2].width, tile.width / 2)
            XCTAssertGreaterThanOrEqual(homeward[0].width + 1, homeward[1].width)
            // What was drawn.
            let frames = Self.frames(program)
            let opening = frames.filter { $0.phase == .opening }, closing = frames.filter { $0.phase == .closing }
            try expectSmooth(opening)
            try expectSmooth(closing)
            try expectStraight(opening.filter { $0.progress < 1 })
            try expectStraight(closing.filter { $0.progress > 0 })
            let start = try XCTUnwrap(opening.first), end = try XCTUnwrap(closing.last)
            XCTAssertEqual(start.visible.width, Double(tile.width), accuracy: 1)
            XCTAssertEqual(end.visible.midX, start.visible.midX, accuracy: 1)
            XCTAssertEqual(end.visible.midY, start.visible.midY, accuracy: 1)
            program.end()
        }
    }

    func testBackInMidFlightTurnsAroundWithoutAJump() throws {
        let (program, screen, grid) = try open("1280x800")
        let tile = grid.tiles[7]
        try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        try screen.press("Escape")
        try landed(program, .closing)
        let frames = Self.frames(program)
        try expectSmooth(frames)
        XCTAssertLessThan(try XCTUnwrap(frames.map(\.progress).max()), 1.01)
        let start = try XCTUnwrap(frames.first), end = try XCTUnwrap(frames.last)
        XCTAssertEqual(end.visible.midX, start.visible.midX, accuracy: 1)
        XCTAssertEqual(end.visible.midY, start.visible.midY, accuracy: 1)
    }

    func testAfterThreePhotosItFliesHomeToTheFourth() throws {
        let (program, screen, grid) = try open("1280x800")
        let tile = grid.tiles[0], fourth = grid.tiles[3]
        try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        try landed(program, .opening)
        try screen.press("Right", "Right", "Right")
        try screen.look(for: "the fourth photo")
        try screen.press("Escape")
        try landed(program, .closing)
        let frames = Self.frames(program)
        let start = try XCTUnwrap(frames.first), end = try XCTUnwrap(frames.last)
        XCTAssertEqual(end.visible.midX - start.visible.midX, Double(fourth.x - tile.x), accuracy: 1.5)
        XCTAssertEqual(end.visible.midY - start.visible.midY, Double(fourth.y - tile.y), accuracy: 1.5)
        try expectSmooth(frames.filter { $0.phase == .closing })
    }

    func testAfterAResizeItFliesToWhereItsTileIsNow() throws {
        let (program, screen, grid) = try open("1280x800")
        let tile = grid.tiles[5]
        try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        try landed(program, .opening)
        try screen.resize(700, 760)
        try screen.look(for: "the photo in a smaller window") { $0.width == 700 }
        try screen.press("Escape")
        try landed(program, .closing)
        let now = GridPicture(try screen.look(for: "the grid in a smaller window") { GridPicture($0).rows.count >= 2 })
        let columns = now.rows[0].count
        XCTAssertLessThan(columns, 5)
        // The ring around the tile itself would be taken for a part of it: its place is read off its row and column.
        let other = 5 / columns == 0 ? 1 : 0, column = 5 % columns
        let above = now.rows[other][column], first = now.rows[other][0]
        let end = try XCTUnwrap(Self.frames(program).last)
        XCTAssertEqual(end.visible.width, Double(above.width), accuracy: 1)
        // The first tile is at the page's left edge, the margin away from it.
        XCTAssertEqual(end.visible.x, Double(above.x - first.x) + 12, accuracy: 2)
    }

    func testItsTileIsScrolledIntoViewFirst() throws {
        let (program, screen, grid) = try open("640x700")
        let tile = grid.tiles[0]
        try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        try landed(program, .opening)
        try screen.press("End")
        try screen.look(for: "the last photo")
        try screen.press("Escape")
        try landed(program, .closing)
        let picture = try screen.look(for: "the end of the grid, full") {
            let grid = GridPicture($0)
            return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        let closing = Self.frames(program).filter { $0.phase == .closing }
        let end = try XCTUnwrap(closing.last), side = try XCTUnwrap(GridPicture(picture).tiles.map(\.width).min())
        // Tiles with a ring, of focus or pointer, look larger.
        XCTAssertEqual(end.visible.width, Double(side), accuracy: 1)
        XCTAssertGreaterThan(end.visible.y, 0)
        XCTAssertLessThan(end.visible.y + end.visible.height, Double(picture.height))
        try expectSmooth(closing)
    }

    // MARK: What the program says

    private enum Phase: String { case opening, closing }

    private struct Box {
        var x, y, width, height: Double
        var midX: Double { x + width / 2 }
        var midY: Double { y + height / 2 }
    }

    private struct Frame {
        let phase: Phase
        let time, progress: Double
        let whole, visible: Box
        let pictures: Int
    }

    private static func frames(_ program: TesseraProcess) -> [Frame] {
        program.errors.split(separator: "\n").compactMap { line in
            guard let range = line.range(of: "zoom: frame ") else { return nil }
            let words = line[range.upperBound...].split(separator: " ")
            let numbers = words.dropFirst().compactMap { Double($0) }
            guard let phase = Phase(rawValue: String(words[0])), numbers.count == 11 else { return nil }
            return Frame(
                phase: phase, time: numbers[0], progress: numbers[1],
                whole: Box(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5]),
                visible: Box(x: numbers[6], y: numbers[7], width: numbers[8], height: numbers[9]),
                pictures: Int(numbers[10]))
        }
    }

    private func landed(_ program: TesseraProcess, _ phase: Phase) throws {
        let word = phase == .opening ? "zoom: landed on the page" : "zoom: landed in the tile"
        try waitUntil("the photo to have landed (\(phase))") { program.errors.contains(word) }
    }

    /// The photo is in each frame, its ratio right, and it moves no faster than a spring.
    private func expectSmooth(_ frames: [Frame]) throws {
        XCTAssertGreaterThan(frames.count, 2)
        // There and back again is twice the way.
        let way = zip(frames, frames.dropFirst()).map { one, next in
            abs(next.visible.width - one.visible.width) + abs(next.visible.midX - one.visible.midX)
                + abs(next.visible.midY - one.visible.midY)
        }.reduce(1, +)
        for (one, next) in zip(frames, frames.dropFirst()) where one.time > 0 {
            let limit = Self.fastest * way * (next.time - one.time) + 2
            XCTAssertLessThan(abs(next.visible.midX - one.visible.midX), limit)
            XCTAssertLessThan(abs(next.visible.midY - one.visible.midY), limit)
            XCTAssertLessThan(abs(next.visible.width - one.visible.width), limit)
        }
        for frame in frames {
            XCTAssertGreaterThan(frame.pictures, 0)
            XCTAssertGreaterThan(frame.visible.width, 1)
            // Mosaics are square, as is a photo of which nothing but its tile is known yet.
            let error = min(
                abs(frame.whole.width - frame.whole.height), abs(frame.whole.width - frame.whole.height * Self.ratio))
            XCTAssertLessThan(error, 1, "\(frame)")
        }
    }

    /// Its middle moves one way, and its size, too.
    private func expectStraight(_ frames: [Frame]) throws {
        let last = try XCTUnwrap(frames.last), first = try XCTUnwrap(frames.first)
        func isMonotonic(_ value: (Frame) -> Double) -> Bool {
            let sign = value(last) - value(first) < 0 ? -1.0 : 1.0
            return zip(frames, frames.dropFirst()).allSatisfy { sign * (value($1) - value($0)) > -0.5 }
        }
        XCTAssertTrue(isMonotonic { $0.visible.midX })
        XCTAssertTrue(isMonotonic { $0.visible.midY })
        XCTAssertTrue(isMonotonic { $0.visible.width })
    }

    // MARK: What is seen

    /// The size of the red square in the middle of the marked photo: the longest rows and columns of its red, which are
    /// longer than any block of a mosaic.
    private static func mark(in picture: PixelImage) throws -> (width: Int, height: Int) {
        func longest(_ lines: Int, _ length: Int, _ isRed: (_ line: Int, _ place: Int) -> Bool) -> Int {
            var longest = 0
            for line in stride(from: 0, to: lines, by: 4) {
                var run = 0
                for place in 0..<length {
                    run = isRed(line, place) ? run + 1 : 0
                    longest = max(longest, run)
                }
            }
            return longest
        }
        func isRed(_ x: Int, _ y: Int) -> Bool { picture[x, y].isNear(PictureFiles.Marked.red, within: 24) }
        let width = longest(picture.height, picture.width) { isRed($1, $0) }
        let height = longest(picture.width, picture.height) { isRed($0, $1) }
        XCTAssertGreaterThan(width, 40, "the photo is not in the picture")
        return (width, height)
    }
}
