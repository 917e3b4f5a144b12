// The widget of the timeline: a handle at the edge of the grid, and the panel that opens beside it.
import Browse
import CGTK
import CWidgets
import Desktop

/// Draws a timeline. It asks for what it is to show in each frame, and changes nothing itself. It takes the pointer,
/// not the focus, while it is open.
final class TimelineBar: Canvas {
    /// What is shown in a frame. Places are logical pixels from the track's upper end.
    struct Content {
        let timeline: Timeline
        /// The place for which the handle stands.
        let place: Double
        let isHeld: Bool
        /// The place and the text of the bubble; nil for none.
        let bubble: (place: Double, text: String)?
    }

    let content: () -> Content?

    /// Whether the handle is shown or fades in.
    private(set) var isShown = false
    /// Whether the panel is shown or fades in.
    private(set) var isOpen = false

    private lazy var panel = TimelinePanel(on: widget)
    /// Width of the panel and height of a label, in the font of this serial number.
    private var measured = FontMeasure<(width: Double, labelHeight: Double)>()
    /// Opacities of all of it and of the panel.
    private lazy var shown = fade()
    private lazy var opened = fade()
    /// A PangoLayout, owned.
    private var bubble: (layout: OpaquePointer, text: String)?

    /// Duration of a fade, in microseconds.
    private static let fadeTime: Int64 = 200_000
    /// The handle: distances from the edge of the window and widths in logical pixels, at rest and open; opacities at
    /// rest and held.
    private static let handle = (near: (3.0, 3.0), width: (4.0, 8.0), opacity: (0.6, 0.9))
    /// The line at the exact place in the open panel.
    private static let line = (length: 26.0, width: 2.0)
    /// The bubble: logical pixels between it and the handle or the panel, around its text, and to the viewport's ends.
    private static let room = (beside: 8.0, x: 12.0, y: 6.0, end: 4.0)
    private static let radius = 9.0
    /// As the position label has them (`.position` in style.css).
    private static let bubbleGround = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    private static let bubbleInk = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    private static let bubbleOpacity = 0.8

    /// - Parameter content: Returns what to show; nil for nothing. Called while something is seen.
    init(content: @escaping () -> Content?) {
        self.content = content
        super.init(cssName: "timeline", role: GTK_ACCESSIBLE_ROLE_SCROLLBAR)
        gtk_widget_set_can_target(widget, 0)
        tessera_accessible_set_label(widget.object, TimelineText.name)
    }

    /// Height of a label with its distance to the next one, in logical pixels.
    var labelHeight: Double { size.labelHeight }

    private var size: (width: Double, labelHeight: Double) { measured(on: widget) { panel.size() } }

