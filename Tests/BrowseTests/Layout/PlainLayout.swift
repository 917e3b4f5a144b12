// The geometry of the grid as slow and obvious as can be: an array of rectangles, searched from its beginning.
import Browse
import Library

/// A list of cells and headings that answers by looking at each.
struct PlainLayout {
    var cells: [Rectangle] = []
    var headings: [Rectangle] = []
    /// Number of the row of each photo.
    var rows: [Int] = []
    var height = 0.0

    /// Squares, one after the other.
    init(squares count: Int, _ sections: [ArrangedSection], _ room: GridLayout.Room) {
        let metrics = GridMetrics(width: room.width, scale: room.scale, tileSize: room.tileSize)
        let cell = Double(metrics.cell)
        var row = -1
        let groups = sections.isEmpty ? [ArrangedSection(key: .undated, start: 0, count: count)] : sections
        for group in groups where count > 0 {
            if !sections.isEmpty {
                headings.append(Rectangle(
                    x: 0, y: height, width: Double(room.width), height: Double(room.headingHeight)))
                height += Double(room.headingHeight)
            }
            for place in 0..<group.count {
                if place % metrics.columns == 0 {
                    row += 1
                    height += cell
                }
                rows.append(row)
                cells.append(
                    Rectangle(x: Double(place % metrics.columns) * cell, y: height - cell, width: cell, height: cell))
            }
        }
    }

    func bounded(_ scroll: Double, _ page: Double) -> Double { max(0, min(scroll, height - page)) }

    /// All photos of the rows of which something is in the viewport.
    func visible(_ scroll: Double, _ page: Double) -> [Int] {
        let top = bounded(scroll, page)
        return cells.indices.filter { cells[$0].y < top + page && cells[$0].maxY > top }
    }

    func sections(_ scroll: Double, _ page: Double, _ sections: [ArrangedSection]) -> [Int] {
        let top = bounded(scroll, page)
        return sections.indices.filter { number in
            let last = cells[sections[number].start + sections[number].count - 1]
            return headings[number].y < top + page && last.maxY > top
        }
    }

    func index(at x: Double, _ y: Double) -> Int? {
        cells.indices.first { cells[$0].x <= x && x < cells[$0].maxX && cells[$0].y <= y && y < cells[$0].maxY }
    }

    /// In the first row that ends below the height, the photo with the least distance.
    func nearest(_ x: Double, _ y: Double) -> Int? {
        guard let last = rows.last else { return nil }
        return nearest(x, inRow: cells.firstIndex { $0.maxY > y }.map { rows[$0] } ?? last)
    }

    func nearest(_ x: Double, inRow row: Int) -> Int {
        let photos = rows.indices.filter { rows[$0] == row }
        func distance(_ cell: Rectangle) -> Double { max(cell.x - x, x - cell.maxX, 0) }
        let least = photos.map { distance(cells[$0]) }.min()
        // Of two that meet in `x` the second holds it.
        return photos.last { distance(cells[$0]) == least } ?? 0
    }

    func within(_ box: Rectangle) -> [Int] {
        cells.indices.filter { index in
            let cell = cells[index]
            return cell.x < max(box.maxX, box.x.nextUp) && cell.maxX > box.x
                && cell.y < max(box.maxY, box.y.nextUp) && cell.maxY > box.y
        }
    }
}
