import Library
import PhotoSources
import Photos
import Testing

@testable import Browse

/// Rows of whole photos.
struct JustifiedLayoutTests {
    private func room(_ width: Int, scale: Double = 1, tile: Int = 200) -> GridLayout.Room {
        GridLayout.Room(kind: .justified, width: width, scale: scale, tileSize: tile, headingHeight: 48)
    }

    /// Shapes of photos as cameras and telephones make them, with a panorama now and then.
    private func proportions(_ count: Int, seed: Int = 1) -> [Float] {
        var numbers = SeededNumbers(seed)
        return (0..<count).map { _ in
            [1.5, 1.5, 1.5, 1.333, 0.75, 0.667, 1.778, 0.5625, 1, 2.5].randomElement(using: &numbers) ?? 1
        }
    }

    private let weeks = (0..<20).map { ArrangedSection(key: .year(3_000 - $0), start: $0 * 37, count: 37) }

    @Test(arguments: [799, 1_280, 1_281, 1_920, 3_840], [1, 1.25, 2])
    func rowsAreFlushAndPhotosWhole(width: Int, scale: Double) {
        let shapes = proportions(740), room = room(width, scale: scale)
        let layout = GridLayout(count: 740, sections: weeks, proportions: shapes, in: room)
        for number in 0..<layout.rowCount {
            let indices = layout.indices(ofRow: number), cells = layout.cells(of: indices)
            let isLast = weeks.contains { $0.start + $0.count == indices.upperBound }
            #expect(cells[0].x == 0 && zip(cells, cells.dropFirst()).allSatisfy { $0.maxX == $1.x })
            let right = cells[cells.count - 1].maxX
            #expect(isLast ? right <= Double(width) : right == Double(width))
            #expect(cells.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() })
            #expect(cells.allSatisfy { $0.height == cells[0].height })
            #expect(isLast ? cells[0].height <= 206 : (140...290).contains(cells[0].height))
            for (index, cell) in zip(indices, cells) {
                let picture = layout.pictureSize(in: cell)
                #expect(layout.cell(of: index) == cell && layout.pictureSize(of: index) == picture)
                // Whole but for the rounding to pixels
                let ratio = picture.aspectRatio / Double(shapes[index])
                #expect(abs(ratio - 1) < 2.5 / Double(min(picture.width, picture.height)) + 0.01)
            }
        }
    }

    @Test func heightsStayNearTheTiles() {
        let layout = GridLayout(count: 100_000, proportions: proportions(100_000), in: room(1_280))
        let heights = (0..<layout.rowCount - 1).map { layout.cell(of: layout.indices(ofRow: $0).lowerBound).height - 6 }
        let near = heights.filter { (170...235).contains($0) }
        #expect(near.count * 100 > heights.count * 95 && heights.allSatisfy { (140...290).contains($0) })
    }

    @Test func aRowTakesTwelveBytes() {
        let layout = GridLayout(count: 50_000, proportions: proportions(50_000), in: room(1_280))
        #expect(layout.byteCount <= 12 * layout.rowCount + 64)
    }

    @Test func aResizeByAPixelChangesFewPictures() {
        let shapes = proportions(740)
        var changed = 0, all = 0
        var before = GridLayout(count: 740, proportions: shapes, in: room(1_280))
        for width in 1_281...1_340 {
            let after = GridLayout(count: 740, proportions: shapes, in: room(width))
            changed += (0..<740).count { before.pictureSize(of: $0) != after.pictureSize(of: $0) }
            all += 740
            before = after
        }
        #expect(changed * 2 < all)
    }

    @Test func shapesThatNoRowCanHoldAreBounded() {
        for width in [1, 5, 90, 1_280] {
            for shape: Float in [0, -1, .nan, .infinity, 1e-9, 1e9] {
                for tile in [24, 64, 512] {
                    let layout = GridLayout(
                        count: 30, proportions: Array(repeating: shape, count: 30), in: room(width, tile: tile))
                    let cells = layout.cells(of: 0..<30)
                    #expect(cells.allSatisfy { $0.width >= 1 && $0.height >= 1 && $0.maxX <= Double(width) })
                    #expect(cells.allSatisfy { $0.height <= 1.5 * Double(tile) + 8 })
                }
            }
        }
    }

