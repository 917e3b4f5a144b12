import Browse
import Photos
import Testing

/// Where pictures lie in tiles and on the page, for many sizes and scales: properties, not examples.
struct TileGeometryTests {
    private let sizes = [(1, 1), (3, 2), (2, 3), (204, 136), (137, 204), (1000, 1), (1, 777), (1999, 2000)]
        .map { PixelSize(width: $0.0, height: $0.1) }
    private let scales = [1.0, 1.25, 2]

    @Test func aPictureLiesInTheMiddleOfItsCellOnDevicePixels() {
        for scale in scales {
            for (width, height) in [(213.0, 213.0), (200, 217), (97, 96)] {
                for size in [(90.0, 90.0), (95.2, 60), (40, 96)] {
                    let frame = TileGeometry.frame(of: size, inCell: (width, height), scale: scale)
                    #expect(frame.width == size.0 && frame.height == size.1)
                    #expect(isWhole(frame.x * scale) && isWhole(frame.y * scale))
                    #expect(abs(frame.midX - width / 2) <= 1 / scale && abs(frame.midY - height / 2) <= 1 / scale)
                }
                let largest = TileGeometry.frame(of: nil, inCell: (width, height), scale: scale)
                #expect(largest.width == min(width, height) && largest.height == largest.width)
            }
        }
    }

    @Test func aPictureCoversItsSquareOrLiesInItAndKeepsItsRatio() {
        let square = Rectangle(x: 4, y: 6, width: 204, height: 204)
        for size in sizes {
            for scale in scales {
                func place(_ cover: Double) -> Rectangle {
                    TileGeometry.place(ratio: size.aspectRatio, in: square, cover: cover, scale: scale)
                }
                let over = place(1), within = place(0)
                for place in [over, within, place(0.3)] {
                    #expect(abs(place.width / place.height / size.aspectRatio - 1) < 1e-9)
                }
                #expect(over.grown(by: 1e-9).contains(square))
                #expect(square.grown(by: 1e-9).contains(within))
                #expect(abs(over.midX - square.midX) < 1e-9 && abs(over.midY - square.midY) < 1e-9)
                #expect(isWhole((within.x - square.x) * scale) && isWhole((within.y - square.y) * scale))
                // Exactly where the transition begins and ends.
                for (fit, place) in [(Fit.fill, over), (.fit, within)] {
                    let transition = ZoomPlacement(
                        tile: square, ratio: size.aspectRatio, fit: fit, in: square, scale: scale)
                    #expect(transition.whole == place)
                    #expect(transition.visible == place.intersection(square))
                }
                var last = within.width
                for step in 1...20 {
                    let width = place(Double(step) / 20).width
                    #expect(width >= last)
                    last = width
                }
            }
        }
    }

    @Test func aCropLiesInTheMiddleAndTheRestIsTwoStrips() {
        for whole in [Rectangle(x: 10, y: 20, width: 900, height: 600), Rectangle(x: 0, y: 0, width: 300, height: 700)]
        {
            for side in [64, 204] {
                let crop = TileGeometry.place(of: PixelSize(square: side), within: whole)
                #expect(crop == whole.crop(ratio: 1))
                let strips = whole.strips(beside: crop)
                let area = strips.map { $0.width * $0.height }.reduce(crop.width * crop.height, +)
                #expect(strips.count == 2 && abs(area - whole.width * whole.height) < 1e-6)
                #expect(
                    strips.allSatisfy {
                        whole.contains($0) && $0.intersection(crop).width * $0.intersection(crop).height == 0
                    })
                #expect(whole.strips(beside: crop, overlap: 2).allSatisfy { whole.contains($0) })
            }
        }
        // The whole photo, but for the rounding of its sides.
        let whole = Rectangle(x: 0, y: 0, width: 1000, height: 667)
        for size in [PixelSize(width: 204, height: 136), PixelSize(width: 64, height: 43)] {
            #expect(TileGeometry.place(of: size, within: whole) == whole)
        }
        #expect(whole.strips(beside: whole).isEmpty)
    }

    @Test func croppedAndCoveredRectanglesKeepCentreAndRatio() {
        for outer in [Rectangle(x: 0, y: 0, width: 640, height: 480), Rectangle(x: -7, y: 3, width: 10, height: 900)] {
            for ratio in [0.1, 0.75, 1, 640.0 / 480, 5] {
                let crop = outer.crop(ratio: ratio), covered = outer.covered(ratio: ratio)
                #expect(outer.grown(by: 1e-9).contains(crop))
                #expect(covered.grown(by: 1e-9).contains(outer))
                for rectangle in [crop, covered] {
                    #expect(abs(rectangle.width / rectangle.height - ratio) < 1e-9)
                    #expect(abs(rectangle.midX - outer.midX) < 1e-9 && abs(rectangle.midY - outer.midY) < 1e-9)
                }
            }
        }
    }

    @Test func aSnappedRectangleHasItsEdgesOnDevicePixels() {
        for scale in scales {
            for offset in stride(from: -3.0, through: 3, by: 0.17) {
                let rectangle = Rectangle(x: offset, y: 2 * offset, width: 10.3, height: 7.7)
                let snapped = rectangle.snapped(scale: scale)
                for edge in [snapped.x, snapped.y, snapped.maxX, snapped.maxY] { #expect(isWhole(edge * scale)) }
                #expect(abs(snapped.x - rectangle.x) <= 0.5 / scale + 1e-9)
                #expect(abs(snapped.maxY - rectangle.maxY) <= 0.5 / scale + 1e-9)
            }
        }
    }

    @Test func aRegionLiesWhereItsPixelsAreAndNeverBelowThreeQuarters() throws {
        let region = PictureRegion(
            of: PixelSize(width: 4000, height: 3000), x: 1000, y: 600, size: PixelSize(width: 800, height: 300))
        let place = Rectangle(x: -900, y: -500, width: 2000, height: 1500)
        #expect(PictureLevel.place(of: region, in: place, scale: 1) == nil)
        #expect(
            try #require(PictureLevel.place(of: region, in: place, scale: 2))
                == Rectangle(x: -400, y: -200, width: 400, height: 150))
        let smallest = Rectangle(x: 0, y: 0, width: 3000, height: 2250)
        #expect(PictureLevel.place(of: region, in: smallest, scale: 1) != nil)
        let whole = PictureRegion(of: region.whole, x: 0, y: 0, size: region.whole)
        #expect(PictureLevel.place(of: whole, in: smallest, scale: 1) == smallest)
    }

    private func isWhole(_ length: Double) -> Bool { abs(length - length.rounded()) < 1e-6 }
}

extension Rectangle {
    fileprivate func grown(by margin: Double) -> Rectangle {
        Rectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
