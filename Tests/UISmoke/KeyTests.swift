// The window in use: keys, wheel, pointer, resizing, and the way into a photo and back.
import Foundation
import XCTest

final class KeyTests: SmokeTestCase {
    /// A window on 90 pictures, full and still.
    private func open(_ arguments: String...) throws -> (screen: Screen, first: PixelImage) {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(90, to: pictures)
        let program = try start(
            arguments: arguments + [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        // Out of the way: a tile under the pointer would be drawn as hovered.
        try screen.point(400, 20)
        return (screen, try screen.look(for: "a full first screen", until: Self.isFull))
    }

    private static func isFull(_ picture: PixelImage) -> Bool {
        let grid = GridPicture(picture)
        return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
    }

    func testArrowsMoveTheFocusRing() throws {
        let (screen, first) = try open()
        try screen.press("Right")
        let one = try screen.look(for: "a focus ring") { !Self.hasSameTiles($0, first) }
        try screen.press("Right")
        let two = try screen.look(for: "the ring on the next tile") {
            !Self.hasSameTiles($0, one) && !Self.hasSameTiles($0, first)
        }
        try screen.press("Left")
        try screen.look(for: "the ring where it was") { Self.hasSameTiles($0, one) }
        try screen.press("Down")
        try screen.look(for: "the ring in the second row") { picture in
            [first, one, two].allSatisfy { !Self.hasSameTiles(picture, $0) }
        }
    }

    /// Whether two pictures of a window are the same below the header, whose words may come later than the tiles.
    private static func hasSameTiles(_ one: PixelImage, _ other: PixelImage) -> Bool {
        let tiles = PixelArea(x: 0, y: 52, width: one.width, height: one.height - 52)
        return one.width == other.width && one.height == other.height && one.difference(tiles, to: other, tiles) == 0
    }

    /// As a program gets them that was busy, or whose machine was: no turn of its loop lies between them.
    func testKeysThatCameTogetherActOneAfterTheOther() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(4, to: pictures)
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "the tiles") { GridPicture($0).tiles.count == 4 }
        kill(program.id, SIGSTOP)
        defer { kill(program.id, SIGCONT) }
        try screen.press("ctrl+a", "alt+4")
        kill(program.id, SIGCONT)
        try waitUntil("four sidecars") {
            try FileManager.default.contentsOfDirectory(atPath: pictures.path).count { $0.hasSuffix(".xmp") } == 4
        }
    }

    func testEndHomeAndPageKeysReachWhatTheySay() throws {
        let (screen, first) = try open()
        try screen.press("Right")
        let atStart = try screen.look(for: "a focus ring") { $0 != first }
        try screen.press("End")
        let atEnd = try screen.look(for: "the last row, full") { GridPicture($0).tiles.count >= 6 && $0 != atStart }
        let last = GridPicture(atEnd)
        for tile in last.tiles { XCTAssertEqual(last.content(tile), .picture, "\(tile) at the end") }
        try screen.press("Home")
        let home = try screen.look(for: "the first row again") { Self.areAlike($0, atStart, below: 3) }
        // The first moves the focus to the lowest tile that is whole, as GTK does; the others move the page.
        try screen.press("Next", "Next", "Next")
        try screen.look(for: "the next page") {
            !Self.areAlike($0, home, below: 3) && !Self.areAlike($0, atEnd, below: 3)
        }
    }

    func testSpaceGoesOnByAScreenAndShiftSpaceBack() throws {
        let (screen, first) = try open()
        try screen.press("space")
        try screen.look(for: "the next screen, full") { !Self.areAlike($0, first, below: 10) && Self.isFull($0) }
        try screen.press("shift+space")
        try screen.look(for: "the first screen again") { Self.areAlike($0, first, below: 3) }
    }

