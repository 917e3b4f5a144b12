// The place that a layout of the grid keeps: a point in one photo, at one height of the viewport.

/// A point in a photo that keeps its height in the viewport while columns and cells change around it.
public struct ScrollAnchor: Hashable, Sendable {
    /// Index of the photo.
    public let index: Int
    /// Position of the point in the photo's cell, from 0 at its top to 1.
    private let fraction: Double
    /// Distance of the point from the viewport's top in logical pixels.
    private let y: Double

    /// Creates an anchor in the photo at a point of the viewport, or in the nearest one.
    /// - Parameters:
    ///   - x: Logical pixels from the grid's left edge.
    ///   - y: Logical pixels below the viewport's top.
    ///   - scroll: The adjustment's value.
    ///   - count: Number of photos in the list, at least 1.
    public init(x: Double, y: Double, scroll: Double, metrics: GridMetrics, count: Int) {
        let cell = Double(metrics.cell)
        let depth = max(0, scroll + y)
        let row = min(Int((depth / cell).rounded(.down)), metrics.rows(count: count) - 1)
        let column = min(max(0, Int((x / cell).rounded(.down))), metrics.columns - 1)
        index = min(max(0, row * metrics.columns + column), count - 1)
        fraction = min(1, (depth - Double(row) * cell) / cell)
        self.y = y
    }

    /// Returns the same place in the photo at another index: where it is in another order, or the one that follows it.
    public func moved(to index: Int) -> ScrollAnchor { ScrollAnchor(index: index, fraction: fraction, y: y) }

    private init(index: Int, fraction: Double, y: Double) {
        self.index = index
        self.fraction = fraction
        self.y = y
    }

    /// Creates an anchor that puts the upper edge of the photo at `index` at the top of the viewport.
    public init(top index: Int) {
        self.init(index: index, fraction: 0, y: 0)
    }

    /// Creates the anchor for a resize of the window: in the first photo at the top, or in the last one at the end of
    /// the list.
    public init(scroll: Double, pageHeight: Double, metrics: GridMetrics, count: Int) {
        let isAtEnd = scroll > 0 && scroll + pageHeight >= metrics.totalHeight(count: count) - 1
        self.init(
            x: isAtEnd ? Double(metrics.columns * metrics.cell) : 0, y: isAtEnd ? pageHeight : 0, scroll: scroll,
            metrics: metrics, count: count)
    }

    /// Returns the scroll position that puts the point at its height, as near as the list's ends allow.
    public func scroll(metrics: GridMetrics, pageHeight: Double, count: Int) -> Double {
        let bottom = max(0, metrics.totalHeight(count: count) - pageHeight)
        let wanted = metrics.offset(of: min(index, count - 1)) + fraction * Double(metrics.cell) - y
        return min(max(0, wanted.rounded()), bottom)
    }
}
