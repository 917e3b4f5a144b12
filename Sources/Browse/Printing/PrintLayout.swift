// The places of photos on printed pages.
public import Photos

/// Photos on pages of one size, in equal cells, each as large as it fits; turned where that is larger.
public struct PrintLayout: Hashable, Sendable {
    /// Numbers of photos on a page that can be chosen.
    public static let choices = [1, 2, 4, 9]

    /// Photos on a page.
    public let perPage: Int
    /// Width and height of what can be printed on of a page, in any unit.
    public let width: Double
    public let height: Double

    /// A photo on a page, in the unit of the page. A turned photo is turned by a quarter clockwise.
    public struct Place: Hashable, Sendable {
        public let x: Double
        public let y: Double
        /// Width and height on the page, after the turn.
        public let width: Double
        public let height: Double
        public let isTurned: Bool
    }

    public init(perPage: Int, width: Double, height: Double) {
        (self.perPage, self.width, self.height) = (max(1, perPage), max(1, width), max(1, height))
    }

    /// Number of pages for some photos.
    public func pages(for count: Int) -> Int { (max(0, count) + perPage - 1) / perPage }

    /// The photos on a page, by their positions.
    public func photos(on page: Int, of count: Int) -> Range<Int> {
        let start = min(max(0, page) * perPage, count)
        return start..<min(start + perPage, count)
    }

    /// Columns and rows: two photos lie along the longer side of the page.
    private var grid: (columns: Int, rows: Int) {
        switch perPage {
        case 1: (1, 1)
        case 2: width > height ? (2, 1) : (1, 2)
        case ...4: (2, 2)
        default: (3, (perPage + 2) / 3)
        }
    }

    /// Room between cells: a fortieth of the page's shorter side.
    private var gap: Double { perPage == 1 ? 0 : min(width, height) / 40 }

    /// Width and height of a cell.
    public var cell: (width: Double, height: Double) {
        let (columns, rows) = grid
        return (
            (width - gap * Double(columns - 1)) / Double(columns), (height - gap * Double(rows - 1)) / Double(rows)
        )
    }

    /// Returns the place of a photo of a size in pixels.
    /// - Parameter number: Its number on the page, from 0.
    public func place(of size: PixelSize, number: Int) -> Place {
        let (columns, _) = grid, cell = cell
        let ratio = size.aspectRatio
        let upright = min(cell.width / ratio, cell.height), turned = min(cell.width, cell.height / ratio)
        let isTurned = turned > upright * 1.001
        // The height of the photo as it is.
        let (width, height) = isTurned ? (turned, turned * ratio) : (upright * ratio, upright)
        let left = Double(number % columns) * (cell.width + gap), top = Double(number / columns) * (cell.height + gap)
        return Place(
            x: left + (cell.width - width) / 2, y: top + (cell.height - height) / 2, width: width, height: height,
            isTurned: isTurned)
    }
}
