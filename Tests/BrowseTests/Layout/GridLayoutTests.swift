import Browse
import ImagePipeline
import Library
import Photos
import Testing

/// The geometry of the grid beside one that looks at every cell.
struct GridLayoutTests {
    /// Heights to ask at: edges of cells, a little beside them, anywhere, and where no list is.
    private func heights(_ plain: PlainLayout, _ numbers: inout SeededNumbers) -> [Double] {
        var heights = [-1e9, -1, 0, plain.height, plain.height + 1e9]
        for _ in 0..<6 {
            if let cell = plain.cells.randomElement(using: &numbers) {
                heights += [cell.y, cell.y - 0.5, cell.maxY - 1]
            }
            heights.append(Double.random(in: -100...plain.height + 100, using: &numbers))
        }
        return heights
    }

    @Test(arguments: 0..<300) func everyCellIsWhereAnArrayOfRectanglesHasIt(number: Int) {
        let example = LayoutCase(number), layout = example.layout, plain = example.plain
        #expect(layout.count == example.count && layout.height == plain.height)
        #expect((0..<layout.count).map(layout.cell(of:)) == plain.cells)
        #expect((0..<layout.count).map(layout.row(of:)) == plain.rows)
        #expect(layout.sections.indices.map(layout.heading(of:)) == plain.headings)
        for (number, section) in example.sections.enumerated() {
            let body = layout.body(of: number)
            #expect(body.y == plain.cells[section.start].y)
            #expect(body.maxY == plain.cells[section.start + section.count - 1].maxY)
            #expect((section.start..<section.start + section.count).allSatisfy { layout.section(of: $0) == number })
        }
    }

