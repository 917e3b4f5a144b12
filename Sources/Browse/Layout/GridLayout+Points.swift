// From points, rectangles and arrow keys to photos.

extension GridLayout {
    /// Returns the photo that is nearest to a point: in the row at its height, a heading counting as the row below it.
    /// Nil where there are no photos.
    public func index(nearestTo x: Double, y: Double) -> Int? {
        count > 0 ? rows.index(nearestTo: x, in: rows.row(at: y)) : nil
    }

    /// Returns the photo whose picture or caption, with its share of the gaps, holds a point; nil on a heading, behind
    /// the end of a row and outside the list.
    public func index(at x: Double, y: Double) -> Int? {
        guard let index = index(nearestTo: x, y: y) else { return nil }
        let cell = cell(of: index)
        return x >= cell.x && x < cell.maxX && y >= cell.y && y < cell.maxY ? index : nil
    }

    /// Returns the photos whose cells a rectangle overlaps, captions included, in order: one range for a row at most,
    /// ranges that follow each other joined. Cells that it only touches do not count; a rectangle without width or
    /// height is a line or a point.
    public func indices(in rectangle: Rectangle) -> [Range<Int>] {
        guard count > 0 else { return [] }
        let left = min(rectangle.x, rectangle.maxX), top = min(rectangle.y, rectangle.maxY)
        let right = max(rectangle.x, rectangle.maxX, left.nextUp), bottom = max(rectangle.y, rectangle.maxY, top.nextUp)
        guard bottom > 0, top < height, right > 0 else { return [] }
        var ranges: [Range<Int>] = []
        var next = rows.number(at: top)
        while next < rows.count {
            let row = rows.row(next)
            next += 1
            guard row.top < bottom else { break }
            guard row.bottom > top, let found = indices(from: left, to: right, in: row) else { continue }
            if let last = ranges.last, last.upperBound == found.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<found.upperBound
            } else {
                ranges.append(found)
            }
        }
        return ranges
    }

    private func indices(from left: Double, to right: Double, in row: GridRow) -> Range<Int>? {
        let first = rows.index(nearestTo: left, in: row), last = rows.index(nearestTo: right, in: row)
        let start = rows.span(of: first, in: row), end = rows.span(of: last, in: row)
        // The nearest may lie before the rectangle, and of one that begins where that ends nothing is inside.
        let lower = start.x + start.width > left ? first : first + 1
        let upper = end.x < right ? last + 1 : last
        return lower < upper ? lower..<upper : nil
    }

    // MARK: Keys

    /// Returns the photo to which an arrow key leads.
    /// - Parameters:
    ///   - index: Where the keyboard is.
    ///   - rows: How many rows to go down, up where negative; no further than the last and the first row.
    ///   - x: The place in a row that is kept over several keys; nil for the middle of the photo at `index`.
    public func index(from index: Int, rows distance: Int, x: Double? = nil) -> Int {
        guard count > 0 else { return 0 }
        let index = min(max(0, index), count - 1)
        let row = rows.row(of: index)
        let (sum, isOver) = row.number.addingReportingOverflow(distance)
        let target = min(max(0, isOver ? (distance < 0 ? 0 : .max) : sum), rows.count - 1)
        return rows.index(nearestTo: x ?? middle(of: index, in: row), in: rows.row(target))
    }

    /// Returns the photo to which Page Down leads, or Page Up where `height` is negative: in the row at that distance,
    /// at least one row further.
    /// - Parameter x: As for arrow keys.
    public func index(from index: Int, height: Double, x: Double? = nil) -> Int {
        guard count > 0 else { return 0 }
        let index = min(max(0, index), count - 1)
        let row = rows.row(of: index)
        var target = rows.number(at: row.top + row.height / 2 + height)
        if target == row.number { target += height < 0 ? -1 : 1 }
        return rows.index(
            nearestTo: x ?? middle(of: index, in: row), in: rows.row(min(max(0, target), rows.count - 1)))
    }

    private func middle(of index: Int, in row: GridRow) -> Double {
        let span = rows.span(of: index, in: row)
        return span.x + span.width / 2
    }
}
