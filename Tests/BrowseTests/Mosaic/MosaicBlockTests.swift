import Browse
import Library
import Photos
import Testing

/// The division of layouts of very small tiles into blocks, beside one that looks at every cell.
struct MosaicBlockTests {
    /// A random arrangement in tiles that are drawn together.
    private func example(_ number: Int) -> LayoutCase {
        var example = LayoutCase(number)
        let room = example.room
        example.room = GridLayout.Room(
            kind: room.kind, width: room.width, scale: room.scale, tileSize: [24, 32, 48, 63][number % 4],
            headingHeight: room.headingHeight)
        return example
    }

    @Test(arguments: 0..<200) func blocksHoldEachPhotoOnceAndEndWithTheirSection(number: Int) {
        let example = example(number), layout = example.layout, cells = example.plain.cells
        #expect(layout.isMosaic)
        let blocks = layout.blocks(from: -1, to: layout.height + 1)
        #expect(blocks.flatMap { Array($0.indices) } == Array(0..<layout.count))
        for block in blocks {
            let own = block.indices.map { cells[$0] }
            #expect(block.bounds.y == own.map(\.y).min() && block.bounds.maxY == own.map(\.maxY).max())
            #expect(block.bounds.x == 0 && block.bounds.width == Double(example.room.width))
            #expect(Set(block.indices.map { layout.section(of: $0) }).count == 1)
            #expect(block.indices.allSatisfy { layout.block(of: $0) == block })
            #expect(block.size.area < 2 * 128 << 10 || block.rows.count == 1)
        }
    }

    @Test(arguments: 0..<100) func aStretchHasTheBlocksThatOverlapIt(number: Int) {
        let layout = example(number).layout
        let all = layout.blocks(from: -1, to: layout.height + 1)
        var numbers = SeededNumbers(number)
        for _ in 0..<20 {
            let top = Double.random(in: -500...layout.height + 500, using: &numbers).rounded()
            let bottom = top + ([0, 1, 26, 300, 900].randomElement(using: &numbers) ?? 0)
            #expect(
                layout.blocks(from: top, to: bottom)
                    == (bottom > top ? all.filter { $0.bounds.y < bottom && $0.bounds.maxY > top } : []))
        }
    }

    @Test(arguments: 0..<200, [false, true])
    func picturesLieOnWholeDevicePixelsWhereTheirCellsAre(number: Int, isRightToLeft: Bool) {
        let example = example(number), layout = example.layout, scale = layout.room.scale
        guard example.room.width >= 90 else { return }
        for block in layout.blocks(from: 0, to: layout.height) {
            let places = layout.cells(of: block, isRightToLeft: isRightToLeft)
            #expect(places.map(\.index) == Array(block.indices))
            for place in places {
                var cell = example.plain.cells[place.index]
                if isRightToLeft { cell.x = Double(example.room.width) - cell.maxX }
                let size = layout.pictureSize(of: place.index)
                #expect((place.width, place.height) == (size.width, size.height))
                // In the middle, but for the rounding to pixels
                let midX = (Double(place.x) + Double(place.width) / 2) / scale + block.place.x
                let midY = (Double(place.y) + Double(place.height) / 2) / scale + block.place.y
                #expect(abs(midX - cell.midX) <= 1 && abs(midY - cell.midY) <= 1, "\(place) \(cell)")
                #expect(place.x >= 0 && place.y >= 0)
                #expect(place.x + place.width <= block.size.width && place.y + place.height <= block.size.height)
            }
            for (one, next) in zip(places, places.dropFirst()) where one.y == next.y {
                let (left, right) = isRightToLeft ? (next, one) : (one, next)
                #expect(left.x + left.width < right.x)
            }
            #expect(block.place.contains(block.bounds))
        }
    }

    @Test func aMillionPhotosAreNotLookedAt() {
        let layout = GridLayout(
            count: 1_000_000, in: GridLayout.Room(kind: .squares, width: 1280, scale: 1, tileSize: 24))
        let blocks = layout.blocks(from: 300_000, to: 300_800)
        #expect((8...14).contains(blocks.count))
        #expect(blocks.allSatisfy { $0.rows.count == blocks[0].rows.count })
    }
}
