import Browse
import Photos
import Testing

/// Where a picture lies at either end of a zoom, and in which of its sizes it is drawn.
struct ZoomGeometryTests {
    private let window = Rectangle(x: 0, y: 0, width: 1000, height: 800)

    @Test func aPhotoCoversItsTileAndTheTileIsSeen() {
        let square = Rectangle(x: 100, y: 50, width: 200, height: 200)
        let wide = ZoomPlacement(tile: square, ratio: 2, fit: .fill, in: window, scale: 1)
        #expect(wide.whole == Rectangle(x: 0, y: 50, width: 400, height: 200))
        #expect(wide.visible == square)
        let high = ZoomPlacement(tile: square, ratio: 0.5, fit: .fill, in: window, scale: 1)
        #expect(high.whole == Rectangle(x: 100, y: -50, width: 200, height: 400))
        #expect(high.visible == square)
    }

    @Test func ofATileAtTheEdgeThatPartIsSeenWhichIsInView() {
        let square = Rectangle(x: 100, y: -50, width: 200, height: 200)
        #expect(
            ZoomPlacement(tile: square, ratio: 1, fit: .fill, in: window, scale: 1).visible
                == Rectangle(x: 100, y: 0, width: 200, height: 150))
        let gone = Rectangle(x: 100, y: -300, width: 200, height: 200)
        #expect(ZoomPlacement(tile: gone, ratio: 1, fit: .fill, in: window, scale: 1).visible.height == 0)
    }

    @Test func theTilesCropLiesInTheMiddleOfThePhoto() {
        let photo = Rectangle(x: 0, y: 0, width: 900, height: 600)
        #expect(photo.crop(ratio: 1) == Rectangle(x: 150, y: 0, width: 600, height: 600))
        #expect(photo.crop(ratio: 1).covered(ratio: 1.5) == photo)
    }

    @Test func aTurnedPhotoThatIsTurnedBackIsWhatItWas() {
        // Upright in its tile; on its page it lies on its side, and its left end is out of view.
        let turned = ZoomPlacement(whole: Rectangle(x: -100, y: 200, width: 600, height: 300), in: window)
        #expect(turned.visible == Rectangle(x: 0, y: 200, width: 500, height: 300))
        // Turned by a quarter clockwise, what was its lower end is at the left.
        let quarter = turned.unrotated(quarters: 1)
        #expect(quarter.whole == Rectangle(x: 50, y: 50, width: 300, height: 600))
        #expect(quarter.visible == Rectangle(x: 50, y: 50, width: 300, height: 500))
        let half = turned.unrotated(quarters: 2)
        #expect(half.whole == turned.whole)
        #expect(half.visible == Rectangle(x: -100, y: 200, width: 500, height: 300))
        let other = turned.unrotated(quarters: 3)
        #expect(other.visible == Rectangle(x: 50, y: 150, width: 300, height: 500))
        #expect(turned.unrotated(quarters: -1) == other)
        for quarters in 0...4 { #expect(turned.unrotated(quarters: quarters).unrotated(quarters: -quarters) == turned) }
    }

    @Test func noPictureIsDrawnBelowThreeQuartersOfItsSize() {
        let widths = [1130, 565, 283]
        #expect(PictureLevel.best(of: widths, drawn: 1130) == 0)
        #expect(PictureLevel.best(of: widths, drawn: 847.5) == 0)
        #expect(PictureLevel.best(of: widths, drawn: 847) == 1)
        #expect(PictureLevel.best(of: widths, drawn: 300) == 2)
        #expect(PictureLevel.best(of: widths, drawn: 200) == nil)
        #expect(PictureLevel.best(of: [], drawn: 200) == nil)
    }

    @Test func thereAreCopiesForEveryWidthDownToTheTiles() {
        #expect(PictureLevel.widths(below: 1130, downTo: 306) == [565, 283])
        #expect(PictureLevel.widths(below: 300, downTo: 306) == [])
        #expect(PictureLevel.widths(below: 1, downTo: 0) == [])
        for width in 1...2000 {
            let all = [width] + PictureLevel.widths(below: width, downTo: 200)
            #expect(PictureLevel.best(of: all, drawn: 200) != nil)
        }
    }
}
