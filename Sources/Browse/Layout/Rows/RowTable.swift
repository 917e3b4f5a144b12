// The rows of a layout: where each is and what it holds. A layout answers everything else from them.
import Photos

/// A row of photos.
struct GridRow: Hashable {
    /// Number of the row, counted from 0 over all sections.
    let number: Int
    /// Numbers of its sections: several where small ones stand beside each other, none where there are no sections.
    let sections: Range<Int>
    /// Positions of its photos; never empty.
    let indices: Range<Int>
    /// Upper edge.
    let top: Double
    let height: Double
    /// Height of the headings above it: 0 but for the first row of a section.
    let heading: Double

    var bottom: Double { top + height }
    /// Upper edge of the headings above it, or its own.
    var extentTop: Double { top - heading }
}

/// The rows of one layout, from top to bottom without gaps other than headings. Questions take a time that grows with
/// the logarithm of the number of rows or sections, and with the number of photos in a row.
protocol RowTable: Sendable {
    /// Number of rows.
    var count: Int { get }
    /// Height of all rows and headings.
    var height: Double { get }
    /// Bytes of the table without the sections themselves; tests and figures ask.
    var byteCount: Int { get }
    /// Photos among which are all whose rows are others than in a layout made anew; empty if there are none.
    var unsettled: Range<Int> { get }
    /// Returns the number of the row that holds the photo at `index`, which has to be less than the number of photos.
    func number(of index: Int) -> Int
    /// Returns the number of the row at a height. A heading counts as the row below it; above all rows is the first,
    /// below all and NaN the last. There has to be a row.
    func number(at y: Double) -> Int
    /// Returns the row with a number less than `count`.
    func row(_ number: Int) -> GridRow
    /// Returns the left edge and the width of a photo's cell.
    func span(of index: Int, in row: GridRow) -> (x: Double, width: Double)
    /// Returns the left edges and widths of all cells of a row that begins at `origin`.
    func spans(of row: GridRow, from origin: Double) -> [(x: Double, width: Double)]
    /// Returns the photo of a row whose cell is nearest to `x`.
    func index(nearestTo x: Double, in row: GridRow) -> Int
    /// Returns the size in device pixels of the picture in a cell.
    func pictureSize(width: Double, height: Double) -> PixelSize
}

extension RowTable {
    var unsettled: Range<Int> { 0..<0 }

    /// Returns the left edges and widths of all cells of a row.
    func spans(of row: GridRow) -> [(x: Double, width: Double)] { spans(of: row, from: 0) }

    /// Returns the row that holds the photo at `index`.
    func row(of index: Int) -> GridRow { row(number(of: index)) }

    /// Returns the row at a height.
    func row(at y: Double) -> GridRow { row(number(at: y)) }
}