    func testCtrlAndTheWheelKeepThePhotoUnderThePointer() throws {
        let (screen, first) = try open()
        try screen.point(300, 320)
        try screen.wheelDown(clicks: 9)
        // A busy machine rests between the clicks.
        var seen: [PixelImage] = []
        var before = try screen.look(for: "other tiles, full, at rest") {
            seen = seen.filter { [now = $0] in $0 == now } + [$0]
            return seen.count >= 5 && !Self.areAlike($0, first, below: 10) && Self.isFull($0)
        }
        let photo = try XCTUnwrap(Self.tile(in: before, at: (300, 320)))
        // Clicks, and the pixels of a tile when all of them have had their effect: on a busy machine two looks may be
        // the same on the way, too.
        for (clicks, size) in [(2, 406), (-3, 196), (1, 270)] {
            if clicks > 0 { try screen.ctrlWheelUp(clicks: clicks) } else { try screen.ctrlWheelDown(clicks: -clicks) }
            before = try screen.look(for: "\(clicks) steps of size") {
                GridPicture($0).wholeTiles.contains { abs($0.width - size) <= 1 } && Self.isFull($0)
            }
            // Its column changes with their number; its height does not.
            let row = GridPicture(before).tiles.filter { ($0.y..<$0.y + $0.height).contains(320) }
            let same = try XCTUnwrap(
                row.first { Self.areAlike(Self.signature(before, $0), photo.signature) }, "the photo has left its row")
            XCTAssertEqual(Double(320 - same.y) / Double(same.width), photo.depth, accuracy: 0.03)
        }
    }

    /// The tile at a point, how far down in it the point is, and what is in it.
    private static func tile(
        in picture: PixelImage, at point: (x: Int, y: Int)
    ) -> (depth: Double, signature: [Colour])? {
        let tile = GridPicture(picture).wholeTiles.first {
            ($0.x..<$0.x + $0.width).contains(point.x) && ($0.y..<$0.y + $0.height).contains(point.y)
        }
        return tile.map { (Double(point.y - $0.y) / Double($0.height), signature(picture, $0)) }
    }

    /// Colours in the middle of some of a mosaic's blocks, whatever its size. A tile that the window's edge cuts has
    /// none of the blocks that are cut.
    private static func signature(_ picture: PixelImage, _ tile: PixelArea) -> [Colour] {
        let middles = [1, 4, 7, 9, 11, 14].map { (Double($0) + 0.5) / 16 }
        return middles.flatMap { y in
            middles.compactMap { x in
                let (px, py) = (tile.x + Int(x * Double(tile.width)), tile.y + Int(y * Double(tile.width)))
                return py < tile.y + tile.height ? picture[px, py] : nil
            }
        }
    }

    private static func areAlike(_ one: [Colour], _ other: [Colour]) -> Bool {
        let near = zip(one, other).count { $0.isNear($1, within: 60) }
        return near > 0 && near * 4 >= min(one.count, other.count) * 3
    }

    func testTheWheelScrollsAndEveryTileIsFilled() throws {
        let (screen, first) = try open()
        try screen.point(300, 300)
        try screen.wheelDown(clicks: 12)
        let later = try screen.look(for: "other tiles, all filled") {
            !Self.areAlike($0, first, below: 10) && GridPicture($0).tiles.allSatisfy { $0.width > 150 }
        }
        let grid = GridPicture(later)
        for tile in grid.tiles { XCTAssertEqual(grid.content(tile), .picture, "\(tile)") }
    }

    func testADragOfTheScrollBarGoesThroughTheListAndSaysWhere() throws {
        let (screen, first) = try open()
        let bar = first.width - 12, top = 70, end = first.height - 12
        // It comes out when the pointer moves, and widens under it.
        try screen.point(bar, top - 5)
        try screen.look(for: "the scroll bar") { $0 != first }
        try screen.hold(bar, top)
        var isDown = false
        try waitUntil("the position beside the bar") {
            isDown.toggle()
            try screen.point(bar, isDown ? end : top)
            return Self.showsPosition(try screen.look())
        }
        try screen.point(bar, end)
        try screen.look(for: "the last row, full, and no position") {
            !Self.areAlike($0, first, below: 10) && !Self.showsPosition($0) && Self.isFullBesideTheBar($0)
        }
        try screen.point(bar, top)
        try screen.look(for: "the first row, with the bar still held") { Self.areAlike($0, first, below: 5) }
        try screen.letGo()
        try screen.point(400, 20)
        try screen.look(for: "the first screen as it was") { Self.areAlike($0, first, below: 0.5) }
    }

    /// Whether something dark lies over the pictures at their right, wider than four blocks of a mosaic.
    private static func showsPosition(_ picture: PixelImage) -> Bool {
        (60..<picture.height - 10).contains { y in
            var run = 0
            return (picture.width - 160..<picture.width - 25).contains { x in
                let colour = picture[x, y]
                run = max(colour.r, colour.g, colour.b) < 70 ? run + 1 : 0
                return run > 56
            }
        }
    }

