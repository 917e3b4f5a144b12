// Rows of equal squares with or without captions, which need no memory but a number for each section.
import Library
import Photos

/// Rows of equal cells, squares with the caption below. A section begins a new row below its heading, or stands in the
/// row of the one before it, where both have room.
struct UniformRows: RowTable {
    private let metrics: GridMetrics
    private let photos: Int
    private let sections: [ArrangedSection]
    private let heading: Int
    /// Height of a row.
    private let pitch: Double
    /// Distance between the left edges of neighbouring cells: the pixels that they leave free lie between them.
    private let step: Double
    /// Number of rows above each section.
    private let rowsAbove: ContiguousArray<UInt32>
    /// Number of rows with headings above each section; empty where that is the number of the section.
    private let headingsAbove: ContiguousArray<UInt32>
    private let room: GridLayout.Room
    let count: Int

    /// - Parameter sections: The sections, which hold all `photos`; none for a list without sections.
    init(photos: Int, sections: [ArrangedSection], room: GridLayout.Room) {
        let metrics = room.metrics
        let step =
            metrics.columns > 1
            ? Double(room.cellsWidth - metrics.cell) / Double(metrics.columns - 1) : Double(metrics.cell)
        var rows = 0, headings = 0
        var rowsAbove: ContiguousArray<UInt32> = [], headingsAbove: ContiguousArray<UInt32> = []
        rowsAbove.reserveCapacity(sections.count)
        if room.headingWidth > 0 { headingsAbove.reserveCapacity(sections.count) }
        var line = SectionLine(room)
        for section in sections {
            if line.take(
                section.count <= metrics.columns
                    ? Self.x(ofColumn: section.count - 1, step) + Double(metrics.cell) : nil)
            {
                rowsAbove.append(UInt32(rows - 1))
                headingsAbove.append(UInt32(headings - 1))
            } else {
                rowsAbove.append(UInt32(rows))
                if room.headingWidth > 0 { headingsAbove.append(UInt32(headings)) }
                rows += metrics.rows(count: section.count)
                headings += 1
            }
        }
        self.metrics = metrics
        self.photos = photos
        self.sections = sections
        self.rowsAbove = rowsAbove
        self.headingsAbove = headings < sections.count ? headingsAbove : []
        self.room = room
        heading = room.headingHeight
        pitch = room.rowHeight
        self.step = step
        count = sections.isEmpty ? metrics.rows(count: photos) : rows
    }

    var height: Double { count > 0 ? row(count - 1).bottom : 0 }

    var byteCount: Int { (rowsAbove.count + headingsAbove.count) * MemoryLayout<UInt32>.stride }

    func number(of index: Int) -> Int {
        guard !sections.isEmpty else { return index / metrics.columns }
        let section = sections.number(of: index)
        return Int(rowsAbove[section]) + (index - sections[section].start) / metrics.columns
    }

    func number(at y: Double) -> Int {
        guard !sections.isEmpty else { return min(rows(in: y), count - 1) }
        let section = max(0, rowsAbove.indices.partitioningIndex { top(ofSection: $0) > y } - 1)
        let below = y - top(ofSection: section) - Double(heading)
        return Int(rowsAbove[section]) + max(0, min(rows(in: below), rowCount(ofSection: section) - 1))
    }

    func row(_ number: Int) -> GridRow {
        guard !sections.isEmpty else {
            let first = number * metrics.columns
            return GridRow(
                number: number, sections: 0..<0, indices: first..<min(photos, first + metrics.columns),
                top: Double(number) * pitch, height: pitch, heading: 0)
        }
        let section = rowsAbove.indices.partitioningIndex { rowsAbove[$0] > number } - 1
        let place = number - Int(rowsAbove[section])
        let first = sections[section].start + place * metrics.columns
        let end = min(sections[section].start + sections[section].count, first + metrics.columns)
        var begin = section
        if !headingsAbove.isEmpty { while begin > 0, rowsAbove[begin - 1] == rowsAbove[section] { begin -= 1 } }
        return GridRow(
            number: number, sections: begin..<section + 1,
            indices: (begin < section ? sections[begin].start : first)..<end,
            top: top(ofSection: section) + Double(heading) + Double(place) * pitch, height: pitch,
            heading: place == 0 ? Double(heading) : 0)
    }

    func span(of index: Int, in row: GridRow) -> (x: Double, width: Double) {
        guard row.sections.count > 1 else {
            return (x(ofColumn: index - row.indices.lowerBound), Double(metrics.cell))
        }
        return spans(of: row)[index - row.indices.lowerBound]
    }

    /// Left edge of the cells in a column.
    private static func x(ofColumn column: Int, _ step: Double) -> Double { (Double(column) * step).rounded() }
    private func x(ofColumn column: Int) -> Double { Self.x(ofColumn: column, step) }

    func index(nearestTo x: Double, in row: GridRow) -> Int {
        guard row.sections.count <= 1 else { return row.index(nearestTo: x, among: spans(of: row)) }
        // The comparison turns NaN into 0.
        let column = x > 0 ? Int(min((x / step).rounded(.down), Double(row.indices.count - 1))) : 0
        // Edges are rounded to pixels, and a pixel between two cells is nearest to one of them.
        let end = self.x(ofColumn: column) + Double(metrics.cell), next = self.x(ofColumn: column + 1)
        let isNext = column + 1 < row.indices.count && x - end >= next - x
        return row.indices.lowerBound + column + (isNext ? 1 : 0)
    }

    func spans(of row: GridRow, from origin: Double) -> [(x: Double, width: Double)] {
        guard row.sections.count > 1 else {
            return (0..<row.indices.count).map { (origin + x(ofColumn: $0), Double(metrics.cell)) }
        }
        var line = SectionLine(room)
        return row.sections.flatMap { section in
            let count = sections[section].count
            _ = line.take(x(ofColumn: count - 1) + Double(metrics.cell))
            return (0..<count).map { (origin + line.x + x(ofColumn: $0), Double(metrics.cell)) }
        }
    }

    func pictureSize(width: Double, height: Double) -> PixelSize { metrics.pictureSize }

    /// Upper edge of a section's heading.
    private func top(ofSection section: Int) -> Double {
        Double(rowsAbove[section]) * pitch
            + Double(headingsAbove.isEmpty ? section : Int(headingsAbove[section])) * Double(heading)
    }

    /// Returns the number of rows from those of a section to those of the next: none where that stands beside it.
    private func rowCount(ofSection section: Int) -> Int {
        (section + 1 < rowsAbove.count ? Int(rowsAbove[section + 1]) : count) - Int(rowsAbove[section])
    }

    /// Returns the whole rows in a height, at least 0 and at most the number of all.
    private func rows(in height: Double) -> Int {
        let rows = height / pitch
        return rows > 0 ? Int(min(rows, Double(count))) : rows.isNaN ? count : 0
    }
}

extension [ArrangedSection] {
    /// Returns the number of the section that holds the photo at `index`. There has to be one.
    func number(of index: Int) -> Int { Swift.max(0, indices.partitioningIndex { self[$0].start > index } - 1) }
}

extension Range<Int> {
    /// Returns the first number for which `belongs` is true, or the upper bound; once true it has to stay true.
    func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
        var low = lowerBound, high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
