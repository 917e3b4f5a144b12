import Browse
import Photos
import Testing

/// The arithmetic of the grid.
struct GridMetricsTests {
    @Test(arguments: [
        (1280, 6, 213, 204), (800, 3, 266, 260), (1920, 9, 213, 204), (824, 4, 206, 200), (823, 3, 274, 268),
        (618, 3, 206, 200), (617, 3, 205, 196),
    ])
    func asManyColumnsAsFitShareTheWidth(width: Int, columns: Int, cell: Int, side: Int) {
        let metrics = GridMetrics(width: width)
        #expect(metrics.columns == columns)
        #expect(metrics.cell == cell)
        #expect(metrics.pictureSide == side)
    }

    @Test func sidesAreDevicePixelsInStepsOfFour() {
        #expect(GridMetrics(width: 1280, scale: 2).pictureSide == 412)
        #expect(GridMetrics(width: 1280, scale: 1.5).pictureSide == 308)
        #expect(GridMetrics(width: 1280, scale: 2).pictureSize == PixelSize(square: 412))
    }

    @Test func sizesThatNoWindowHasAreSurvived() {
        for width in [Int.min, -1, 0, 1, 5, 7] {
            for scale in [Double.nan, -1, 0, 1, .infinity] {
                let metrics = GridMetrics(width: width, scale: scale)
                #expect(metrics.columns == 1 && metrics.cell >= 1 && metrics.pictureSide >= 4)
            }
        }
    }

    @Test func tileSizesStayInTheirRange() {
        #expect(GridMetrics(width: 1400, tileSize: 1) == GridMetrics(width: 1400, tileSize: 24))
        #expect(GridMetrics(width: 1400, tileSize: 9999) == GridMetrics(width: 1400, tileSize: 512))
    }

    /// What the pictures promise over all widths of a window, for three tile sizes and scales.
    @Test(arguments: [
        (24, 1.0, 2.0), (24, 2.0, 2.0), (48, 1.25, 4.0), (63, 1.0, 5.0), (64, 1.0, 6.0), (200, 1.0, 6.0),
        (200, 1.25, 6.0), (200, 2.0, 6.0), (512, 2.0, 6.0),
    ])
    func picturesFitTheirCellsAndKeepTheGap(tile: Int, scale: Double, least: Double) {
        var changes = 0
        var previous: GridMetrics?
        for width in 600...2600 {
            let metrics = GridMetrics(width: width, scale: scale, tileSize: tile)
            #expect(metrics.columns * metrics.cell <= width && width - metrics.columns * metrics.cell < metrics.columns)
            let gap = Double(metrics.cell) - Double(metrics.pictureSide) / scale
            #expect(gap >= least && gap < Double(metrics.gap) + 4 / scale + 1e-9)
            #expect(metrics.pictureSide % 4 == 0)
            if let previous, previous.pictureSide != metrics.pictureSide { changes += 1 }
            previous = metrics
        }
        #expect(Double(changes) <= 2000 * scale / 4 + 1)
    }

    @Test func aScreenHoldsTwoThousandOfTheSmallest() {
        let metrics = GridMetrics(width: 1280, tileSize: 24)
        #expect(metrics.columns == 49 && metrics.cell == 26 && metrics.pictureSide == 24)
        #expect(
            GridMetrics(width: 1920, tileSize: 24).visible(scroll: 0, pageHeight: 1000, count: 100_000).count == 39 * 73
        )
        #expect(GridMetrics(width: 1280, scale: 2, tileSize: 24).pictureSide == 48)
    }

    @Test func visibleRangesAreRowsThatOverlapThePage() {
        let metrics = GridMetrics(width: 600, tileSize: 250)  // 2 columns of 300
        #expect(metrics.cell == 300 && metrics.columns == 2)
        #expect(metrics.visible(scroll: 0, pageHeight: 600, count: 100) == 0..<4)
        #expect(metrics.visible(scroll: 1, pageHeight: 600, count: 100) == 0..<6)
        #expect(metrics.visible(scroll: 299.5, pageHeight: 600, count: 100) == 0..<6)
        #expect(metrics.visible(scroll: 300, pageHeight: 600, count: 100) == 2..<6)
        #expect(metrics.visible(scroll: 300, pageHeight: 10, count: 100) == 2..<4)
    }

    @Test func visibleRangesAreClippedToThePhotos() {
        let metrics = GridMetrics(width: 600, tileSize: 250)
        #expect(metrics.visible(scroll: 0, pageHeight: 600, count: 0) == 0..<0)
        #expect(metrics.visible(scroll: 0, pageHeight: 0, count: 9) == 0..<0)
        #expect(metrics.visible(scroll: 0, pageHeight: 6000, count: 3) == 0..<3)
        #expect(metrics.visible(scroll: -80, pageHeight: 600, count: 100) == 0..<4)
        #expect(metrics.visible(scroll: 1e18, pageHeight: 600, count: 99) == 96..<99)
        #expect(metrics.visible(scroll: .nan, pageHeight: 600, count: 100) == 0..<4)
        #expect(metrics.visible(scroll: .infinity, pageHeight: .infinity, count: 100) == 0..<100)
    }

    @Test func placesOfAMillionPhotosAreExact() {
        let metrics = GridMetrics(width: 1280)
        #expect(metrics.row(of: 999_999) == 166_666)
        #expect(metrics.offset(of: 999_999) == 166_666 * 213)
        #expect(metrics.totalHeight(count: 1_000_000) == 166_667 * 213)
        let top = metrics.offset(of: 600_000)
        #expect(metrics.visible(scroll: top, pageHeight: 800, count: 1_000_000) == 600_000..<600_024)
    }

    @Test func revealingScrollsNoFurtherThanNeeded() {
        let metrics = GridMetrics(width: 600, tileSize: 250)
        let reveal = { metrics.scroll(toReveal: $0, from: $1, pageHeight: 700, count: 100) }
        #expect(reveal(4, 500) == 500)  // row 2 is 600…900, wholly in 500…1200
        #expect(reveal(4, 0) == 200)  // from above: its lower edge comes to the page's
        #expect(reveal(4, 900) == 600)  // from below: its upper edge comes to the page's
        #expect(reveal(99, 0) == 15_000 - 700)
        #expect(reveal(1000, 0) == 15_000 - 700)
        #expect(reveal(-1, 300) == 0)
        #expect(metrics.scroll(toReveal: 4, from: 0, pageHeight: 100, count: 100) == 600)
        #expect(metrics.scroll(toReveal: 0, from: 5, pageHeight: 700, count: 0) == 0)
    }

    @Test func theDefaultSizeHasThreeColumnsInANarrowWindowAndLargerOnesHaveFewer() {
        for width in [210, 360, 500, 617, 618] {
            #expect(GridMetrics(width: width).columns == 3, "\(width)")
            #expect(GridMetrics(width: width, tileSize: 256).columns == 2, "\(width)")
            #expect(GridMetrics(width: width, tileSize: 320).columns == 1, "\(width)")
        }
        #expect(GridMetrics(width: 360, tileSize: 160).pictureSide == GridMetrics(width: 360).pictureSide)
        #expect(GridMetrics(width: 360).pictureSide == 112)
        #expect(GridMetrics(width: 824).columns == 4)
        #expect(GridMetrics(width: 209).columns == 2 && GridMetrics(width: 60).columns == 1)
    }
}
