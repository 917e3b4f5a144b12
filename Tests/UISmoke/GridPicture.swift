// Finds the tiles in a picture of the window by the gaps between them, not by the program's own arithmetic.

/// Where the tiles are in a picture of the window.
struct GridPicture {
    let image: PixelImage
    /// Tiles row by row; the last row may be cut by the window's edge.
    let rows: [[PixelArea]]

    /// Pixels of the frame that GTK draws around a window, and a little more.
    private static let frame = 7
    /// Rows of the window that are its header bar in any case.
    private static let header = 50
    /// Least height of a row of tiles that is worth a look; a notice above the grid is lower.
    private static let leastHeight = 60

    /// - Parameter share: How far to the right a row is searched: less than 1 where something lies over the grid.
    init(_ image: PixelImage, searchingShare share: Double = 1) {
        self.image = image
        let right = Int(Double(image.width - Self.frame) * share)
        let bands = Self.runs(Self.header..<(image.height - Self.frame)) { y in
            !image.isPlainRow(y, from: Self.frame, to: right)
        }
        rows = bands.filter { $0.count >= Self.leastHeight }.map { band in
            Self.runs(Self.frame..<(image.width - Self.frame)) { x in
                !image.isPlainColumn(x, from: band.lowerBound, to: band.upperBound)
            }.filter { $0.count >= Self.leastHeight }.map {
                PixelArea(x: $0.lowerBound, y: band.lowerBound, width: $0.count, height: band.count)
            }
        }.filter { !$0.isEmpty }
    }

    var tiles: [PixelArea] { rows.flatMap { $0 } }

    /// Tiles of the rows that are not cut.
    var wholeTiles: [PixelArea] { tiles.filter { $0.height == $0.width } }

    func content(_ tile: PixelArea) -> PixelImage.Content { image.content(tile.inset(3)) }

    /// The runs of neighbours for which `isIn` holds.
    private static func runs(_ range: Range<Int>, where isIn: (Int) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for position in range {
            if isIn(position) {
                if start == nil { start = position }
            } else if let first = start {
                runs.append(first..<position)
                start = nil
            }
        }
        if let start { runs.append(start..<range.upperBound) }
        return runs
    }
}
