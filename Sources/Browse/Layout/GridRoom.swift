// What a layout of the grid is made for: the kind of layout and the room that it has.
public import Photos

/// The ways in which photos are laid out.
public enum LayoutKind: String, CaseIterable, Sendable {
    /// Equal squares, which the pictures fill.
    case squares
    /// Equal squares, in which the pictures lie whole.
    case whole
    /// Rows of one width and about one height, in which the pictures lie side by side in their own proportions.
    case justified
}

extension GridLayout {
    /// The kind of a layout and the room that it has. Lengths are in logical pixels. Two rooms that are equal give the
    /// same layout of the same photos.
    public struct Room: Hashable, Sendable {
        public let kind: LayoutKind
        /// Width of the grid, at least 1.
        public let width: Int
        /// Distance of the outermost pictures from the edges of the grid.
        public let margin: Int
        /// Device pixels per logical pixel.
        public let scale: Double
        /// Wanted side of a picture, of which a row fits the viewport.
        public let tileSize: Int
        /// The largest step of sizes of which a row fits the viewport, or the smallest.
        public let largestTile: Int
        /// Height of a section's heading; 0 where headings are not shown. Photos that are not in sections have none.
        public let headingHeight: Int
        /// Least width of a section that stands beside others, for the sake of its heading; 0 where each section begins
        /// a row of its own.
        public let headingWidth: Int
        /// Height that captions would have under pictures that are large enough.
        public let wantedCaptionHeight: Int
        /// Height of the caption under each picture; 0 if there is none.
        public let captionHeight: Int
        /// Distance of the outermost cells from the edges of the grid.
        let inset: Int
        /// Width of a whole row of cells.
        let cellsWidth: Int

        /// Creates a room. Values that no window has are limited to those that one may have, as `GridMetrics` does.
        /// - Parameters:
        ///   - margin: Half a gap where it is less.
        ///   - headingWidth: No more than half of the width is taken.
        ///   - captionHeight: Not used where pictures are too small for captions.
        ///   - pageHeight: Height of the viewport, which limits the size of the tiles; nil where it is not known.
        public init(
            kind: LayoutKind, width: Int, scale: Double, tileSize: Int, margin: Int = 0, headingHeight: Int = 0,
            headingWidth: Int = 0, captionHeight: Int = 0, pageHeight: Double? = nil
        ) {
            let largest =
                pageHeight.map { height in
                    GridMetrics.tileSizeSteps.last {
                        Room(
                            kind: kind, width: width, scale: scale, tileSize: $0, margin: margin,
                            headingHeight: headingHeight, captionHeight: captionHeight
                        ).highestRow <= height
                    } ?? GridMetrics.tileSizes.lowerBound
                } ?? GridMetrics.tileSizes.upperBound
            self.init(
                kind: kind, width: width, scale: scale, tileSize: tileSize, largestTile: largest, margin: margin,
                headingHeight: headingHeight, headingWidth: headingWidth, captionHeight: captionHeight)
        }

        init(
            kind: LayoutKind, width: Int, scale: Double, tileSize: Int, largestTile: Int, margin: Int,
            headingHeight: Int, headingWidth: Int, captionHeight: Int
        ) {
            let tileSize = min(max(tileSize, GridMetrics.tileSizes.lowerBound), largestTile)
            self.kind = kind
            self.largestTile = largestTile
            self.width = max(1, width)
            self.margin = margin
            self.tileSize = tileSize
            inset = max(0, min(margin - GridMetrics.gap(of: tileSize) / 2, (self.width - 1) / 2))
            cellsWidth = self.width - 2 * inset
            let metrics = GridMetrics(width: cellsWidth, scale: scale, tileSize: tileSize)
            self.scale = metrics.scale
            self.headingHeight = min(max(0, headingHeight), Self.highestText)
            self.headingWidth = min(max(0, headingWidth), max(0, (cellsWidth - Self.sectionGap) / 2))
            let side = kind == .justified ? Double(self.tileSize) : Double(metrics.pictureSide) / metrics.scale
            wantedCaptionHeight = min(max(0, captionHeight), Self.highestText)
            self.captionHeight = side < Self.smallestWithCaption ? 0 : wantedCaptionHeight
        }

        /// Side of the smallest pictures with captions: of the names of cameras' files, such as
        /// IMG_20260412_181503.jpg, both ends are readable there.
        private static let smallestWithCaption = 96.0
        /// Distance between the cells of two sections that stand beside each other.
        static let sectionGap = 18
        /// Height of the highest heading and caption.
        private static let highestText = 10_000

        /// What has to be stable before pictures are requested for the room: the size of the pictures in device pixels,
        /// and where each has its own, what these follow from.
        public var sizeToSettle: PixelSize {
            kind == .justified ? PixelSize(width: width, height: tileSize) : metrics.pictureSize
        }

        /// Returns the bytes of all pictures that a screen of this height shows at once, at most: it begins and ends
        /// within rows.
        public func pictureBytes(ofScreen height: Double) -> Int {
            // Justified rows are stretched where few photos fill them.
            let row = kind == .justified ? Double(tileSize) * 1.5 : rowHeight
            let rows = (max(0, height - 1) / row).rounded(.down) + 2
            return Int(Double(width) * scale * rows * row * scale) * 4
        }

        /// Height of the highest row that there may be, with a heading above it.
        private var highestRow: Double {
            let row = kind == .justified ? Double(tileSize) * RowShape.mostStretch + Double(gap) : Double(metrics.cell)
            return Double(headingHeight) + row + Double(captionHeight)
        }

        /// The smallest distance between two pictures.
        public var gap: Int { kind == .justified ? GridMetrics.gap(of: tileSize) : metrics.gap }

        /// Height of a row of equal squares, with its captions.
        public var rowHeight: Double { Double(metrics.cell + captionHeight) }

        /// Returns a rectangle of a layout as it lies in the window, where lines may begin at the right.
        public func placed(_ rectangle: Rectangle, isRightToLeft: Bool) -> Rectangle {
            var placed = rectangle
            if isRightToLeft { placed.x = Double(width) - rectangle.maxX }
            return placed
        }

        /// The arithmetic of equal squares in this room.
        public var metrics: GridMetrics { GridMetrics(width: cellsWidth, scale: scale, tileSize: tileSize) }
    }
}