    @Test(arguments: 0..<300) func aViewportShowsWhatOverlapsIt(number: Int) {
        let example = LayoutCase(number), layout = example.layout, plain = example.plain
        var numbers = SeededNumbers(number)
        for scroll in heights(plain, &numbers) {
            // Within a margin, the row beside it counts as visible.
            for page in [0.5, 100, 777, 5_000] where page > Double(example.room.margin) {
                #expect(Array(layout.visible(scroll: scroll, pageHeight: page)) == plain.visible(scroll, page))
                #expect(
                    Array(layout.sections(scroll: scroll, pageHeight: page))
                        == plain.sections(scroll, page, example.sections))
            }
        }
    }

    @Test(arguments: 0..<100) func pointsAndRectanglesFindTheirPhotos(number: Int) {
        let example = LayoutCase(number), layout = example.layout, plain = example.plain
        var numbers = SeededNumbers(number)
        let width = Double(example.room.width)
        for y in heights(plain, &numbers) {
            for x in [-5, 0, Double.random(in: 0...width, using: &numbers).rounded(), width - 0.5, width, 1e9] {
                #expect(layout.index(at: x, y: y) == plain.index(at: x, y))
                #expect(layout.index(nearestTo: x, y: y) == plain.nearest(x, y))
                for size in [0, 1, 300, 1e6] {
                    let box = Rectangle(x: x, y: y, width: size, height: size)
                    let ranges = layout.indices(in: box)
                    #expect(ranges.flatMap(Array.init) == plain.within(box))
                    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
                }
            }
        }
    }

    @Test(arguments: 0..<100) func arrowKeysGoToTheNearestPhotoOfTheRowThatFarAway(number: Int) throws {
        let example = LayoutCase(number), layout = example.layout, plain = example.plain
        guard let last = plain.rows.last else { return #expect(layout.index(from: 3, rows: 1) == 0) }
        var numbers = SeededNumbers(number)
        for _ in 0..<20 {
            let index = Int.random(in: 0..<layout.count, using: &numbers)
            let x = Bool.random(using: &numbers) ? Double.random(in: 0...4_000, using: &numbers).rounded() : nil
            for rows in [-1_000, -1, 0, 1, 3, .max, .min] {
                let row = rows == .max ? last : rows == .min ? 0 : min(max(0, plain.rows[index] + rows), last)
                #expect(
                    layout.index(from: index, rows: rows, x: x)
                        == plain.nearest(x ?? plain.cells[index].midX, inRow: row))
            }
            for height in [-5_000.0, -500, -1, 1, 500, 5_000] {
                let row = plain.rows[index], target = plain.rows[layout.index(from: index, height: height, x: x)]
                let isAtEnd = row == (height < 0 ? 0 : last)
                #expect(isAtEnd ? target == row : height < 0 ? target < row : target > row)
            }
        }
    }

    @Test(arguments: 0..<200) func withoutSectionsItIsTheArithmeticOfTheGrid(number: Int) {
        var numbers = SeededNumbers(number)
        let room = LayoutCase.room(kinds: [.squares, .whole], captions: [0], using: &numbers), metrics = room.metrics
        let count = Int.random(in: 0...300, using: &numbers)
        let layout = GridLayout(count: count, in: room)
        #expect(layout.height == metrics.totalHeight(count: count))
        for scroll in [-80, 0, 1, 250, layout.height - 400, 1e18, .infinity, .nan] {
            for page in [0, 1, 400, 1_000_000, .infinity] {
                #expect(
                    layout.visible(scroll: scroll, pageHeight: page)
                        == metrics.visible(scroll: scroll, pageHeight: page, count: count))
                for index in [-1, 0, 7, count - 1, count, 10_000] where count > 0 {
                    #expect(
                        layout.scroll(toReveal: index, from: scroll, pageHeight: page)
                            == metrics.scroll(toReveal: index, from: scroll, pageHeight: page, count: count))
                }
            }
        }
        for index in 0..<count {
            #expect(layout.cell(of: index).y == metrics.offset(of: index))
            #expect(layout.pictureSize(of: index) == metrics.pictureSize)
        }
        var tracker = ScrollTracker()
        for frame in 0..<9 { tracker.record(frameTime: Int64(frame) * 16_667, value: Double(frame) * 30) }
        let viewport = tracker.viewport(layout, pageHeight: 700)
        #expect(viewport.columns == metrics.columns && viewport.count == count)
        #expect(viewport.velocity == tracker.velocity / Double(metrics.cell))
    }

    @Test(arguments: 0..<200) func revealedPhotosAreClearOfTheHeading(number: Int) {
        let example = LayoutCase(number), layout = example.layout
        var numbers = SeededNumbers(number)
        for _ in 0..<20 where layout.count > 0 {
            let index = Int.random(in: 0..<layout.count, using: &numbers)
            let scroll = Double.random(in: 0...layout.height, using: &numbers).rounded()
            let cell = layout.cell(of: index), page = cell.height + layout.stickyHeight + 30
            let after = layout.scroll(toReveal: index, from: scroll, pageHeight: page)
            #expect(cell.y - after >= layout.stickyHeight && cell.maxY - after <= page)
            // A photo that is clear already does not move.
            #expect(layout.scroll(toReveal: index, from: after, pageHeight: page) == after)
            let top = layout.scroll(toTop: index, pageHeight: page)
            #expect(
                cell.y - top == layout.stickyHeight || top == max(0, layout.height - page)
                    || (top == 0 && layout.row(of: index) == 0))
        }
    }

    /// Nothing but the rows' distance depends on the captions.
    @Test(arguments: 0..<100) func captionsMoveRowsApartAndChangeNoPicture(number: Int) {
        var example = LayoutCase(number)
        func room(_ caption: Int) -> GridLayout.Room {
            .init(
                kind: example.room.kind, width: example.room.width, scale: example.room.scale,
                tileSize: example.room.tileSize, headingHeight: example.room.headingHeight, captionHeight: caption)
        }
        example.room = room(0)
        let bare = example.layout
        example.room = room(40)
        let layout = example.layout, caption = layout.room.captionHeight
        #expect(caption == 40 || caption == 0)
        for index in 0..<layout.count {
            let cell = bare.cell(of: index), row = layout.row(of: index)
            #expect(row == bare.row(of: index))
            #expect(layout.pictureRoom(in: layout.cell(of: index)) == cell.moved(x: 0, y: Double(row * caption)))
            #expect(layout.pictureSize(of: index) == bare.pictureSize(of: index))
        }
        #expect(layout.height == bare.height + Double(layout.rowCount * caption))
    }

    @Test(arguments: LayoutKind.allCases) func smallPicturesHaveNoCaptions(kind: LayoutKind) {
        func caption(_ tileSize: Int, width: Int = 1280) -> Int {
            GridLayout.Room(kind: kind, width: width, scale: 1, tileSize: tileSize, captionHeight: 40).captionHeight
        }
        #expect(caption(95, width: 202) == 0 && caption(96, width: 204) == 40)
        #expect(caption(64) == 0 && caption(200) == 40 && caption(200, width: 360) == 40)
        // They come back with the size.
        let small = GridLayout.Room(kind: kind, width: 1280, scale: 1, tileSize: 64, captionHeight: 40)
        #expect(small.with(tileSize: 200).captionHeight == 40)
        #expect(small.with(tileSize: 200).with(tileSize: 64) == small)
    }

    @Test func aMillionPhotosInMonthsTakeNoMemoryAndAreExact() throws {
        let sections = (0..<500).map {
            ArrangedSection(key: .month(year: $0 / 12, month: $0 % 12 + 1), start: $0 * 2_001, count: 2_001)
        }
        let layout = GridLayout(
            count: 1_000_500, sections: sections,
            in: .init(kind: .squares, width: 1280, scale: 1, tileSize: 200, headingHeight: 40))
        // 2,001 photos in rows of 6 leave 3 in the last of 334 rows.
        #expect(layout.height == 500 * (334 * 213 + 40))
        #expect(layout.cell(of: 1_000_499) == Rectangle(x: 427, y: layout.height - 213, width: 213, height: 213))
        #expect(layout.index(at: 1, y: layout.height - 1) == 1_000_497)
        #expect(layout.byteCount <= 4 * 500)
    }

    @Test func positionsThatNoListHasAreSurvived() {
        let layout = LayoutCase(7).layout, empty = GridLayout(count: 0, in: layout.room)
        for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            for layout in [layout, empty] {
                _ = layout.visible(scroll: value, pageHeight: value)
                _ = layout.sections(scroll: value, pageHeight: value)
                _ = layout.index(nearestTo: value, y: value)
                _ = layout.index(at: value, y: value)
                _ = layout.indices(in: Rectangle(x: value, y: value, width: value, height: value))
                _ = layout.index(from: .max, height: value, x: value)
                _ = layout.scroll(toReveal: .max, from: value, pageHeight: value)
                _ = layout.scroll(toTop: .min, pageHeight: value)
                _ = ScrollAnchor(x: value, y: value, scroll: value, layout: layout)
                    .scroll(layout: layout, pageHeight: value)
            }
        }
        #expect(empty.height == 0 && empty.index(nearestTo: 0, y: 0) == nil)
    }
}
