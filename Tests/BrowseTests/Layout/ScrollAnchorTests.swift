import Browse
import Testing

/// What stays where it is while the grid is laid out anew.
struct ScrollAnchorTests {
    private func layout(_ width: Int, tile: Int, count: Int = 10_000) -> GridLayout {
        GridLayout(count: count, in: .init(kind: .squares, width: width, scale: 1, tileSize: tile))
    }
    private let page = 800.0

    @Test func thePhotoUnderThePointerStaysUnderIt() {
        let scroll = 5_000.0, six = layout(1_280, tile: 200)
        let anchor = ScrollAnchor(x: 700, y: 333, scroll: scroll, layout: six)
        let index = anchor.index
        #expect(six.visible(scroll: scroll, pageHeight: page).contains(index))
        func depth(_ layout: GridLayout, _ scroll: Double) -> Double {
            (333 + scroll - layout.cell(of: index).y) / layout.cell(of: index).height
        }
        #expect((0..<1).contains(depth(six, scroll)))
        for next in [layout(1_280, tile: 128), layout(1_280, tile: 512), layout(500, tile: 64)] {
            let after = anchor.scroll(layout: next, pageHeight: page)
            // The scroll position is a whole pixel.
            #expect(abs(depth(next, after) - depth(six, scroll)) * next.cell(of: index).height <= 0.5)
        }
    }

    @Test func anyNumberOfSizesAndBackIsWhereItBegan() {
        let six = layout(1_280, tile: 200)
        let anchor = ScrollAnchor(scroll: 7_777, pageHeight: page, layout: six)
        _ = anchor.scroll(layout: layout(1_280, tile: 128), pageHeight: page)
        #expect(anchor.scroll(layout: six, pageHeight: page) == 7_777)
    }

    @Test func theTopStaysTheTopAndTheEndTheEnd() {
        let six = layout(1_280, tile: 200, count: 1_000), nine = layout(1_280, tile: 128, count: 1_000)
        let start = ScrollAnchor(scroll: 0, pageHeight: page, layout: six)
        #expect(start.scroll(layout: nine, pageHeight: page) == 0)
        let end = ScrollAnchor(scroll: six.height - page, pageHeight: page, layout: six)
        #expect(end.index >= 996)
        #expect(end.scroll(layout: nine, pageHeight: page) == nine.height - page)
    }

    @Test func aPointBesideThePhotosMeansTheNearestOne() {
        let six = layout(1_280, tile: 200)
        #expect(ScrollAnchor(x: 5_000, y: 10, scroll: 0, layout: six).index == 5)
        #expect(ScrollAnchor(x: -5, y: -10, scroll: 0, layout: six).index == 0)
        #expect(ScrollAnchor(x: 1_200, y: 700, scroll: 0, layout: layout(1_280, tile: 200, count: 3)).index == 2)
    }

    @Test func aListThatFitsDoesNotScroll() {
        let anchor = ScrollAnchor(x: 640, y: 400, scroll: 0, layout: layout(1_280, tile: 200, count: 4))
        #expect(anchor.scroll(layout: layout(1_280, tile: 128, count: 4), pageHeight: page) == 0)
    }
}

/// What stays where it is in a list with sections.
struct SectionedAnchorTests {
    private let page = 700.0

    /// The height in the viewport of a point in a photo's picture, or in its caption.
    private func height(
        _ fraction: Double, caption: Double, of index: Int, _ layout: GridLayout, scroll: Double
    ) -> Double {
        let cell = layout.cell(of: index), below = Double(layout.room.captionHeight)
        return cell.y + fraction * (cell.height - below) + caption * below - scroll
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
        let cell = layout.cell(of: anchor.index), below = Double(layout.room.captionHeight)
        // In the layout that it was made in nothing moves.
        if scroll + y <= layout.height { #expect(anchor.scroll(layout: layout, pageHeight: page) == scroll) }
        for _ in 0..<20 {
            var other = example
            other.room = LayoutCase.room(using: &numbers)
            if Bool.random(using: &numbers) { other.sections = [] }
            let next = other.layout, after = anchor.scroll(layout: next, pageHeight: page)
            guard !isAtAnEnd(after, next) else { continue }
            let depth = scroll + y - cell.y
            let fraction = min(max(0, depth / (cell.height - below)), 1)
            let caption = depth >= cell.height ? 1 : below == 0 ? 0 : max(0, depth - cell.height + below) / below
            let shown = height(fraction, caption: caption, of: anchor.index, next, scroll: after)
            #expect(abs(shown - max(0, -depth) - y) <= 0.5)
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
}
