// One picture of the film strip, with the marks of its photo below.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// An item of a film strip. It knows nothing of loading: it shows what it is given.
final class FilmStripItem: Canvas {
    /// The photo that it stands for.
    var ref: PhotoRef?
    /// The photo's place, counted from 0.
    private(set) var index = 0
    private var picture: DrawnTexture?
    private var marksText: BadgeLayout?
    private lazy var accessible = AccessibleTile(widget)

    private static let ground = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 0.07)
    private static let veil = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.65)
    private static let ring = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    private static let ringWidth = 3.0, ringDistance = 1.0
    /// Space between picture and marks, in logical pixels.
    private static let distance = 2.0

    /// Number of items whose widget exists; tests compare it.
    private(set) static var itemCount = 0

    init() {
        super.init(cssName: "filmphoto", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM)
        Self.itemCount += 1
    }

    /// Height of a picture with marks in the font of a widget, in logical pixels.
    static func height(on widget: Widget) -> Double {
        FilmStrip.side + distance + BadgeLayout(.marks(PhotoMarks(stars: PhotoMarks.mostStars)), on: widget).size.height
            + distance
    }

    /// Whether the photo is the present one.
    var isPresent = false {
        didSet {
            accessible.setSelected(isPresent)
            if isPresent != oldValue { redraw() }
        }
    }

    var marks = PhotoMarks.none {
        didSet {
            guard marks != oldValue else { return }
            marksText = marks == .none ? nil : BadgeLayout(.marks(marks), on: widget)
            redraw()
        }
    }

    /// Shows a picture, or the placeholder for nil.
    func show(_ texture: Texture?) {
        if picture.set(texture?.pointer) { redraw() }
    }

    /// The texture that is shown, borrowed; nil for the placeholder.
    var texture: OpaquePointer? { picture?.pointer }

    /// Shows nothing of a photo any more.
    func clear() {
        (ref, picture, marks, isPresent) = (nil, nil, .none, false)
        redraw()
    }

    /// Sets the name that a screen reader says.
    func setName(_ name: String) { accessible.setName(name) }

    /// Sets the place of the photo among so many.
    func setPlace(_ index: Int, of count: Int) {
        self.index = index
        accessible.setPlace(TilePlace(index: index, count: count, row: 0, column: index))
    }

    override func destroyed() {
        (picture, marksText) = (nil, nil)
        Self.itemCount -= 1
    }

    override func draw(_ drawing: Drawing) {
        let square = Rectangle(x: 0, y: 0, width: FilmStrip.side, height: FilmStrip.side).snapped(scale: scale)
        if let picture {
            if picture.isSquare {
                drawing.draw(picture, in: square)
            } else {
                drawing.clipped(to: square) { drawing.draw(picture, in: square.covered(ratio: picture.ratio)) }
            }
        } else {
            drawing.fill(square, Self.ground)
        }
        if marks.isRejected { drawing.fill(square, Self.veil) }
        if isPresent {
            // In the gap around the picture, with a line of the ground between: no picture melts into it.
            let out = Self.ringDistance + Self.ringWidth
            let around = Rectangle(
                x: square.x - out, y: square.y - out, width: square.width + 2 * out, height: square.height + 2 * out)
            drawing.ring(around, radius: 0, width: Self.ringWidth, Self.ring)
        }
        guard let marksText else { return }
        let width = marksText.size.width
        drawing.text(
            marksText.layout, x: ((bounds.width - width) / 2).rounded(), y: FilmStrip.side + Self.distance, Self.ink,
            opacity: 1)
    }
}
