// The geometry of the grid: columns, sizes, and the photos that a scroll position shows.
public import Photos

/// Geometry of a grid of equal square cells in one window width. Lengths are in logical pixels unless said otherwise.
/// A cell is as wide as GtkGridView makes it, the integer quotient of width and columns (up to columns − 1 pixels stay
/// empty at the right edge), and as high as it is wide. All operations are O(1) in the number of photos.
public struct GridMetrics: Hashable, Sendable {
    /// Allowed sides of a tile.
    public static let tileSizes = 24...512
    /// Sides below which photos are drawn together, as a mosaic, instead of by a widget each: a screen of smaller ones
    /// would be hundreds of widgets.
    public static let smallestTile = 64
    /// Side of a tile where neither user nor options choose one.
    public static let defaultTileSize = 200
    /// Picture sides are multiples of this many device pixels, so that a slow resize of the window requests all
    /// pictures in a new size at every fourth device pixel of a cell, not at each.
    static let sideStep = 4
    private static let largestScale = 16.0
    /// Columns of the default size in a narrow window: what the photo programs of telephones show.
    private static let usualColumns = 3
    /// Distance between two pictures that are no smaller than `smallestTile`.
    private static let usualGap = 6

    /// Returns the smallest distance between two pictures of a size: 6 from `smallestTile` on, and less where that
    /// would be a large part of the picture.
    public static func gap(of tileSize: Int) -> Int { tileSize < smallestTile ? max(2, tileSize / 12) : usualGap }

    /// Returns the smallest distance between two pictures in cells of a width: that of the largest size which fits
    /// them. It grows more slowly than the cell, so that a larger cell never has a smaller picture.
    private static func gap(inCell cell: Int) -> Int { cell < smallestTile + usualGap ? max(2, cell / 13) : usualGap }

    /// Number of cells in a row, at least 1.
    public let columns: Int
    /// Width of a cell, and height of a row.
    public let cell: Int
    /// Side of the square picture in a cell, in device pixels: the loader is asked for this size, and it is drawn 1:1.
    public let pictureSide: Int
    /// The smallest distance between two pictures.
    public let gap: Int
    /// Device pixels per logical pixel.
    public let scale: Double

    /// - Parameters:
    ///   - width: Width of the grid.
    ///   - scale: Device pixels per logical pixel, above 0 and at most 16.
    ///   - tileSize: Wanted side of a picture; clamped to `tileSizes`. Pictures come out between this and the next size
    ///     at which another column fits. In a window that is too narrow for three columns of the default size, all are
    ///     smaller: there are as many columns as in the narrowest window that is not, at most three, as long as their
    ///     pictures are not smaller than `smallestTile`. A larger size never gives smaller pictures.
    public init(width: Int, scale: Double = 1, tileSize: Int = defaultTileSize) {
        let tile = min(max(tileSize, GridMetrics.tileSizes.lowerBound), GridMetrics.tileSizes.upperBound)
        let width = max(1, width)
        self.scale = scale > 0 ? min(scale, GridMetrics.largestScale) : 1
        func columns(of tile: Int, in width: Int) -> Int { width / (tile + GridMetrics.gap(of: tile)) }
        let usualWidth = GridMetrics.usualColumns * (GridMetrics.defaultTileSize + GridMetrics.usualGap)
        let usual = min(GridMetrics.usualColumns, columns(of: tile, in: usualWidth))
        self.columns = max(
            1, columns(of: tile, in: width), min(usual, columns(of: GridMetrics.smallestTile, in: width)))
        cell = width / self.columns
        gap = GridMetrics.gap(inCell: cell)
        let room = PixelGrid.whole(Double(cell - gap), self.scale)
        pictureSide = max(GridMetrics.sideStep, room / GridMetrics.sideStep * GridMetrics.sideStep)
    }

    /// The size at which tiles are requested and decoded.
    public var pictureSize: PixelSize { PixelSize(square: pictureSide) }

    /// Returns the number of rows that `count` photos fill.
    public func rows(count: Int) -> Int { (max(0, count) + columns - 1) / columns }

    /// Returns the height of all rows.
    public func totalHeight(count: Int) -> Double { Double(rows(count: count)) * Double(cell) }

    /// Returns the row of `index`, counted from 0.
    public func row(of index: Int) -> Int { max(0, index) / columns }

    /// Returns the upper edge of the row of `index`.
    public func offset(of index: Int) -> Double { Double(row(of: index)) * Double(cell) }

    /// Returns the photos that are at least partly visible. A row that only touches an edge is not.
    /// - Parameters:
    ///   - scroll: The adjustment's value; overshoot beyond either end is taken as that end.
    ///   - pageHeight: Height of the viewport.
    public func visible(scroll: Double, pageHeight: Double, count: Int) -> Range<Int> {
        guard count > 0, pageHeight > 0 else { return 0..<0 }
        let top = clamped(scroll, pageHeight: pageHeight, count: count)
        let first = min(wholeRows(top, .down), rows(count: count) - 1)
        let end = min(max(first + 1, wholeRows(top + pageHeight, .up)), rows(count: count))
        return first * columns..<min(end * columns, count)
    }

    /// Returns the nearest scroll position at which the row of `index` is wholly visible, or its upper edge where the
    /// viewport is lower than a row.
    public func scroll(toReveal index: Int, from scroll: Double, pageHeight: Double, count: Int) -> Double {
        let top = offset(of: min(index, count - 1))
        let current = clamped(scroll, pageHeight: pageHeight, count: count)
        let lowest = top + Double(cell) - pageHeight
        return clamped(min(max(current, lowest), top), pageHeight: pageHeight, count: count)
    }

    private func clamped(_ scroll: Double, pageHeight: Double, count: Int) -> Double {
        // The comparison turns NaN into 0.
        let bottom = max(0, totalHeight(count: count) - pageHeight)
        return scroll > 0 ? min(scroll, bottom) : 0
    }

    /// Returns the number of rows in `height` pixels, bounded so that no height overflows.
    private func wholeRows(_ height: Double, _ rule: FloatingPointRoundingRule) -> Int {
        let rows = (height / Double(cell)).rounded(rule)
        return rows > 0 ? Int(min(rows, 1e15)) : 0
    }
}

extension GridMetrics {
    /// Sides of a tile in logical pixels, between which a key or a wheel click steps. From 64 on each is about a
    /// quarter more than the one before, so that a step is visible and a dozen of them cover the range.
    static let tileSizeSteps = [24, 32, 48, 64, 80, 100, 128, 160, 200, 256, 320, 400, 512]

    /// Returns the side that is `steps` away from `tileSize`, up where positive. From a side between two steps, the
    /// first step goes to the next one.
    public static func tileSize(_ tileSize: Int, steps: Int) -> Int {
        let sides = tileSizeSteps
        guard steps != 0 else { return tileSize }
        let next =
            steps > 0
            ? (sides.firstIndex { $0 > tileSize } ?? sides.count) + steps - 1
            : (sides.lastIndex { $0 < tileSize } ?? -1) + steps + 1
        return sides[min(max(0, next), sides.count - 1)]
    }
}
