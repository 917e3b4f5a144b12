// The labels in the corners of a tile that say what its photo is beside a picture, and which marks it has.
import Browse
import CGTK
import Desktop
import Photos

/// A dark label with light text in a lower corner, drawn by its tile: what the photo is at the end of the line, stars
/// and favourite at its beginning. It does not follow the theme, because the picture behind it does not.
final class TileBadge {
    /// What a label says.
    enum Content: Equatable {
        case badge(PhotoBadge)
        case marks(PhotoMarks)
    }

    let content: Content
    private let text: BadgeLayout

    private static let ground = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    /// Opacity of the ground: white text on it has a contrast of 5.4 to 1 over a white picture.
    private static let groundOpacity = 0.6
    /// Space between text and ground's edge, in logical pixels.
    private static let padding = (x: 6.0, y: 1.0)
    /// Space between ground and picture's edge: a part of the tile's side, and no more logical pixels than this.
    private static let margin = (part: 1.0 / 16, most: 8.0)
    private static let radius = 5.0

    init(_ content: Content, on widget: Widget) {
        self.content = content
        text = BadgeLayout(content, on: widget)
    }

    /// Width and height in logical pixels.
    private var size: (width: Double, height: Double) {
        let size = text.size
        return (size.width + 2 * Self.padding.x, size.height + 2 * Self.padding.y)
    }

    /// Draws the label in its corner of a picture. Draws nothing in a tile that is too small for it.
    /// - Parameters:
    ///   - neighbour: The label in the other corner, over which this one is drawn where both are wider than the tile.
    ///   - picture: The visible part of the picture, in a square of `side`.
    ///   - scale: Device pixels per logical pixel.
    func draw(
        on drawing: Drawing, in picture: Rectangle, beside neighbour: TileBadge? = nil, side: Double, scale: Double,
        isRightToLeft: Bool, isOpaque: Bool
    ) {
        let margin = min(Self.margin.most, side * Self.margin.part), (width, height) = size
        var bottom = picture.maxY - margin
        if let other = neighbour?.size, width + other.width + 3 * margin > picture.width {
            bottom -= other.height + margin
        }
        guard width + 2 * margin <= side, height + 2 * margin <= side, bottom - height >= picture.y else { return }
        let isLeft = if case .badge = content { isRightToLeft } else { !isRightToLeft }
        let ground = Rectangle(
            x: isLeft ? picture.x + margin : picture.maxX - margin - width, y: bottom - height, width: width,
            height: height
        ).snapped(scale: scale)
        drawing.fill(ground, radius: Self.radius, Self.ground, opacity: isOpaque ? 1 : Self.groundOpacity)
        drawing.text(text.layout, x: ground.x + Self.padding.x, y: ground.y + Self.padding.y, Self.ink, opacity: 1)
    }
}
