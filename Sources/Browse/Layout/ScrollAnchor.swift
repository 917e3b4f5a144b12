// The place that a layout of the grid keeps: a point in one photo, at one height of the viewport.

/// A point in a photo that keeps its height in the viewport while the layout changes around it: width, size, order,
/// sections, kind.
public struct ScrollAnchor: Hashable, Sendable {
    /// Index of the photo.
    public let index: Int
    /// Position of the point in the photo's cell without the caption, from 0 at its top to 1.
    private let fraction: Double
    /// Position of the point in the caption, from 0 at its top, or above it, to 1.
    private let captionFraction: Double
    /// Distance of the point above the cell, in the heading. It does not grow with the tiles.
    private let above: Double
    /// Distance of the point from the viewport's top in logical pixels.
    private let y: Double
    /// Whether `y` is counted from below the sticky heading.
    private let isBelowHeading: Bool
    /// Whether the margin above the first row is shown with that.
    private let showsMargin: Bool

    private init(
        index: Int, fraction: Double, captionFraction: Double, above: Double, y: Double, isBelowHeading: Bool,
        showsMargin: Bool = false
    ) {
        self.index = index
        self.fraction = fraction
        self.captionFraction = captionFraction
        self.above = above
        self.y = y
        self.isBelowHeading = isBelowHeading
        self.showsMargin = showsMargin
    }

    /// Creates an anchor in the photo at a point of the viewport, or in the nearest one.
    /// - Parameters:
    ///   - x: Logical pixels from the grid's left edge.
    ///   - y: Logical pixels below the viewport's top.
    ///   - scroll: The adjustment's value.
    ///   - layout: A layout of at least one photo.
    public init(x: Double, y: Double, scroll: Double, layout: GridLayout) {
        let depth = max(0, scroll + y)
        index = layout.index(nearestTo: x, y: depth) ?? 0
        let cell = layout.count > 0 ? layout.cell(of: index) : Rectangle(x: 0, y: 0, width: 1, height: 1)
        let picture = layout.count > 0 ? layout.pictureRoom(in: cell) : cell
        fraction = min(max(0, (depth - picture.y) / picture.height), 1)
        // Below the last row: of captions that are shown later nothing is cut off.
        captionFraction = depth < cell.maxY ? max(0, (depth - picture.maxY) / max(1, cell.maxY - picture.maxY)) : 1
        above = max(0, cell.y - depth)
        self.y = y
        isBelowHeading = false
        showsMargin = false
    }

    /// Creates an anchor that puts the upper edge of the photo at `index` at the top of the viewport, below the sticky
    /// heading. With the first row, the top of the list is shown.
    public init(top index: Int) {
        self.init(
            index: index, fraction: 0, captionFraction: 0, above: 0, y: 0, isBelowHeading: true, showsMargin: true)
    }

    /// Creates the anchor for a resize of the window: in the first photo at the top, below the sticky heading, or in
    /// the last one at the end of the list.
    public init(scroll: Double, pageHeight: Double, layout: GridLayout) {
        let isAtEnd = scroll > 0 && scroll + pageHeight >= layout.height - 1
        let point = ScrollAnchor(
            x: isAtEnd ? Double(layout.room.width) : 0, y: isAtEnd ? pageHeight : layout.stickyHeight, scroll: scroll,
            layout: layout)
        self.init(
            index: point.index, fraction: point.fraction, captionFraction: point.captionFraction, above: point.above,
            y: isAtEnd ? pageHeight : 0, isBelowHeading: !isAtEnd)
    }

    /// Returns the same place in the photo at another index: where it is in another order, or the one that follows it.
    public func moved(to index: Int) -> ScrollAnchor {
        ScrollAnchor(
            index: index, fraction: fraction, captionFraction: captionFraction, above: above, y: y,
            isBelowHeading: isBelowHeading, showsMargin: showsMargin)
    }

    /// Returns the scroll position that puts the point at its height, as near as the list's ends allow.
    public func scroll(layout: GridLayout, pageHeight: Double) -> Double {
        guard layout.count > 0 else { return 0 }
        if showsMargin, layout.row(of: min(max(0, index), layout.count - 1)) == 0 { return 0 }
        let picture = layout.pictureRoom(in: layout.cell(of: min(max(0, index), layout.count - 1)))
        let point = picture.y + fraction * picture.height + captionFraction * Double(layout.room.captionHeight) - above
        let height = y + (isBelowHeading ? layout.stickyHeight : 0)
        return layout.clamped((point - height).rounded(), pageHeight: pageHeight)
    }
}