    @Test func longSequencesAreDividedPieceByPieceAsWellAsAtOnce() {
        let shapes = ContiguousArray(proportions(20_000))
        func badness(_ window: Int) -> Double {
            var breaks = RowBreaks(width: 1_280, height: 200, gap: 6)
            breaks.window = window
            var firsts: ContiguousArray<UInt32> = []
            _ = shapes.withUnsafeBufferPointer { breaks.append(0..<20_000, $0, isOpen: true, to: &firsts) }
            return zip(firsts, firsts.dropFirst()).reduce(0) { sum, row in
                let length = shapes[Int(row.0)..<Int(row.1)].reduce(0) { $0 + Double($1) * 200 + 6 }
                return sum + (breaks.badness(length, of: Int(row.1 - row.0)) ?? .infinity)
            }
        }
        let whole = badness(100_000)
        #expect(badness(8_192) <= whole * 1.001 && badness(1_024) <= whole * 1.001)
        // Pieces of a few rows are worse and still rows.
        #expect(badness(256) <= whole * 1.05 && badness(8) < .infinity && badness(1) < .infinity)
    }

    // MARK: Proportions that become known

    /// A collection of files of which nothing is known.
    private func collection(_ count: Int) async throws -> PhotoCollection {
        let source = ScriptedSource(.page((0..<count).map { "p\($0)" }, next: nil), isLocal: true)
        let collection = PhotoCollection(source, collation: PlainCollation())
        while try await collection.readChange() {}
        return collection
    }

    private func learn(_ slots: Range<Int>, _ collection: PhotoCollection) async throws -> CollectionUpdate {
        await collection.learn(
            slots.map { slot in
                var facts = PhotoFacts()
                facts.pixelSize = PixelSize(width: slot % 3 == 0 ? 600 : 1600, height: 900)
                return (UInt32(slot), facts)
            })
        return try #require(collection.takeUpdates().last)
    }

    @Test func onlyWhatBecomesKnownMakesALayoutOutdated() async throws {
        let collection = try await collection(500)
        let first = try #require(collection.takeUpdates().last)
        let layout = GridLayout(first.snapshot, in: room(1_280))
        let squares = GridLayout(
            first.snapshot, in: .init(kind: .squares, width: 1_280, scale: 1, tileSize: 200))
        let update = try await learn(0..<100, collection)
        #expect(layout.isOutdated(by: update) && !squares.isOutdated(by: update))
        let next = GridLayout(update.snapshot, in: room(1_280))
        #expect(!next.isOutdated(by: update))
        #expect(!next.isOutdated(by: try await learn(0..<100, collection)))
    }

    @Test func visibleRowsHoldTheSamePhotosWhenOthersBecomeKnown() async throws {
        let collection = try await collection(500)
        let before = try #require(collection.takeUpdates().last?.snapshot)
        let layout = GridLayout(before, in: room(1_280))
        let visible = layout.visible(scroll: 3_000, pageHeight: 800)
        // Photos above and below, some of them in the rows that are partly visible
        let snapshot = try await learn(0..<visible.lowerBound - 7, collection).snapshot
        let anchor = ScrollAnchor(scroll: 3_000, pageHeight: 800, layout: layout)
        let kept = GridLayout(snapshot, in: room(1_280), keeping: visible, of: layout)
        let moved = GridLayout(snapshot, in: room(1_280))
        let scroll = anchor.scroll(layout: kept, pageHeight: 800)
        for index in visible {
            #expect(kept.cell(of: index).moved(x: 0, y: -scroll) == layout.cell(of: index).moved(x: 0, y: -3_000))
        }
        #expect(visible.contains { moved.cell(of: $0).x != layout.cell(of: $0).x })
        #expect(kept.cell(of: 0).height != layout.cell(of: 0).height)
    }

    @Test func visiblePhotosThatBecomeKnownStayInTheirRows() async throws {
        let collection = try await collection(500)
        let before = try #require(collection.takeUpdates().last?.snapshot)
        let layout = GridLayout(before, in: room(1_280))
        let visible = layout.visible(scroll: 3_000, pageHeight: 800)
        let snapshot = try await learn(visible.lowerBound + 5..<visible.lowerBound + 7, collection).snapshot
        let kept = GridLayout(snapshot, in: room(1_280), keeping: visible, of: layout)
        func rows(_ layout: GridLayout) -> [Int] {
            visible.map { layout.row(of: $0) - layout.row(of: visible.lowerBound) }
        }
        #expect(rows(kept) == rows(layout))
        #expect(kept.cell(of: visible.lowerBound + 6) != layout.cell(of: visible.lowerBound + 6))
        // Kept rows of another room would be rows of another width.
        let narrow = GridLayout(snapshot, in: room(700), keeping: visible, of: layout)
        #expect(narrow.cells(of: 0..<500) == GridLayout(snapshot, in: room(700)).cells(of: 0..<500))
    }
}
