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

/// What stays where it is in a list with sections.
struct SectionedAnchorTests {
    private let page = 700.0

    /// The height in the viewport of a point in a photo's cell.
    private func height(_ fraction: Double, of index: Int, _ layout: GridLayout, scroll: Double) -> Double {
        let cell = layout.cell(of: index)
        return cell.y + fraction * cell.height - scroll
    }

    private func isAtAnEnd(_ scroll: Double, _ layout: GridLayout) -> Bool {
        scroll == 0 || scroll == max(0, layout.height - page)
    }

    @Test(arguments: 0..<300) func thePointUnderThePointerStaysInEveryOtherLayoutOfThePhotos(number: Int) {
        var numbers = SeededNumbers(number)
        let example = LayoutCase(number), layout = example.layout
        guard layout.count > 0 else { return }
        let anywhere = Double.random(in: 0...layout.height + 1, using: &numbers).rounded()
        let scroll = layout.clamped(anywhere, pageHeight: page)
        let x = Double.random(in: 0...Double(example.room.width), using: &numbers)
        let y = Double.random(in: 0...page, using: &numbers).rounded()
        let anchor = ScrollAnchor(x: x, y: y, scroll: scroll, layout: layout)
        #expect(anchor.index == layout.index(nearestTo: x, y: scroll + y))
        let cell = layout.cell(of: anchor.index)
        // In the layout that it was made in nothing moves.
        if scroll + y <= layout.height { #expect(anchor.scroll(layout: layout, pageHeight: page) == scroll) }
        for _ in 0..<20 {
            var other = example
            other.room = LayoutCase.room(using: &numbers)
            if Bool.random(using: &numbers) { other.sections = [] }
            let next = other.layout, after = anchor.scroll(layout: next, pageHeight: page)
            guard !isAtAnEnd(after, next) else { continue }
            let fraction = min(max(0, (scroll + y - cell.y) / cell.height), 1)
            let above = max(0, cell.y - scroll - y)
            #expect(abs(height(fraction, of: anchor.index, next, scroll: after) - above - y) <= 0.5)
        }
    }

    @Test(arguments: 0..<300) func thePhotoBelowTheHeadingStaysThereOverAnyResize(number: Int) {
        var numbers = SeededNumbers(number)
        let example = LayoutCase(number), layout = example.layout
        guard layout.count > 0 else { return }
        let top = layout.cell(of: Int.random(in: 0..<layout.count, using: &numbers)).y - layout.stickyHeight
        let scroll = layout.clamped(top, pageHeight: page)
        guard scroll == top, scroll + page < layout.height - 1 else { return }
        let anchor = ScrollAnchor(scroll: scroll, pageHeight: page, layout: layout)
        for _ in 0..<20 {
            var other = example
            other.room = LayoutCase.room(using: &numbers)
            let next = other.layout, after = anchor.scroll(layout: next, pageHeight: page)
            #expect(isAtAnEnd(after, next) || next.cell(of: anchor.index).y - after == next.stickyHeight)
        }
        #expect(anchor.scroll(layout: layout, pageHeight: page) == scroll)
    }

    @Test(arguments: 0..<100) func theTopStaysTheTopAndTheEndTheEnd(number: Int) {
        var numbers = SeededNumbers(number)
        let example = LayoutCase(number), layout = example.layout
        guard layout.count > 0 else { return }
        var other = example
        other.room = LayoutCase.room(using: &numbers)
        let next = other.layout
        let start = ScrollAnchor(scroll: 0, pageHeight: page, layout: layout)
        #expect(start.scroll(layout: next, pageHeight: page) == 0)
        guard layout.height > page else { return }
        let end = ScrollAnchor(scroll: layout.height - page, pageHeight: page, layout: layout)
        #expect(end.scroll(layout: next, pageHeight: page) == max(0, next.height - page))
        #expect(ScrollAnchor(top: 0).scroll(layout: next, pageHeight: page) == 0)
    }

    @Test func gridsWithoutSectionsAreAnchoredAsByTheirArithmetic() {
        let room = GridLayout.Room(kind: .squares, width: 1280, scale: 1, tileSize: 200)
        let other = GridLayout.Room(kind: .whole, width: 900, scale: 1, tileSize: 128)
        let layout = GridLayout(count: 5_000, in: room), next = GridLayout(count: 5_000, in: other)
        for scroll in stride(from: 0.0, through: layout.height - page, by: 977) {
            for (x, y) in [(0.0, 0.0), (700, 333), (5_000, 699)] {
                let one = ScrollAnchor(x: x, y: y, scroll: scroll, layout: layout)
                let two = ScrollAnchor(x: x, y: y, scroll: scroll, metrics: room.metrics, count: 5_000)
                #expect(one.index == two.index)
                #expect(
                    one.scroll(layout: next, pageHeight: page)
                        == two.scroll(metrics: other.metrics, pageHeight: page, count: 5_000))
            }
        }
    }
}
