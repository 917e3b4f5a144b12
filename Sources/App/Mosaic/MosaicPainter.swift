// The drawing of one block of a mosaic: pictures, colours, placeholders and marks into the pixels of one texture.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Photos

/// The drawn picture of a block.
struct MosaicPicture {
    let texture: DrawnTexture
    /// Positions of the photos that show a colour or the placeholder.
    let blank: [Int]
    /// Positions of those that show a picture of another size.
    let scaled: [Int]
}

/// A painter of blocks, which knows nothing of what has been painted before.
struct MosaicPainter {
    let palette: MosaicPalette
    /// Device pixels per logical pixel.
    let scale: Double
    /// Whether pictures lie whole in their cells.
    let isWhole: Bool

    /// Width of the ring around a selected photo in logical pixels.
    private static let ringWidth = 2.0
    /// Opacity of the accent colour over a selected photo: it is seen that many are selected.
    private static let tintOpacity = 0.3
    /// Side of the mark of a failed photo, as a part of the cell's.
    private static let markPart = 0.25

    /// Paints a block.
    /// - Returns: Nil when there is no memory.
    func paint(
        _ block: MosaicBlock, _ cells: [MosaicCell], _ entries: [TinyEntry?], isSelected: [Bool]
    ) -> MosaicPicture? {
        guard var pixels = MosaicPixels(size: block.size) else { return nil }
        var blank: [Int] = []
        var scaled: [Int] = []
        for (number, cell) in cells.enumerated() {
            let entry = entries[number]
            var place = MosaicPixels.Place(x: cell.x, y: cell.y, width: cell.width, height: cell.height)
            if let picture = entry?.picture {
                place = self.place(of: picture, in: place)
                pixels.put(picture, in: place)
                if picture.size != PixelSize(width: place.width, height: place.height) { scaled.append(cell.index) }
            } else {
                pixels.fill(place, entry?.colour.map(MosaicPalette.pixel) ?? palette.placeholder)
                if entry?.isFailed == true {
                    pixels.fill(mark(in: place), palette.mark)
                } else {
                    blank.append(cell.index)
                }
            }
            if isSelected[number] {
                pixels.tint(place, palette.accent, opacity: Self.tintOpacity)
                pixels.ring(place, width: Int((Self.ringWidth * scale).rounded()), 0xff00_0000 | palette.accent)
            }
        }
        let texture = Texture(pixels.finish())
        let drawn = withExtendedLifetime(texture) { DrawnTexture(texture.pointer) }
        return MosaicPicture(texture: drawn, blank: blank, scaled: scaled)
    }

    /// Returns where a picture lies in its cell. One that was made for another size is scaled until the right one
    /// comes.
    private func place(of picture: TinyPicture, in cell: MosaicPixels.Place) -> MosaicPixels.Place {
        guard isWhole else { return cell }
        let longer = Double(picture.size.longerSide), side = Double(min(cell.width, cell.height))
        let width = max(1, Int((Double(picture.size.width) / longer * side).rounded()))
        let height = max(1, Int((Double(picture.size.height) / longer * side).rounded()))
        return MosaicPixels.Place(
            x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width: width, height: height)
    }

    private func mark(in cell: MosaicPixels.Place) -> MosaicPixels.Place {
        let side = max(2, Int(Double(min(cell.width, cell.height)) * Self.markPart))
        return MosaicPixels.Place(
            x: cell.x + (cell.width - side) / 2, y: cell.y + (cell.height - side) / 2, width: side, height: side)
    }

    /// Returns a texture of one picture.
    static func texture(of picture: TinyPicture) -> Texture? {
        guard var pixels = MosaicPixels(size: picture.size) else { return nil }
        pixels.put(
            picture, in: MosaicPixels.Place(x: 0, y: 0, width: picture.size.width, height: picture.size.height))
        return Texture(pixels.finish())
    }
}

/// The colours of the theme in a mosaic. Blocks are made anew when they change.
struct MosaicPalette: Equatable {
    /// Premultiplied 0xAARRGGBB: the text colour at low opacity, as in tiles.
    let placeholder: UInt32
    /// The mark of a failed photo, premultiplied.
    let mark: UInt32
    /// 0xRRGGBB.
    let accent: UInt32

    private static let placeholderOpacity: Float = 0.07
    private static let markOpacity: Float = 0.5

    /// Reads the colours of a widget.
    init(of widget: Widget) {
        let style = gtk_widget_get_style_context(widget)
        var text = GdkRGBA(), accent = GdkRGBA()
        gtk_style_context_get_color(style, &text)
        if gtk_style_context_lookup_color(style, "accent_bg_color", &accent) == 0 { accent = text }
        placeholder = Self.pixel(text, opacity: Self.placeholderOpacity)
        mark = Self.pixel(text, opacity: Self.markOpacity)
        self.accent = Self.pixel(accent, opacity: 1) & 0xff_ffff
    }

    /// Returns an opaque pixel.
    static func pixel(_ colour: AverageColour) -> UInt32 {
        0xff00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    }

    private static func pixel(_ colour: GdkRGBA, opacity: Float) -> UInt32 {
        let alpha = colour.alpha * opacity
        func part(_ value: Float) -> UInt32 { UInt32((min(max(0, value), 1) * 255).rounded()) }
        return part(alpha) << 24 | part(colour.red * alpha) << 16 | part(colour.green * alpha) << 8
            | part(colour.blue * alpha)
    }
}
