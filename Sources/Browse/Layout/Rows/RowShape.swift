// The height of a row of photos, and the edges of its cells.
import Photos

/// The rules by which rows of photos become as wide as the grid.
///
/// Heights are multiples of some pixels, so that a resize of the window by a pixel does not give every picture another
/// size. What that rounding leaves is shared by the widths: pictures are cropped or widened by less than a hundredth.
struct RowShape {
    /// Distance between two pictures.
    let gap: Double
    /// Device pixels of which heights are multiples.
    private static let step = 2.0
    /// No row is higher than this many times the wanted height: where few photos fit the width, it stays short.
    static let mostStretch = 1.5

    /// Width of the cells of a whole row.
    let width: Double
    /// Wanted height of pictures.
    let height: Double
    private let scale: Double
    /// Logical pixels of which heights are multiples.
    private let step: Double

    init(_ room: GridLayout.Room) {
        width = Double(room.cellsWidth)
        height = Double(room.tileSize)
        gap = Double(room.gap)
        scale = room.scale
        step = (Self.step / room.scale).rounded(.up)
    }

    /// Returns the height of the pictures in a row.
    /// - Parameter isOpen: Whether the row is the last of its section, which is not stretched.
    func pictureHeight(_ proportions: Slice<UnsafeBufferPointer<Float>>, isOpen: Bool) -> Double {
        let sum = proportions.reduce(0) { $0 + Double($1) }
        let most = isOpen ? height : height * Self.mostStretch
        return max(step, (min(pictures(proportions.count) / sum, most) / step).rounded() * step)
    }

    /// Height of pictures that are not stretched.
    fileprivate var openHeight: Double { max(step, (height / step).rounded() * step) }

    /// Returns the width of a row of photos that are not stretched; nil where that is too wide for the grid.
    func openWidth(_ proportions: Slice<UnsafeBufferPointer<Float>>) -> Double? {
        var edges = RowEdges(self)
        var right = 0.0
        var length = 0.0
        for proportion in proportions {
            right = edges.next(proportion)
            length += Double(proportion) * height + gap
            if max(right, length) >= width { return nil }
        }
        return right
    }

    /// Returns whether photos make a row that is neither very high nor very low.
    func isFair(_ proportions: Slice<UnsafeBufferPointer<Float>>, isOpen: Bool) -> Bool {
        let natural = pictures(proportions.count) / proportions.reduce(0) { $0 + Double($1) }
        return natural >= height / Self.mostStretch && (isOpen || natural <= height * Self.mostStretch)
    }

    /// Returns whether a row of some height is as wide as the grid.
    /// - Parameter sum: Sum of the proportions.
    fileprivate func isFlush(sum: Double, count: Int, height: Double) -> Bool {
        // The least that rounding makes of a row that was stretched to the whole width
        sum * (height + step / 2) > pictures(count) - 0.01
    }

    /// Returns the width that the gaps leave to the pictures of a row.
    fileprivate func pictures(_ count: Int) -> Double { max(1, width - Double(count) * gap) }

    /// Returns the size in device pixels of the picture in a cell.
    func pictureSize(width: Double, height: Double) -> PixelSize {
        PixelSize(width: PixelGrid.whole(width - gap, scale), height: PixelGrid.whole(height - gap, scale))
    }
}

/// The right edges of the cells of a row, one after the other.
struct RowEdges {
    private let width: Double?
    private let factor: Double
    private let gap: Double
    private var left: Int
    private var x = 0.0

    /// - Parameters:
    ///   - sum: Sum of the photos' proportions.
    ///   - height: Height of the pictures.
    init(_ shape: RowShape, sum: Double, count: Int, height: Double) {
        let isFlush = shape.isFlush(sum: sum, count: count, height: height)
        width = isFlush ? shape.width : nil
        factor = isFlush ? shape.pictures(count) / sum : height
        gap = shape.gap
        left = count
    }

    /// Edges of photos that are not stretched, however many come.
    init(_ shape: RowShape) { (width, factor, gap, left) = (nil, shape.openHeight, shape.gap, 0) }

    /// Returns the right edge of the next cell, whose photo has this proportion: a whole pixel.
    mutating func next(_ proportion: Float) -> Double {
        left -= 1
        x += Double(proportion) * factor + gap
        if let width, left == 0 { return width }
        return x.rounded()
    }
}
