// The thin line around a picture that would melt into the window: a white scan on a light one, a night on a dark one.
import Browse
import CGTK
import Codecs
import Desktop

/// The edge of the picture of one tile, as it is decided when the picture is set. Most pictures have none.
struct TileEdge {
    private var tone: EdgeTone?

    /// - Parameter tone: That of the picture's edge; nil without a picture.
    init(tone: EdgeTone? = nil) { self.tone = tone }

    /// Fraction of a picture's edge from which on it is marked.
    private static let share = 0.2
    /// Opacity of the line, in the colour of text.
    private static let opacity = 0.2

    /// Takes the picture that is shown; nil for none.
    mutating func take(_ texture: Texture?) { tone = texture?.pixels.edgeTone }

    /// Draws the line inside the picture's bounds, one device pixel wide.
    /// - Parameter isDark: Whether the window is dark.
    func draw(on drawing: Drawing, around picture: Rectangle, scale: Double, isDark: Bool) {
        guard let tone, (isDark ? tone.dark : tone.light) >= Self.share else { return }
        let bounds = picture.snapped(scale: scale), width = 1 / scale, colour = drawing.textColour
        let high = bounds.height - 2 * width
        guard high > 0, bounds.width > 2 * width else { return }
        for side in [
            Rectangle(x: bounds.x, y: bounds.y, width: bounds.width, height: width),
            Rectangle(x: bounds.x, y: bounds.maxY - width, width: bounds.width, height: width),
            Rectangle(x: bounds.x, y: bounds.y + width, width: width, height: high),
            Rectangle(x: bounds.maxX - width, y: bounds.y + width, width: width, height: high),
        ] { drawing.fill(side, colour, opacity: Self.opacity) }
    }
}
