// Rows with a margin around them.
import Photos

/// The rows of a table that knows nothing of the margin around it.
struct PlacedRows<Rows: RowTable>: RowTable {
    let rows: Rows
    /// Width of what is free beside the cells, at either side.
    private let side: Double
    /// Height of what is free above the first row; headings have a margin of their own.
    private let top: Double

    init(_ rows: Rows, room: GridLayout.Room, hasHeadings: Bool) {
        self.rows = rows
        side = Double(room.inset)
        top = hasHeadings ? 0 : side
    }

    var count: Int { rows.count }
    var height: Double { count > 0 ? top + rows.height + side : 0 }
    var byteCount: Int { rows.byteCount }
    var unsettled: Range<Int> { rows.unsettled }

    func number(of index: Int) -> Int { rows.number(of: index) }

    func number(at y: Double) -> Int { rows.number(at: y - top) }

    func row(_ number: Int) -> GridRow {
        let row = rows.row(number)
        return GridRow(
            number: row.number, sections: row.sections, indices: row.indices, top: row.top + top, height: row.height,
            heading: row.heading)
    }

    func span(of index: Int, in row: GridRow) -> (x: Double, width: Double) {
        let span = rows.span(of: index, in: row)
        return (span.x + side, span.width)
    }

    func spans(of row: GridRow, from origin: Double) -> [(x: Double, width: Double)] {
        rows.spans(of: row, from: origin + side)
    }

    func index(nearestTo x: Double, in row: GridRow) -> Int { rows.index(nearestTo: x - side, in: row) }

    func pictureSize(width: Double, height: Double) -> PixelSize { rows.pictureSize(width: width, height: height) }
}
