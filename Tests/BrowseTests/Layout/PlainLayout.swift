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
    /// Height of the part of each cell that is for its caption.
    let caption: Double

    /// Squares, one after the other.
    init(squares count: Int, _ sections: [ArrangedSection], _ room: GridLayout.Room) {
        let metrics = GridMetrics(width: room.width, scale: room.scale, tileSize: room.tileSize)
        let cell = Double(metrics.cell)
        let step = metrics.columns > 1 ? (Double(room.width) - cell) / Double(metrics.columns - 1) : cell
        caption = Double(metrics.pictureSide) / metrics.scale < 96 ? 0 : Double(room.captionHeight)
        var row = -1
        let groups = sections.isEmpty ? [ArrangedSection(key: .undated, start: 0, count: count)] : sections
        for group in groups where count > 0 {
            if !sections.isEmpty {
                let width =
                    group.count <= metrics.columns ? (Double(group.count - 1) * step).rounded() + cell : nil
                if stands(width, beside: room) {
                    for place in 0..<group.count {
                        rows.append(row)
                        cells.append(
                            Rectangle(
                                x: line + (Double(place) * step).rounded(), y: height - cell - caption, width: cell,
                                height: cell + caption))
                    }
                    continue
                }
                headings.append(
                    Rectangle(
                        x: 0, y: height, width: Double(room.width), height: Double(room.headingHeight)))
                height += Double(room.headingHeight)
            }
            for place in 0..<group.count {
                if place % metrics.columns == 0 {
                    row += 1
                    height += cell + caption
                }
                rows.append(row)
                cells.append(
                    Rectangle(
                        x: (Double(place % metrics.columns) * step).rounded(), y: height - cell - caption, width: cell,
                        height: cell + caption))
            }
        }
    }

    /// Photos in their own proportions, row by row.
    init(justified proportions: [Float], _ sections: [ArrangedSection], _ room: GridLayout.Room) {
        let width = Double(room.width), step = (2 / room.scale).rounded(.up), gap = Self.gap(room.tileSize)
        caption = room.tileSize < 96 ? 0 : Double(room.captionHeight)
        let shapes = proportions.map { Double($0 > 0 ? min(max($0, 0.4), 4) : 1.5) }
        let all = ArrangedSection(key: .undated, start: 0, count: shapes.count)
        for group in sections.isEmpty ? [all] : sections {
            if !sections.isEmpty {
                let photos = shapes[group.start..<group.start + group.count], side = Double(room.tileSize)
                let open = max(step, (side / step).rounded() * step)
                let edges = (0...photos.count).map { count in
                    (photos.prefix(count).reduce(0, +) * open + Double(count) * gap).rounded()
                }
                let length = photos.reduce(0) { $0 + $1 * side + gap }
                if stands(max(length, edges[photos.count]) < width ? edges[photos.count] : nil, beside: room) {
                    for (left, right) in zip(edges, edges.dropFirst()) {
                        rows.append(rows.last ?? 0)
                        cells.append(
                            Rectangle(
                                x: line + left, y: height - open - gap - caption, width: right - left,
                                height: open + gap + caption))
                    }
                    continue
                }
                headings.append(Rectangle(x: 0, y: height, width: width, height: Double(room.headingHeight)))
                height += Double(room.headingHeight)
            }
            let photos = Array(shapes[group.start..<group.start + group.count])
            for row in Self.breaks(photos, width, Double(room.tileSize), gap) {
                let sum = row.photos.reduce(0, +), gaps = gap * Double(row.photos.count)
                let most = Double(room.tileSize) * (row.isLast ? 1 : 1.5)
                let stretched = max(1, width - gaps) / sum
                let side = max(step, (min(stretched, most) / step).rounded() * step)
                let isFlush = sum * side + gaps > width - sum * step / 2 - 0.01
                let number = (rows.last ?? -1) + 1
                for count in 1...row.photos.count {
                    func edge(_ count: Int) -> Double {
                        let part = row.photos.prefix(count).reduce(0, +)
                        if isFlush, count == row.photos.count { return width }
                        return (gap * Double(count) + part * (isFlush ? stretched : side)).rounded()
                    }
                    let left = count > 1 ? edge(count - 1) : 0
                    cells.append(
                        Rectangle(x: left, y: height, width: edge(count) - left, height: side + gap + caption))
                    rows.append(number)
                }
                height += side + gap + caption
            }
        }
    }

    /// The same within a margin.
    /// - Parameter room: The room with the margin; the layout is of what is left of it.
    func placed(in room: GridLayout.Room, hasHeadings: Bool) -> PlainLayout {
        var placed = self
        let inset = Double(room.margin) - (Self.gap(room.tileSize) / 2).rounded(.down)
        let top = hasHeadings ? 0 : inset
        for index in cells.indices {
            placed.cells[index].x += inset
            placed.cells[index].y += top
        }
        for index in headings.indices {
            let isLast = headings[index].maxX == Double(room.width) - 2 * inset
            placed.headings[index].width += isLast ? 2 * inset : inset
        }
        if height > 0 { placed.height += top + inset }
        return placed
    }

    /// Left edge of the last section, and where the next one would begin, if it may stand beside it.
    private var line = 0.0, end: Double?

    /// Puts a section with cells of a width beside the one before, if there is room.
    private mutating func stands(_ width: Double?, beside room: GridLayout.Room) -> Bool {
        guard room.headingWidth > 0, let width else {
            end = nil
            return false
        }
        let needed = max(width, Double(room.headingWidth))
        guard let begin = end, begin + needed <= Double(room.width) else {
            (line, end) = (0, needed + 18)
            return false
        }
        (line, end) = (begin, begin + needed + 18)
        let last = headings[headings.count - 1]
        headings[headings.count - 1].width = begin - 18 - last.x
        headings.append(Rectangle(x: begin, y: last.y, width: Double(room.width) - begin, height: last.height))
        return true
    }

    /// Between two pictures: less between very small ones.
    private static func gap(_ tile: Int) -> Double {
        switch tile {
        case ..<36: 2
        case ..<48: 3
        case ..<60: 4
        case ..<64: 5
        default: 6
        }
    }

    /// The rows of a section for which the sum over all is least, of all that were looked at.
    private static func breaks(
        _ photos: [Double], _ width: Double, _ tile: Double, _ gap: Double
    ) -> [(photos: ArraySlice<Double>, isLast: Bool)] {
        var best = [(sum: 0.0, first: 0)] + photos.map { _ in (sum: Double.infinity, first: 0) }
        for start in photos.indices {
            var length = 0.0
            let ends = photos.indices[start...].map { end in
                length += photos[end] * tile + gap
                return (end: end + 1, length: length)
            }
            let short = ends.filter { $0.length < width }, long = ends.filter { $0.length >= width }
            for (end, length) in short.suffix(2) + long.prefix(2) {
                if end - start > 1, width - gap * Double(end - start) < 8 * Double(end - start) { continue }
                let isOpen = end == photos.count && length < width
                let deviation = width / length - length / width
                // Without a hole at its end, where that is possible
                let gaps = gap * Double(end - start), isHole = width - gaps > (length - gaps) * 1.5
                let sum = best[start].sum + (isOpen ? 0 : deviation * deviation + (isHole ? 1_000 : 0))
                if sum < best[end].sum { best[end] = (sum, start) }
            }
        }
        var rows: [(photos: ArraySlice<Double>, isLast: Bool)] = []
        var end = photos.count
        while end > 0 {
            rows.append((photos[best[end].first..<end], end == photos.count))
            end = best[end].first
        }
        return rows.reversed()
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

    /// In a photo's cell, its caption included.
    func index(at x: Double, _ y: Double) -> Int? {
        cells.indices.first {
            cells[$0].x <= x && x < cells[$0].maxX && cells[$0].y <= y && y < cells[$0].maxY
        }
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