    /// Whether the edge is the left one.
    var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Shows or hides all of it.
    func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        shown.go(to: isShown ? 1 : 0)
    }

    /// Opens or closes the panel.
    func open(_ isOpen: Bool) {
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        // What lies below an open panel is neither hovered nor clicked.
        gtk_widget_set_can_target(widget, isOpen ? 1 : 0)
        opened.go(to: isOpen ? 1 : 0)
    }

    /// Tells assistive technology the date in view.
    func say(_ date: String) { tessera_accessible_set_value_text(widget.object, date) }

    private func fade() -> WidgetAnimation {
        WidgetAnimation(Tween(0, duration: Self.fadeTime, easing: .easeOut), on: widget) { [weak self] _ in
            self?.redraw()
        }
    }

    // MARK: Canvas

    override func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 {
        orientation == GTK_ORIENTATION_HORIZONTAL ? Int32(size.width.rounded(.up)) : 1
    }

    override func unmapped() {
        shown.finish()
        opened.finish()
    }

    override func destroyed() {
        shown.jump(to: 0)
        opened.jump(to: 0)
        panel.drop()
        if let bubble { g_object_unref(bubble.layout.object) }
        bubble = nil
    }

    override func draw(_ drawing: Drawing) {
        guard !Drawing.isInvisible(shown.value), let content = content() else { return }
        let style = style(of: drawing), opening = opened.value
        drawing.faded(to: shown.value) {
            drawing.faded(to: opening) {
                panel.draw(content.timeline, labelHeight: labelHeight, style: style, on: drawing)
                let line = style.placed(
                    near: 0, width: Self.line.length, y: content.place - Self.line.width / 2, height: Self.line.width)
                drawing.fill(line, accent(drawing))
            }
            drawHandle(content, opening: opening, style, on: drawing)
            if let (place, text) = content.bubble {
                draw(bubble: text, at: place, opening: opening, style, on: drawing)
            }
        }
    }

    private func drawHandle(_ content: Content, opening: Double, _ style: TimelinePanel.Style, on drawing: Drawing) {
        func now(_ ends: (Double, Double)) -> Double { ends.0 + (ends.1 - ends.0) * opening }
        let (y, length) = TimelineGrip.handle(at: content.place, onTrack: bounds.height)
        let width = now(Self.handle.width)
        let place = style.placed(near: now(Self.handle.near), width: width, y: y, height: length)
        let isOpaque = content.isHeld || style.wantsContrast
        // The edge is seen where the photo below is as light, or as dark, as the handle.
        let edge = Rectangle(x: place.x - 1, y: place.y - 1, width: place.width + 2, height: place.height + 2)
        drawing.fill(edge, radius: width / 2 + 1, style.ground, opacity: Self.handle.opacity.0)
        drawing.fill(
            place, radius: width / 2, content.isHeld ? accent(drawing) : style.text,
            opacity: isOpaque ? 1 : now(Self.handle.opacity))
    }

    private func draw(
        bubble text: String, at place: Double, opening: Double, _ style: TimelinePanel.Style, on drawing: Drawing
    ) {
        let layout = layout(of: text)
        var width: Int32 = 0, height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        let size = (width: Double(width) + 2 * Self.room.x, height: Double(height) + 2 * Self.room.y)
        let closed = Self.handle.near.0 + Self.handle.width.0
        let near = closed + (bounds.width - closed) * opening + Self.room.beside
        let lowest = bounds.height - size.height - Self.room.end
        let ground = style.placed(
            near: near, width: size.width, y: max(Self.room.end, min(place - size.height / 2, lowest)),
            height: size.height
        ).snapped(scale: scale)
        drawing.fill(
            ground, radius: Self.radius, Self.bubbleGround, opacity: style.wantsContrast ? 1 : Self.bubbleOpacity)
        if style.wantsContrast { drawing.ring(ground, radius: Self.radius, width: 1, Self.bubbleInk) }
        drawing.text(layout, x: ground.x + Self.room.x, y: ground.y + Self.room.y, Self.bubbleInk, opacity: 1)
    }

    /// One layout takes all texts, one after the other.
    private func layout(of text: String) -> OpaquePointer {
        let layout = bubble?.layout ?? made(gtk_widget_create_pango_layout(widget, nil))
        if bubble?.text != text { pango_layout_set_text(layout, text, -1) }
        bubble = (layout, text)
        return layout
    }

    private func style(of drawing: Drawing) -> TimelinePanel.Style {
        let text = drawing.textColour
        let manager = adw_style_manager_get_for_display(gtk_widget_get_display(widget))
        let isDark = adw_style_manager_get_dark(manager) != 0
        return TimelinePanel.Style(
            bounds: bounds, isRightToLeft: isRightToLeft, scale: scale, text: text,
            ground: drawing.themeColour("window_bg_color") ?? (isDark ? Self.bubbleGround : Self.bubbleInk),
            wantsContrast: adw_style_manager_get_high_contrast(manager) != 0)
    }

    private func accent(_ drawing: Drawing) -> GdkRGBA {
        drawing.themeColour("accent_bg_color") ?? drawing.textColour
    }
}
