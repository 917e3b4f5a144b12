// Rectangles on the pixels of a screen, also where these are no whole number to a logical pixel.
import Photos
import Testing

@testable import Browse

struct PixelGridTests {
    static let scales = [1, 1.25, 4.0 / 3, 1.5, 1.75, 2, 2.5, 3]

    private func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-5 }

    @Test(arguments: scales, [(0.0, 0.0), (13, 47), (240, 47), (0.5, 93)])
    func whatIsAlignedLiesOnWholeDevicePixelsOfTheSurface(scale: Double, origin: (Double, Double)) {
        let grid = PixelGrid(scale: scale, origin: origin)
        #expect(abs(grid.x) * scale <= 0.5 + 1e-5 && abs(grid.y) * scale <= 0.5 + 1e-5)
        for number in -40..<40 {
            let place = Rectangle(x: Double(number) * 213, y: Double(number) * 206.5, width: 213, height: 213)
            let aligned = grid.aligned(place)
            #expect(isWhole((aligned.x + origin.0) * scale) && isWhole((aligned.y + origin.1) * scale))
            #expect(abs(aligned.x - place.x) * scale <= 1 + 1e-5 && abs(aligned.y - place.y) * scale <= 1 + 1e-5)
            #expect(aligned.width == 213 && aligned.height == 213)
            let snapped = grid.snapped(place)
            #expect(isWhole((snapped.maxX + origin.0) * scale) && isWhole((snapped.y + origin.1) * scale))
        }
    }

    /// Scrolling moves everything by whole device pixels: it must not shake.
    @Test(arguments: scales)
    func whatIsMovedByDevicePixelsKeepsItsDistances(scale: Double) {
        let grid = PixelGrid(scale: scale, origin: (7, 47))
        let places = (0..<30).map { Rectangle(x: 0, y: Double($0) * 213, width: 213, height: 213) }
        let before = places.map { grid.aligned($0).y }
        for pixels in [1, 2, 3, 640, 2_001] {
            let way = Double(pixels) / scale
            for (place, y) in zip(places, before) {
                #expect(abs(grid.aligned(place.moved(x: 0, y: -way)).y - (y - way)) * scale < 1e-4)
            }
        }
    }

    @Test func wholePixelsAreLeftWhereTheyAre() {
        for scale in [1.0, 2, 3] {
            let grid = PixelGrid(scale: scale, origin: (13, 47))
            let place = Rectangle(x: 426, y: -17, width: 213, height: 213)
            #expect(grid.aligned(place) == place && grid.x == 0 && grid.y == 0)
        }
    }

    @Test func sizesAreThePixelsThatFit() {
        #expect(PixelGrid(scale: 1.25).size(width: 1_001, height: 600) == PixelSize(width: 1_251, height: 750))
        // 1.1 has no exact representation.
        #expect(PixelGrid(scale: 1.1).size(width: 1_280, height: 10) == PixelSize(width: 1_408, height: 11))
        #expect(PixelGrid(scale: 2).size(width: 0, height: 3) == PixelSize(width: 1, height: 6))
    }

    @Test(arguments: scales)
    func picturesAtTheirPixelsLieOnThemInEveryTile(scale: Double) {
        let grid = PixelGrid(scale: scale, origin: (5, 47))
        let room = GridLayout.Room(kind: .squares, width: 1_003, scale: scale, tileSize: 200)
        let layout = GridLayout(count: 40, in: room)
        for index in 0..<40 {
            let size = layout.pictureSize(of: index), cell = grid.aligned(layout.cell(of: index))
            let frame = TileGeometry.frame(
                of: (Double(size.width) / scale, Double(size.height) / scale), inCell: (cell.width, cell.height),
                scale: scale
            ).moved(x: cell.x + 5, y: cell.y + 47)
            #expect(isWhole(frame.x * scale) && isWhole(frame.y * scale) && isWhole(frame.maxX * scale))
        }
    }
}
