// The marks of a selected photo on its tile: a ring around the picture, and a check in the corner at the line's start.
import Browse
import CGTK
import Desktop

/// The marks of one tile. A change costs a redraw of the tile and no layout.
final class TileSelection {
    private unowned let tile: Tile
    private(set) var isSelected = false
    /// Whether an empty check is shown where the photo is not selected: in selection mode. Under the
    /// pointer it always is.
    var isOffered = false {
        didSet { if isOffered != oldValue { tile.redraw() } }
    }
    private var animation: WidgetAnimation?

    /// Duration of the fade of the marks in microseconds.
    private static let time: Int64 = 120_000
    /// Width of the ring: a part of the tile's side, and its limits in logical pixels.
    private static let ringWidth = (part: 1.0 / 40, least: 2.0, most: 4.0)
    /// Diameter of the check: a part of the tile's side, and its limits in logical pixels.
    private static let diameter = (part: 1.0 / 8, least: 18.0, most: 24.0)
    /// Space between check and the picture's edge: a part of the tile's side, and no more logical pixels than this.
    private static let margin = (part: 1.0 / 16, most: 8.0)
    /// Side of the smallest tile with a check, in logical pixels; a smaller one has the ring alone.
    private static let smallestSide = 56.0
    /// Logical pixels around the check that are part of it for the pointer.
    private static let reach = 6.0
    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)

    init(of tile: Tile) { self.tile = tile }

    /// Whether there is something to draw.
    var isSeen: Bool { isSelected || isOffered || isHovered || animation != nil }

    /// Whether the pointer is over the tile. The style sheet has tiles drawn anew when that changes.
    var isHovered: Bool {
        gtk_widget_get_state_flags(tile.widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
    }

    /// Sets whether the photo is selected. Where `moves` is true and the tile is shown, the marks fade.
    func set(_ isSelected: Bool, moves: Bool) {
        guard isSelected != self.isSelected else { return }
        let before = amount
        self.isSelected = isSelected
        tile.redraw()
        guard moves, Animations.areSeen(on: tile.widget) else { return end() }
        if animation == nil {
            animation = WidgetAnimation(Tween(before, duration: Self.time, easing: .easeOut), on: tile.widget) {
                [weak self] _ in
                self?.tile.redraw()
            }
        }
        animation?.go(to: isSelected ? 1 : 0) { [weak self] in self?.end() }
    }

    /// Ends the fade in its final state.
    func end() {
        guard let animation else { return }
        self.animation = nil
        animation.jump(to: amount)
    }

    /// Opacity of the marks of a selected photo.
    private var amount: Double { animation?.value ?? (isSelected ? 1 : 0) }

    // MARK: Geometry

    /// Returns the bounds of the check in a picture; nil in a tile that is too small for one.
    private static func check(in picture: Rectangle, side: Double, isRightToLeft: Bool) -> Rectangle? {
        guard side >= smallestSide else { return nil }
        let diameter = min(max(Self.diameter.least, side * Self.diameter.part), Self.diameter.most).rounded()
        let margin = min(Self.margin.most, side * Self.margin.part).rounded()
        return Rectangle(
            x: isRightToLeft ? picture.maxX - margin - diameter : picture.x + margin, y: picture.y + margin,
            width: diameter, height: diameter)
    }

    /// Returns whether a point is on the check of a picture.
    static func isOnCheck(x: Double, y: Double, in picture: Rectangle, side: Double, isRightToLeft: Bool) -> Bool {
        guard let check = check(in: picture, side: side, isRightToLeft: isRightToLeft) else { return false }
        return abs(x - check.midX) <= check.width / 2 + reach && abs(y - check.midY) <= check.height / 2 + reach
    }

    // MARK: Drawing

    /// Draws the marks.
    /// - Parameter picture: The visible part of the picture, in a square of `side`.
    func draw(on drawing: Drawing, in picture: Rectangle, side: Double, isRightToLeft: Bool, wantsContrast: Bool) {
        guard isSeen else { return }
        let amount = amount
        let check = Self.check(in: picture, side: side, isRightToLeft: isRightToLeft)
        if !Drawing.isInvisible(amount) {
            let part = min(max(Self.ringWidth.least, side * Self.ringWidth.part), Self.ringWidth.most).rounded()
            let width = wantsContrast ? part + 2 : part
            drawing.ring(picture, radius: 0, width: width, SelectionCheck.accent(drawing), opacity: amount)
            // A light line inside: the accent colour alone is lost on a picture of that colour.
            let inner = Rectangle(
                midX: picture.midX, midY: picture.midY, width: picture.width - 2 * width,
                height: picture.height - 2 * width)
            drawing.ring(inner, radius: 0, width: wantsContrast ? 2 : 1, Self.ink, opacity: amount)
        }
        guard let check else { return }
        if isOffered || isHovered, amount < 1 {
            SelectionCheck.drawEmpty(on: drawing, in: check, over: .photo, wantsContrast: wantsContrast)
        }
        if !Drawing.isInvisible(amount) {
            SelectionCheck.drawFilled(on: drawing, in: check, opacity: amount, wantsContrast: wantsContrast)
        }
    }
}
