// The widget of one tile: a picture, a placeholder for it, or the reason why there is none.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos

/// A tile of the grid. It knows nothing of photos or loading: it shows what it is given, and only requests redraws, so
/// that the arrival of a picture causes no layout. The grid owns the widget; a tile is used only while that exists.
package final class Tile: Canvas {
    private var picture: DrawnTexture?
    private var edge = TileEdge()
    private var failure: TileFailure?
    /// Shown for a video that has no picture.
    private var film: TileSymbol?
    private var label: TileBadge?
    private var marksLabel: TileBadge?
    /// Of a photo without marks, made when it is first shown.
    private var emptyLabel: TileBadge?
    private var captionDrawing: TileCaption?
    /// Whether a zoom transition draws the picture.
    private var isHidden = false
    /// The fade of the placeholder over a picture that has come late; nil at rest.
    private var fade: WidgetAnimation?
    private lazy var fit = TileFit(of: self)
    private lazy var selection = TileSelection(of: self)
    private lazy var accessible = AccessibleTile(widget)

    /// Opacity of the neutral placeholder: visible, but quieter than a photo.
    private static let placeholderOpacity: Float = 0.07
    /// Opacity of a failure's text: readable, but less prominent than the pictures around it.
    private static let failureOpacity = 0.75
    /// Opacity of the outline of a tile without a picture in high contrast: libadwaita's own value for such lines.
    private static let edgeOpacity = 0.5
    /// Opacity of the veil over a rejected photo, which is still to be known.
    private static let veilOpacity = 0.65
    /// Duration of the fade, in microseconds.
    private static let fadeTime: Int64 = 150_000

    // Counters for tests: tiles whose widget exists, fades that run, and, since the program started, measures and
    // allocations.
    private(set) static var tileCount = 0
    package private(set) static var fadingCount = 0
    private(set) static var measureCount = 0
    private(set) static var allocationCount = 0

    init() {
        super.init(cssName: "tile", role: GTK_ACCESSIBLE_ROLE_GRID_CELL)
        gtk_widget_set_focusable(widget, 1)
        Self.tileCount += 1
    }

    // MARK: Content

    /// The shown texture, borrowed until the tile shows something else; nil for a placeholder or a failure.
    var texture: OpaquePointer? { picture?.pointer }
    /// Whether the tile shows neither a picture nor a failure.
    var isBlank: Bool { picture == nil && failure == nil && film == nil }
    /// Whether the symbol of a video is shown; for tests.
    var showsFilm: Bool { film != nil }
    /// Whether a failure is shown; for tests.
    var isFailed: Bool { failure != nil }

    /// The placeholder's colour; nil for the neutral one, the text colour at low opacity over the window's. A failure
    /// resets it.
    var colour: AverageColour? {
        didSet { if colour != oldValue, picture == nil { redraw() } }
    }

    /// What is said over picture, placeholder or failure; nil for nothing.
    var badge: PhotoBadge? {
        get { if case .badge(let badge) = label?.content { badge } else { nil } }
        set {
            guard newValue != badge else { return }
            label = newValue.map { TileBadge(.badge($0), on: widget) }
            redraw()
        }
    }

    /// Stars and favourite, said in the same way.
    var marks = PhotoMarks.none {
        didSet {
            guard marks != oldValue else { return }
            marksLabel = marks == .none ? nil : TileBadge(.marks(marks), on: widget)
            redraw()
        }
    }

    /// When an outlined star is shown on a photo without marks.
    enum EmptyStar {
        /// Where photos cannot have marks.
        case never
        case underPointer, always
    }

    var emptyStar = EmptyStar.never {
        didSet { if emptyStar != oldValue, marks == .none { redraw() } }
    }

    /// What is said of the marks now; nil for nothing.
    private var shownMarks: TileBadge? {
        if let marksLabel { return marksLabel }
        guard emptyStar == .always || emptyStar == .underPointer && selection.isHovered else { return nil }
        if emptyLabel == nil { emptyLabel = TileBadge(.marks(.none), on: widget) }
        return emptyLabel
    }

    /// Whether marks, or that there are none, are shown; for tests.
    var showsMarks: Bool { shownMarks != nil }

    /// Width and height of the picture in logical pixels; nil before the grid has said them.
    var pictureSize: (width: Double, height: Double)? {
        didSet { if pictureSize?.width != oldValue?.width || pictureSize?.height != oldValue?.height { redraw() } }
    }

    /// Height at the tile's lower end that is for the caption, in logical pixels; 0 where captions are not shown.
    var captionHeight = 0.0 {
        didSet { if captionHeight != oldValue { redraw() } }
    }

    /// What the caption says; nil for nothing.
    var caption: PhotoCaption? {
        get { captionDrawing?.text }
        set {
            guard newValue != caption else { return }
            if let newValue, let captionDrawing {
                captionDrawing.text = newValue
            } else {
                captionDrawing = newValue.map { TileCaption($0, of: self) }
            }
            redraw()
        }
    }

    /// Shows a picture. Costs a redraw, but no layout.
    func show(_ texture: Texture) { set(texture) }

    /// Shows a picture and fades it in over the placeholder. Shows it at once where another picture or a failure was
    /// shown, or where nothing would be seen to fade.
    func fadeIn(_ texture: Texture) {
        let wasBlank = isBlank
        set(texture)
        guard wasBlank, Animations.areSeen(on: widget) else { return }
        let fade = WidgetAnimation(Tween(1, duration: Self.fadeTime, easing: .easeOut), on: widget) { [weak self] _ in
            self?.redraw()
        }
        self.fade = fade
        Self.fadingCount += 1
        fade.go(to: 0) { [weak self] in self?.endFade() }
    }

    /// Shows the placeholder; releases picture and failure.
    func clear() { set(nil) }

    private func set(_ texture: Texture?) {
        accessible.setBusy(false)
        guard texture?.pointer != picture?.pointer || failure != nil || film != nil else { return }
        if texture == nil { endFade() }
        let next = texture.map { DrawnTexture($0.pointer) }
        edge.take(texture)
        fit.replace(picture, by: next)
        dropFailure()
        picture = next
        redraw()
    }

    /// Shows the symbol of a video in place of a picture.
    func showFilm() {
        dropPicture()
        film = TileSymbol("video-x-generic-symbolic", on: widget)
        redraw()
    }

    /// Leaves the neutral placeholder, on which text and symbols are shown.
    private func dropPicture() {
        endFade()
        fit.end()
        accessible.setBusy(false)
        picture = nil
        colour = nil
        dropFailure()
    }

    /// Shows the reason why there is no picture.
    func show(failure text: String) {
        dropPicture()
        failure = TileFailure(text, on: widget)
        redraw()
    }

    private func dropFailure() {
        failure = nil
        film = nil
    }

    /// Sets whether the place of the picture is empty because a zoom transition draws that.
    func setHiddenForTransition(_ isHidden: Bool) {
        guard isHidden != self.isHidden else { return }
        self.isHidden = isHidden
        if isHidden {
            gtk_widget_add_css_class(widget, "vacant")
        } else {
            gtk_widget_remove_css_class(widget, "vacant")
        }
        redraw()
    }

    /// Sets the fit of the picture in its rectangle. Where `moves` is true and animations are on, a shown picture moves
    /// to it.
    func setFit(_ fit: Fit, moves: Bool) { self.fit.set(fit, of: picture, moves: moves) }

    // MARK: Selection

    /// Whether the photo is selected, as the tile shows it.
    var isSelected: Bool { selection.isSelected }

    /// Sets whether the photo is selected. Where `moves` is true and animations are on, the marks fade.
    func setSelected(_ isSelected: Bool, moves: Bool) {
        selection.set(isSelected, moves: moves)
        accessible.setSelected(isSelected)
    }

    /// Whether the check is shown while the photo is not selected.
    var offersCheck: Bool {
        get { selection.isOffered }
        set { selection.isOffered = newValue }
    }

    /// Returns whether a point of the tile is on its check, shown or not.
    func isOnCheck(x: Double, y: Double) -> Bool {
        TileSelection.isOnCheck(
            x: x, y: y, in: pictureBounds ?? frame, side: min(frame.width, frame.height), isRightToLeft: isRightToLeft)
    }

    /// Returns whether a point of the tile is on its picture, and not in the gap around it.
    func isOnPicture(x: Double, y: Double) -> Bool {
        let shown = pictureBounds ?? frame
        return x >= shown.x && x < shown.maxX && y >= shown.y && y < shown.maxY
    }

    private var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    private func endFade() {
        guard let fade else { return }
        self.fade = nil
        fade.jump(to: 0)
        Self.fadingCount -= 1
    }

    // MARK: Accessibility

    /// Tells assistive technology that the picture is still loading, until something else is shown.
    func sayBusy() { accessible.setBusy(true) }

    /// Sets the name that a screen reader says.
    func setAccessibleName(_ name: String) { accessible.setName(name) }

    /// Tells assistive technology where the photo is.
    func setAccessiblePlace(_ place: TilePlace) { accessible.setPlace(place) }

    // MARK: Canvas

    /// The grid decides the size.
    override func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 {
        Self.measureCount += 1
        return 1
    }

    override func allocated() { Self.allocationCount += 1 }

    /// An unmapped tile is not visible, so its animations end at once.
    override func unmapped() {
        endFade()
        fit.end()
        selection.end()
    }

    override func destroyed() {
        unmapped()
        picture = nil
        label = nil
        (marksLabel, emptyLabel) = (nil, nil)
        captionDrawing = nil
        dropFailure()
        Self.tileCount -= 1
    }

    /// The rectangle for the picture: a square, but for justified rows.
    private var frame: Rectangle {
        let bounds = bounds
        return TileGeometry.frame(
            of: pictureSize, inCell: (bounds.width, bounds.height - captionHeight), scale: scale)
    }

    /// Bounds of the visible part of the picture in the tile's coordinates; nil without one.
    var pictureBounds: Rectangle? {
        let frame = frame
        return picture.map { fit.place(of: $0, in: frame).intersection(frame) }
    }

    override func draw(_ drawing: Drawing) {
        let frame = frame
        if isHidden {
            // The ground of the window, with nothing that the photo has left behind.
        } else if let picture {
            fit.draw(picture, in: frame, on: drawing)
            if let pictureBounds { drawEdge(on: drawing, around: pictureBounds) }
            if let fade { drawing.fill(frame, placeholderColour(drawing), opacity: fade.value) }
        } else {
            drawPlaceholder(drawing, in: frame)
        }
        if !isHidden, marks.isRejected {
            drawing.fill(pictureBounds ?? frame, veil, opacity: Self.veilOpacity)
        }
        if !isHidden { drawMarks(on: drawing, over: pictureBounds ?? frame, side: min(frame.width, frame.height)) }
        if let captionDrawing, captionHeight > 0 {
            let room = Rectangle(x: 0, y: bounds.height - captionHeight, width: bounds.width, height: captionHeight)
            captionDrawing.draw(on: drawing, in: room, wantsContrast: wantsContrast)
        }
    }

    /// What lies over a rejected photo: the ground of the window.
    private var veil: GdkRGBA {
        let value: Float = adw_style_manager_get_dark(styleManager) != 0 ? 0 : 1
        return GdkRGBA(red: value, green: value, blue: value, alpha: 1)
    }

    /// Draws what is said of the photo beside its picture, and whether it is selected.
    /// - Parameters:
    ///   - picture: The visible part of the picture.
    ///   - side: Side of the tile.
    func drawMarks(on drawing: Drawing, over picture: Rectangle, side: Double) {
        if isHidden { drawEdge(on: drawing, around: picture) }
        let shownMarks = shownMarks
        guard label != nil || shownMarks != nil || selection.isSeen else { return }
        label?.draw(
            on: drawing, in: picture, side: side, scale: scale, isRightToLeft: isRightToLeft, isOpaque: wantsContrast)
        shownMarks?.draw(
            on: drawing, in: picture, beside: label, side: side, scale: scale, isRightToLeft: isRightToLeft,
            isOpaque: wantsContrast)
        selection.draw(
            on: drawing, in: picture, side: side, isRightToLeft: isRightToLeft, wantsContrast: wantsContrast)
    }

    private func drawPlaceholder(_ drawing: Drawing, in bounds: Rectangle) {
        drawing.fill(bounds, placeholderColour(drawing))
        if wantsContrast { drawing.outline(bounds, drawing.textColour, opacity: Self.edgeOpacity) }
        film?.draw(on: drawing, in: bounds, drawing.textColour, opacity: wantsContrast ? 1 : Self.failureOpacity)
        failure?.draw(
            on: drawing, in: bounds, drawing.textColour, opacity: wantsContrast ? 1 : Self.failureOpacity)
    }

    /// Draws the line around a picture that would melt into the window.
    private func drawEdge(on drawing: Drawing, around picture: Rectangle) {
        edge.draw(
            on: drawing, around: picture, scale: scale,
            isDark: adw_style_manager_get_dark(styleManager) != 0)
    }

    /// Returns the placeholder's colour. Opaque, so that it can fade over a picture without the window showing through.
    private func placeholderColour(_ drawing: Drawing) -> GdkRGBA {
        if let colour { return colour.opaque() }
        let text = drawing.textColour, part = Self.placeholderOpacity * text.alpha
        // Without a background colour in the theme, the placeholder is translucent.
        guard let ground = drawing.themeColour("window_bg_color") else {
            return GdkRGBA(red: text.red, green: text.green, blue: text.blue, alpha: part)
        }
        return GdkRGBA(
            red: ground.red + (text.red - ground.red) * part, green: ground.green + (text.green - ground.green) * part,
            blue: ground.blue + (text.blue - ground.blue) * part, alpha: 1)
    }

    private var wantsContrast: Bool {
        adw_style_manager_get_high_contrast(styleManager) != 0
    }

    private var styleManager: OpaquePointer? { adw_style_manager_get_for_display(gtk_widget_get_display(widget)) }
}

extension Tile: Hashable {
    package static func == (one: Tile, other: Tile) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
