// The round check by which photos and sections are selected.
import Browse
import CGTK

/// Drawing of a check in a square. The colours of an empty one depend on what lies behind it.
enum SelectionCheck {
    /// What lies behind a check.
    enum Ground {
        /// A photo of any colour: an empty check has a shade of its own and a light edge.
        case photo
        /// The window: an empty check is an outline in the colour of text.
        case window
    }

    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    private static let shade = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    /// Opacity of the shade: the light edge is seen over a white picture.
    private static let shadeOpacity = 0.45
    private static let outlineOpacity = 0.6

    /// Draws an empty check.
    static func drawEmpty(on drawing: Drawing, in check: Rectangle, over ground: Ground, wantsContrast: Bool) {
        let radius = check.width / 2, width = wantsContrast ? 2.5 : 1.5
        switch ground {
        case .photo:
            drawing.fill(check, radius: radius, shade, opacity: wantsContrast ? 1 : shadeOpacity)
            drawing.ring(check, radius: radius, width: width, ink)
        case .window:
            drawing.ring(
                check, radius: radius, width: width, drawing.textColour, opacity: wantsContrast ? 1 : outlineOpacity)
        }
    }

    /// Draws a filled check: with a tick, or with a bar where it is of a part.
    static func drawFilled(
        on drawing: Drawing, in check: Rectangle, isPartial: Bool = false, opacity: Double = 1, wantsContrast: Bool
    ) {
        let radius = check.width / 2
        drawing.fill(check, radius: radius, accent(drawing), opacity: opacity)
        drawing.ring(check, radius: radius, width: wantsContrast ? 2 : 1.5, ink, opacity: opacity)
        if isPartial {
            let bar = Rectangle(
                midX: check.midX, midY: check.midY, width: check.width * 0.45, height: check.width * 0.12)
            drawing.fill(bar, ink, opacity: opacity)
        } else {
            drawTick(on: drawing, in: check, opacity: opacity)
        }
    }

    /// The colour of what is selected.
    static func accent(_ drawing: Drawing) -> GdkRGBA { drawing.themeColour("accent_bg_color") ?? drawing.textColour }

    /// Draws a tick: two bars at a right angle, turned by half of one.
    private static func drawTick(on drawing: Drawing, in check: Rectangle, opacity: Double) {
        let side = check.width, thickness = side * 0.11
        let short = side * 0.27, long = side * 0.5
        drawing.rotated(degrees: 45, aroundX: check.midX, y: check.midY) {
            // The corner of the angle lies below the middle, so that the whole tick is in it.
            let right = short / 2, bottom = long / 2
            drawing.fill(
                Rectangle(x: right - thickness, y: bottom - long, width: thickness, height: long), ink,
                opacity: opacity)
            drawing.fill(
                Rectangle(x: right - short, y: bottom - thickness, width: short - thickness, height: thickness), ink,
                opacity: opacity)
        }
    }
}
