import Browse
import Testing

/// What stays where it is while the grid is laid out anew.
struct ScrollAnchorTests {
    private let six = GridMetrics(width: 1280, tileSize: 200)
    private let nine = GridMetrics(width: 1280, tileSize: 128)
    private let page = 800.0

    /// Where the upper edge of a photo lies in the viewport.
    private func top(of index: Int, _ metrics: GridMetrics, scroll: Double) -> Double {
        metrics.offset(of: index) - scroll
    }

    @Test func thePhotoUnderThePointerStaysUnderIt() {
        let scroll = 5_000.0
        let anchor = ScrollAnchor(x: 700, y: 333, scroll: scroll, metrics: six, count: 10_000)
        let index = anchor.index
        #expect(six.visible(scroll: scroll, pageHeight: page, count: 10_000).contains(index))
        let depth = (333 - top(of: index, six, scroll: scroll)) / Double(six.cell)
        #expect((0..<1).contains(depth))
        for metrics in [nine, GridMetrics(width: 1280, tileSize: 512), GridMetrics(width: 500, tileSize: 64)] {
            let after = anchor.scroll(metrics: metrics, pageHeight: page, count: 10_000)
            let depthAfter = (333 - top(of: index, metrics, scroll: after)) / Double(metrics.cell)
            // The scroll position is a whole pixel.
            #expect(abs(depthAfter - depth) * Double(metrics.cell) <= 0.5)
        }
    }

    @Test func anyNumberOfSizesAndBackIsWhereItBegan() {
        let anchor = ScrollAnchor(scroll: 7_777, pageHeight: page, metrics: six, count: 10_000)
        _ = anchor.scroll(metrics: nine, pageHeight: page, count: 10_000)
        #expect(anchor.scroll(metrics: six, pageHeight: page, count: 10_000) == 7_777)
    }

    @Test func theTopStaysTheTopAndTheEndTheEnd() {
        let start = ScrollAnchor(scroll: 0, pageHeight: page, metrics: six, count: 1_000)
        #expect(start.scroll(metrics: nine, pageHeight: page, count: 1_000) == 0)
        let bottom = six.totalHeight(count: 1_000) - page
        let end = ScrollAnchor(scroll: bottom, pageHeight: page, metrics: six, count: 1_000)
        #expect(end.index >= 996)
        #expect(end.scroll(metrics: nine, pageHeight: page, count: 1_000) == nine.totalHeight(count: 1_000) - page)
    }

    @Test func aPointBesideThePhotosMeansTheNearestOne() {
        #expect(ScrollAnchor(x: 5_000, y: 10, scroll: 0, metrics: six, count: 1_000).index == 5)
        #expect(ScrollAnchor(x: -5, y: -10, scroll: 0, metrics: six, count: 1_000).index == 0)
        #expect(ScrollAnchor(x: 1_200, y: 700, scroll: 0, metrics: six, count: 3).index == 2)
    }

    @Test func aListThatFitsDoesNotScroll() {
        let anchor = ScrollAnchor(x: 640, y: 400, scroll: 0, metrics: six, count: 4)
        #expect(anchor.scroll(metrics: nine, pageHeight: page, count: 4) == 0)
    }
}
