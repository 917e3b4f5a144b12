// Photos selected by pointer and keys, in the real window.
import Foundation
import XCTest

final class SelectionSmokeTests: SmokeTestCase {
    /// A window on 30 pictures, full and still.
    private func open() throws -> (screen: Screen, first: PixelImage, tiles: [PixelArea]) {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(30, to: pictures)
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let first = try screen.look(for: "a full first screen") { picture in
            let grid = GridPicture(picture)
            return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        return (screen, first, GridPicture(first).tiles)
    }

    /// Whether a tile has the ring of a selected photo: its edge has one colour, and a light line lies inside.
    private static func isSelected(_ tile: PixelArea, in picture: PixelImage) -> Bool {
        let middle = tile.y + tile.height / 2
        let edge = picture[tile.x + 2, middle]
        return (1...3).allSatisfy { picture[tile.x + $0, middle].isNear(edge, within: 2) }
            && picture[tile.x + tile.width / 2, tile.y + 2].isNear(edge, within: 2)
            && Int(edge.b) - Int(edge.r) > 60
    }

    private static func selected(_ tiles: [PixelArea], in picture: PixelImage) -> [Int] {
        tiles.indices.filter { isSelected(tiles[$0], in: picture) }
    }

    func testCtrlAndShiftAndTheKeysSelectAndEscapeLeaves() throws {
        let (screen, _, tiles) = try open()
        try screen.click(tiles[1], holding: "ctrl")
        try screen.look(for: "the second photo selected") { Self.selected(tiles, in: $0) == [1] }
        try screen.click(tiles[3], holding: "shift")
        try screen.look(for: "a range of three") { Self.selected(tiles, in: $0) == [1, 2, 3] }
        // Without keys a click toggles now.
        try screen.click(tiles[2])
        try screen.look(for: "the one in the middle no more") { Self.selected(tiles, in: $0) == [1, 3] }
        try screen.press("ctrl+a")
        try screen.look(for: "all") { Self.selected(tiles, in: $0) == Array(tiles.indices) }
        try screen.press("Escape")
        try screen.look(for: "none") { Self.selected(tiles, in: $0).isEmpty }
        try screen.press("shift+Left")
        try screen.look(for: "two by a key") { Self.selected(tiles, in: $0) == [1, 2] }
    }

    func testTheRubberBandSelectsWhatItTouches() throws {
        let (screen, _, tiles) = try open()
        let columns = try XCTUnwrap(tiles.firstIndex { $0.y > tiles[0].y })
        // From the gap between two photos.
        try screen.hold(tiles[0].x + tiles[0].width + 3, tiles[0].y + 40)
        try screen.point(tiles[1].x + 60, tiles[1].y + 60)
        try screen.point(tiles[1].x + 60, tiles[columns + 1].y + 60)
        try screen.letGo()
        try screen.point(400, 20)
        try screen.look(for: "two selected") { Self.selected(tiles, in: $0) == [1, columns + 1] }
    }
}

extension Screen {
    /// Clicks in the middle of a tile.
    fileprivate func click(_ tile: PixelArea, holding key: String? = nil) throws {
        if let key { try hold(key: key) }
        try click(tile.x + tile.width / 2, tile.y + tile.height / 2)
        if let key { try letGo(key: key) }
        // Out of the way: a tile under the pointer has an empty check.
        try point(400, 20)
    }
}
