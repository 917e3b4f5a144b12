// The placement of a tile's picture in its square: covering it, cropped, or whole within it; and the animation between
// the two.
import Browse
import CGTK
import Desktop
import Photos

/// The fit of the picture of one tile.
final class TileFit {
    private unowned let tile: Tile
    /// The fit at rest.
    private(set) var fit = Fit.fill
    /// From the picture whole within the square (0) to covering it (1). Different from the fit at rest also while a
    /// square picture, which looks the same in either fit, waits for its successor.
    private var cover = 1.0
    private var animation: WidgetAnimation?
    /// Drawn until the animation ends, in place of a cropped picture that looks as it will then.
    private var leaving: DrawnTexture?

    /// Number of tiles whose picture moves from one fit to the other now.
    private(set) static var movingCount = 0
    /// Duration of the animation in microseconds.
    private static let time: Int64 = 200_000

    init(of tile: Tile) { self.tile = tile }

    /// The value of `cover` at rest.
    private var goal: Double { fit == .fit ? 0 : 1 }
    private var isMoving: Bool { animation != nil }

    /// Sets the fit. Where `moves` is true and the tile is shown, `shown` moves to it; a picture that was loaded
    /// cropped starts when a whole one replaces it.
    func set(_ fit: Fit, of shown: DrawnTexture?, moves: Bool) {
        guard fit != self.fit else { return }
        self.fit = fit
        if let shown, moves, Animations.areSeen(on: tile.widget) {
            if leaving != nil || !shown.isSquare { begin() }
        } else {
            end()
        }
        tile.redraw()
    }

    /// Takes note that `next` is about to replace `shown`.
    func replace(_ shown: DrawnTexture?, by next: DrawnTexture?) {
        guard let shown, let next, Animations.areSeen(on: tile.widget) else { return end() }
        if isMoving {
            // While the picture grows, showing the cropped one at once would jump to the final state, so the old one
            // stays until the end. On the way back the whole picture takes over at the current size.
            if !next.isSquare {
                leaving = nil
            } else if leaving == nil, !shown.isSquare {
                leaving = shown
            }
        } else if cover != goal, !next.isSquare {
            begin()
        }
    }

    private func begin() {
        if animation == nil {
            animation = WidgetAnimation(Tween(cover, duration: Self.time, easing: .easeOut), on: tile.widget) {
                [weak self] value in
                self?.cover = value
                self?.tile.redraw()
            }
            Self.movingCount += 1
        }
        animation?.go(to: goal) { [weak self] in self?.end() }
    }

    /// Ends the animation in its final state.
    func end() {
        (cover, leaving) = (goal, nil)
        guard let animation else { return }
        self.animation = nil
        animation.jump(to: cover)
        Self.movingCount -= 1
    }

    // MARK: Drawing

    /// Returns the bounds of the whole picture, including what is cropped.
    func place(of shown: DrawnTexture, in square: Rectangle) -> Rectangle {
        TileGeometry.place(ratio: (leaving ?? shown).ratio, in: square, cover: cover, scale: tile.scale)
    }

    func draw(_ shown: DrawnTexture, in square: Rectangle, on drawing: Drawing) {
        let texture = leaving ?? shown, place = place(of: shown, in: square)
        // Clipped only where something would be drawn outside.
        if cover > 0, !texture.isSquare {
            drawing.clipped(to: square) { drawing.draw(texture, in: place) }
        } else {
            drawing.draw(texture, in: place)
        }
    }
}
