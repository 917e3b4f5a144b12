// Where photos that are compared lie: cells of one size in rows, as large as the window allows.

/// The cells of photos that are compared, in logical pixels. Cells lie on whole pixels; a row that is not full lies in
/// the middle.
public struct CompareLayout: Hashable, Sendable {
    /// A direction on the screen.
    public enum Direction: CaseIterable, Sendable { case left, right, up, down }

    /// Cells in a full row.
    public let columns: Int
    /// In the order of the photos.
    public let cells: [Rectangle]

    /// Ratio that is taken for a photo whose own is not known.
    private static let usualRatio = 1.5

    /// Lays out cells: two side by side, or one above the other in a portrait window; more in the number of columns
    /// that gives the pictures the largest area in all.
    /// - Parameters:
    ///   - ratios: Width ÷ height of each photo; nil where it is not known.
    ///   - width: Of the room for all of them.
    ///   - gap: Between cells, and around them.
    ///   - caption: Height that a cell has beside the picture.
    ///   - isRightToLeft: Whether the first cell of a row is the rightmost one.
    public init(
        ratios: [Double?], width: Double, height: Double, gap: Double, caption: Double, isRightToLeft: Bool = false
    ) {
        let count = ratios.count
        func size(_ columns: Int) -> (width: Double, height: Double) {
            let rows = (count + columns - 1) / columns
            func side(_ extent: Double, _ number: Int) -> Double {
                max(1, ((extent - gap * Double(number + 1)) / Double(number)).rounded(.down))
            }
            return (side(width, columns), side(height, rows))
        }
        func area(_ columns: Int) -> Double {
            let cell = size(columns), room = max(0, cell.height - caption)
            return ratios.reduce(0) { sum, ratio in
                let ratio = ratio ?? Self.usualRatio, across = min(cell.width, room * ratio)
                return sum + across * across / ratio
            }
        }
        switch count {
        case ...1: columns = 1
        case 2: columns = width >= height ? 2 : 1
        default:
            columns =
                (2...count).reduce((columns: 1, area: area(1))) { best, columns in
                    let area = area(columns)
                    return area > best.area ? (columns, area) : best
                }.columns
        }
        let columns = self.columns, cell = size(columns)
        cells = (0..<count).map { index in
            let row = index / columns, inRow = min(columns, count - row * columns)
            let free = width - Double(inRow) * cell.width - Double(inRow - 1) * gap
            let x = (free / 2).rounded(.down) + Double(index % columns) * (cell.width + gap)
            return Rectangle(
                x: isRightToLeft ? width - x - cell.width : x, y: gap + Double(row) * (cell.height + gap),
                width: cell.width, height: cell.height)
        }
    }

    /// Returns the cell beside another one; nil at the edges. Above and below, it is the nearest one.
    public func index(beside index: Int, _ direction: Direction) -> Int? {
        guard cells.indices.contains(index) else { return nil }
        let cell = cells[index]
        let beside = cells.indices.filter { other in
            let other = cells[other]
            return switch direction {
            case .left: other.y == cell.y && other.x < cell.x
            case .right: other.y == cell.y && other.x > cell.x
            case .up: other.y < cell.y
            case .down: other.y > cell.y
            }
        }
        func distance(_ other: Int) -> Double {
            abs(cells[other].midX - cell.midX) + 2 * Double(cells.count) * abs(cells[other].midY - cell.midY)
        }
        return beside.min { distance($0) < distance($1) }
    }
}
