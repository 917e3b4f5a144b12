// Where every tile of the grid is, by arithmetic: columns, sizes, and which photos a scroll position shows.
public import Photos

/// The geometry of a grid of equal square cells in one window width. A value; logical pixels unless said otherwise.
///
/// A cell is as wide as GtkGridView makes it: the integer quotient of width and columns (up to columns − 1 pixels stay
/// empty at the right edge), and as high as it is wide. All of it is O(1), whatever the number of photos.
public struct GridMetrics: Hashable, Sendable {
    /// Least distance between two pictures.
    public static let minimumGap = 6
    /// Sides of a picture that can be wished for.
    public static let tileSizes = 64...512
    /// The side that is wished for when nobody says.
    public static let defaultTileSize = 200
    /// Picture sides are multiples of this many device pixels, so that a window that is resized slowly asks for a new
    /// size of every picture every fourth device pixel of a cell, not at each.
    static let sideStep = 4
    private static let largestScale = 16.0

    /// Cells in a row, at least 1.
    public let columns: Int
    /// Width of a cell, and height of a row.
    public let cell: Int
    /// Side of the square picture in a cell, in device pixels: what the loader is asked for and what is drawn 1:1.
    public let pictureSide: Int
    /// Device pixels per logical pixel.
    public let scale: Double

    /// - Parameters:
    ///   - width: Width of the grid.
    ///   - scale: Device pixels per logical pixel, above 0 and at most 16.
    ///   - tileSize: Wanted side of a picture; moved into `tileSizes`. Pictures come out between this and the next
    ///     size at which another column fits, smaller only where the window is narrower than one tile.
    public init(width: Int, scale: Double = 1, tileSize: Int = defaultTileSize) {
        let tile = min(max(tileSize, GridMetrics.tileSizes.lowerBound), GridMetrics.tileSizes.upperBound)
        let width = max(1, width)
        self.scale = scale > 0 ? min(scale, GridMetrics.largestScale) : 1
        columns = max(1, width / (tile + GridMetrics.minimumGap))
        cell = width / columns
        let room = Int((Double(cell - GridMetrics.minimumGap) * self.scale).rounded(.down))
        pictureSide = max(GridMetrics.sideStep, room / GridMetrics.sideStep * GridMetrics.sideStep)
    }

    /// The size that tiles are requested and decoded at.
    public var pictureSize: PixelSize { PixelSize(square: pictureSide) }

    /// Rows that `count` photos fill.
    public func rows(count: Int) -> Int { (max(0, count) + columns - 1) / columns }

    /// Height of all rows.
    public func totalHeight(count: Int) -> Double { Double(rows(count: count)) * Double(cell) }

    /// The row that holds `index`, counted from 0.
    public func row(of index: Int) -> Int { max(0, index) / columns }

    /// Upper edge of the row that holds `index`.
    public func offset(of index: Int) -> Double { Double(row(of: index)) * Double(cell) }

    /// The photos that are at least partly visible. A row that only touches an edge is not.
    /// - Parameters:
    ///   - scroll: The adjustment's value; overshoot beyond either end is taken as that end.
    ///   - pageHeight: Height of the visible part.
    public func visible(scroll: Double, pageHeight: Double, count: Int) -> Range<Int> {
        guard count > 0, pageHeight > 0 else { return 0..<0 }
        let top = clamped(scroll, pageHeight: pageHeight, count: count)
        let first = min(wholeRows(top, .down), rows(count: count) - 1)
        let end = min(max(first + 1, wholeRows(top + pageHeight, .up)), rows(count: count))
        return first * columns..<min(end * columns, count)
    }

    /// The nearest scroll position at which the row of `index` is wholly visible, or its upper edge where the page is
    /// lower than a row.
    public func scroll(toReveal index: Int, from scroll: Double, pageHeight: Double, count: Int) -> Double {
        let top = offset(of: min(index, count - 1))
        let current = clamped(scroll, pageHeight: pageHeight, count: count)
        let lowest = top + Double(cell) - pageHeight
        return clamped(min(max(current, lowest), top), pageHeight: pageHeight, count: count)
    }

    private func clamped(_ scroll: Double, pageHeight: Double, count: Int) -> Double {
        // Written so that NaN becomes 0.
        let bottom = max(0, totalHeight(count: count) - pageHeight)
        return scroll > 0 ? min(scroll, bottom) : 0
    }

    /// Rows in `height` pixels, bounded so that no height overflows.
    private func wholeRows(_ height: Double, _ rule: FloatingPointRoundingRule) -> Int {
        let rows = (height / Double(cell)).rounded(rule)
        return rows > 0 ? Int(min(rows, 1e15)) : 0
    }
}
