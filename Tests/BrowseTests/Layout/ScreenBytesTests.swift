// The bytes of the pictures that a screen shows at once.
import Photos
import Testing

@testable import Browse

@Suite struct ScreenBytesTests {
    @Test(arguments: [LayoutKind.squares, .whole, .justified], [64, 200, 512])
    func noScreenShowsMoreThanIsSaid(kind: LayoutKind, tile: Int) {
        for (width, height, scale) in [(1280, 800.0, 1.0), (1920, 1033.0, 1.0), (1280, 720.0, 2.0), (400, 300.0, 1.5)] {
            // A row of one upright photo may be higher than a narrow window.
            if kind == .justified, width < 1000 { continue }
            let room = GridLayout.Room(kind: kind, width: width, scale: scale, tileSize: tile)
            let ratios = (0..<2000).map { Float([0.66, 1, 1.5, 3][$0 % 4]) }
            let layout = GridLayout(count: 2000, proportions: kind == .justified ? ratios : [], in: room)
            var most = 0
            for scroll in stride(from: 0, to: min(layout.height - height, 5000), by: 37) {
                let visible = layout.visible(scroll: scroll, pageHeight: height)
                most = max(most, visible.reduce(0) { $0 + layout.pictureSize(of: $1).area * 4 })
            }
            let said = room.pictureBytes(ofScreen: height)
            #expect(most > 0 && most <= said && said <= 4 * most)
        }
    }
}