    private static func isFullBesideTheBar(_ picture: PixelImage) -> Bool {
        let grid = GridPicture(picture, searchingShare: 0.9)
        return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
    }

    func testEnterOpensAPhotoAndEscapeComesBackToTheSamePlace() throws {
        let (screen, _) = try open()
        try screen.press("Next")
        try screen.press("Right")
        let before = try screen.look(for: "a focused tile on another page")
        try screen.press("Return")
        let photo = try screen.look(for: "the photo") { Self.showsOnePhoto($0) }
        XCTAssertFalse(Self.areAlike(photo, before, below: 10))
        try screen.press("Escape")
        try screen.look(for: "the grid as it was") { Self.areAlike($0, before, below: 0.5) }
        // The focus has stayed too: the next key moves on from the same tile, and back.
        try screen.press("Left")
        try screen.look(for: "the ring one tile on") { $0 != before }
        try screen.press("Right")
        try screen.look(for: "the ring back") { Self.areAlike($0, before, below: 0.5) }
    }

    func testAClickOpensTheTileUnderThePointer() throws {
        let (screen, first) = try open()
        let tile = GridPicture(first).tiles[1]
        try screen.click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        let photo = try screen.look(for: "the photo") { Self.showsOnePhoto($0) }
        // The second picture in its own size, in the middle below the header: the corners of its blocks have the
        // colours of the tile.
        let side = 320
        let left = (photo.width - side) / 2, top = (photo.height + Self.header - side) / 2
        for part in [0.1, 0.47, 0.72] {
            let small = first[tile.x + Int(part * Double(tile.width)), tile.y + Int(part * Double(tile.height))]
            let large = photo[left + Int(part * Double(side)), top + Int(part * Double(side))]
            XCTAssertTrue(small.isNear(large, within: 30), "at \(part): \(small) in the tile, \(large) in the photo")
        }
    }

    func testASlowClickOpensThePhoto() throws {
        let (screen, first) = try open()
        let tile = GridPicture(first).tiles[1], (x, y) = (tile.x + tile.width / 2, tile.y + tile.height / 2)
        try screen.hold(x, y)
        // A GTK gesture is stopped after 400 ms, which nothing shows.
        try Screen.command("xdotool", ["sleep", "0.6"])
        try screen.letGo()
        try screen.look(for: "the photo") { Self.showsOnePhoto($0) }
    }

    func testF12ShowsAndHidesTheProfileOverlay() throws {
        let (screen, first) = try open()
        try screen.press("F12")
        // It changes with every frame, so one look is enough.
        try waitUntil("the overlay") { try screen.look() != first }
        try screen.press("F12")
        try screen.look(for: "the grid without it") { $0 == first }
    }

    func testAResizedWindowIsFullAgain() throws {
        let (screen, _) = try open()
        for (width, height, columns) in [(1240, 700, 5), (620, 640, 3), (1000, 600, 4)] {
            try screen.resize(width, height)
            try screen.look(for: "\(columns) columns, all filled") { picture in
                let grid = GridPicture(picture)
                return picture.width == width && grid.rows.count >= 2
                    && grid.rows.allSatisfy { $0.count == columns } && Self.isFull(picture)
            }
        }
    }

    /// Whether two looks differ by less than `limit` of 255 in the mean.
    private static func areAlike(_ one: PixelImage, _ other: PixelImage, below limit: Double) -> Bool {
        one.width == other.width && one.height == other.height
            && one.difference(one.area, to: other, other.area) <= limit
    }

    private static let ground = Colour(r: 0x1E, g: 0x1E, b: 0x1E)
    /// Height of the header, below which the photo lies.
    private static let header = 47

    /// Whether one photo lies in the middle of the plain dark ground.
    private static func showsOnePhoto(_ picture: PixelImage) -> Bool {
        let top = picture.height / 2 - 200
        let heart = PixelArea(x: picture.width / 2 - 200, y: top, width: 400, height: 400)
        return picture.content(heart) == .picture
            && [20, picture.width - 100].allSatisfy { x in
                [0, 399].allSatisfy { picture[x, top + $0].isNear(Self.ground, within: 2) }
            }
    }
}
