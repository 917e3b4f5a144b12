// The division of a layout of very small tiles into blocks, each of which is drawn as one picture.
import Library
public import Photos

/// Some rows of one section, or one row of several, drawn as one picture over the whole width. The division depends on
/// the layout alone, not on what is in view.
public struct MosaicBlock: Hashable, Sendable {
    /// Numbers of the rows, counted over all sections.
    public let rows: Range<Int>
    /// Positions of the photos.
    public let indices: Range<Int>
    /// Place in logical pixels of the layout; whole pixels.
    public let bounds: Rectangle
    /// Device pixels per logical pixel.
    private let scale: Double

    fileprivate init(rows: Range<Int>, indices: Range<Int>, bounds: Rectangle, scale: Double) {
        (self.rows, self.indices, self.bounds, self.scale) = (rows, indices, bounds, scale)
    }

    /// Place in device pixels of the layout: the smallest whole one that holds the bounds.
    private var device: (left: Double, top: Double, right: Double, bottom: Double) {
        (
            (bounds.x * scale).rounded(.down), (bounds.y * scale).rounded(.down), (bounds.maxX * scale).rounded(.up),
            (bounds.maxY * scale).rounded(.up)
        )
    }

    /// Size of the picture in device pixels.
    public var size: PixelSize {
        let device = device
        return PixelSize(width: Int(device.right - device.left), height: Int(device.bottom - device.top))
    }

    /// Where the picture is drawn one to one, in logical pixels of the layout.
    public var place: Rectangle {
        let device = device
        return Rectangle(
            x: device.left / scale, y: device.top / scale, width: (device.right - device.left) / scale,
            height: (device.bottom - device.top) / scale)
    }
}

/// The place of one photo's picture in the picture of its block, in device pixels.
public struct MosaicCell: Hashable, Sendable {
    /// Position of the photo.
    public let index: Int
    public let x, y, width, height: Int
}

extension GridLayout {
    /// Device pixels of a block, as near as whole rows come to it: half a megabyte, which takes less than a millisecond
    /// to draw, while a screen of 1280×800 has ten of them.
    static let blockArea = 128 << 10

    /// Whether photos are drawn together in blocks, because widgets for each would be too many.
    public var isMosaic: Bool { room.tileSize < GridMetrics.smallestTile }

    /// Rows in a block: the same for all, whatever their heights.
    private var rowsPerBlock: Int {
        let row =
            Double(room.width) * Double(room.tileSize + GridMetrics.gap(of: room.tileSize)) * room.scale * room.scale
        return max(1, Int(Double(Self.blockArea) / max(1, row)))
    }

    /// Returns the blocks that a stretch of the list overlaps, from top to bottom.
    public func blocks(from top: Double, to bottom: Double) -> [MosaicBlock] {
        guard count > 0, bottom > top else { return [] }
        var blocks: [MosaicBlock] = []
        var number = rows.number(at: top)
        while number < rows.count {
            let block = block(ofRow: number)
            guard block.bounds.y < bottom else { break }
            if block.bounds.maxY > top { blocks.append(block) }
            number = block.rows.upperBound
        }
        return blocks
    }

    /// Returns the block that holds a photo.
    public func block(of index: Int) -> MosaicBlock { block(ofRow: row(of: index)) }

    private func block(ofRow number: Int) -> MosaicBlock {
        let size = rowsPerBlock
        let row = rows.row(number)
        let photos = row.sections.isEmpty ? 0..<count : self.photos(in: row.sections)
        let start = rows.number(of: photos.lowerBound)
        let first = start + (number - start) / size * size
        let last = min(first + size - 1, rows.number(of: photos.upperBound - 1))
        let (top, bottom) = (rows.row(first), rows.row(last))
        return MosaicBlock(
            rows: first..<last + 1, indices: top.indices.lowerBound..<bottom.indices.upperBound,
            bounds: Rectangle(x: 0, y: top.top, width: Double(room.width), height: bottom.bottom - top.top),
            scale: room.scale)
    }

    /// Returns the places of the pictures of a block.
    /// - Parameter isRightToLeft: Whether the first photo of a row is the rightmost one.
    public func cells(of block: MosaicBlock, isRightToLeft: Bool) -> [MosaicCell] {
        let scale = room.scale, place = block.place
        return zip(block.indices, cells(of: block.indices)).map { index, cell in
            let size = pictureSize(in: cell)
            let cell = room.placed(cell, isRightToLeft: isRightToLeft)
            let picture = TileGeometry.frame(
                of: (Double(size.width) / scale, Double(size.height) / scale), inCell: (cell.width, cell.height),
                scale: scale)
            return MosaicCell(
                index: index, x: Int(((cell.x + picture.x - place.x) * scale).rounded()),
                y: Int(((cell.y + picture.y - place.y) * scale).rounded()), width: size.width, height: size.height)
        }
    }
}
