// The timeline of one grid: when it takes the place of the scroll bar, when it is seen, and where a drag of it leads.
import Browse
import CGTK
import Desktop
import Library

/// A scroll bar beside which the years and months of the photos are written. It takes the place of the plain one where
/// the sections are in the order of time. It only sets the scroll position, as a scroll bar does; tiles follow that.
final class GridTimeline {
    private let grid: TileGrid
    /// Returns the title of a section, which the bubble shows.
    private let title: (SectionKey) -> String
    private let overlay: Widget
    let bar: TimelineBar
    /// Keeps the bar, which is used as long as this exists.
    private let reference: WidgetReference

    /// Whether it takes the place of the plain scroll bar.
    private(set) var isActive = false
    /// The pointer on the track.
    private(set) var grip = TimelineGrip()
    /// The marks of the present layout; nil before they are asked for.
    private var made: (timeline: Timeline, page: Double, height: Double)?
    /// Whether the list moves too fast for photos to be recognised.
    private var isQuick = false
    private var waiting: Task<Void, Never>?
    private var correction: FrameTick?
    private var bubble: (key: SectionKey, text: String)?

    /// Time at rest after which the handle fades out.
    var delay = Duration.seconds(1)

    /// Number of times that the marks were made; tests compare it.
    private(set) var modelCount = 0

    /// Width of the strip at the edge of the window that takes the pointer while the panel is closed, and of the handle
    /// for a finger, in logical pixels.
    static let strip = 24.0
    /// Logical pixels above and below the handle at which a finger still holds it.
    private static let reach = 12.0

    /// - Parameter overlay: The GtkOverlay of the grid, which keeps the bar.
    init(over overlay: Widget, of grid: TileGrid, title: @escaping (SectionKey) -> String) {
        (self.overlay, self.grid, self.title) = (overlay, grid, title)
        weak var whole: GridTimeline?
        bar = TimelineBar { whole?.content }
        reference = WidgetReference(bar.widget)
        whole = self
        gtk_widget_set_halign(bar.widget, GTK_ALIGN_END)
        gtk_widget_set_visible(bar.widget, 0)
        gtk_overlay_add_overlay(overlay.opaque, bar.widget)
        grid.onLayout = { [weak self] in self?.laidOut() }
        Signal.on(grid.adjustment, "value-changed") { [weak self] in self?.scrolled() }
        TimelineInput.install(self, on: overlay)
        laidOut()
    }

    /// Ends what waits: the page is closed.
    func close() {
        waiting?.cancel()
        correction?.remove()
        correction = nil
    }

    // MARK: What the grid does

    /// Takes in that the grid has another layout. The marks are made anew when they are drawn next.
    private func laidOut() {
        made = nil
        let isByTime = Timeline.isByTime(grid.layout.sections)
        if isByTime != isActive { takeOver(isByTime) }
        if bar.isShown { bar.redraw() }
        // The scroll position follows the pointer, not the photos; not during a layout.
        guard grip.isHeld, correction == nil else { return }
        correction = FrameTick.start(on: bar.widget) { [weak self] _ in
            self?.correction = nil
            self?.follow()
            return false
        }
    }

    private func takeOver(_ isActive: Bool) {
        self.isActive = isActive
        grip = TimelineGrip()
        isQuick = false
        bar.open(false)
        bar.show(false)
        gtk_widget_set_visible(bar.widget, isActive ? 1 : 0)
        // External: the list scrolls, and GTK shows no bar.
        gtk_scrolled_window_set_policy(
            grid.root.widget.opaque, GTK_POLICY_NEVER, isActive ? GTK_POLICY_EXTERNAL : GTK_POLICY_AUTOMATIC)
    }

    private func scrolled() {
        guard isActive else { return }
        if !grid.layouts.isLayingOut {
            stopWaiting()
            bar.show(isScrollable)
        }
        if bar.isShown { bar.redraw() }
    }

    /// Takes in how fast the list moves in a frame, in screens a second in either direction. In a quick scroll the
    /// bubble says the date at the handle, until the list rests.
    func moved(screensPerSecond: Double) {
        guard isActive, !isQuick, screensPerSecond > PositionBubble.quick else { return }
        isQuick = true
        bar.redraw()
    }

    /// Takes in that nothing moves any more.
    func rested() {
        if isQuick { bar.redraw() }
        isQuick = false
        guard isActive else { return }
        wait()
        if bar.isShown, let timeline { bar.say(title(timeline.date(at: timeline.y(ofScroll: grid.scrollOffset)))) }
    }

    // MARK: The pointer

    /// Returns whether a point of the overlay is on the timeline. A finger that scrolls at the edge of the window must
    /// not jump: it takes nothing but the handle, while that is shown.
    func isHit(x: Double, y: Double, byTouch: Bool) -> Bool {
        guard isActive, isScrollable else { return false }
        let distance = bar.isRightToLeft ? x : Double(gtk_widget_get_width(overlay)) - x
        guard distance >= 0, y >= 0, y <= height else { return false }
        if bar.isOpen { return distance < bar.bounds.width }
        guard distance < Self.strip else { return false }
        guard byTouch else { return true }
        guard bar.isShown, let timeline else { return false }
        let handle = TimelineGrip.handle(at: timeline.y(ofScroll: grid.scrollOffset), onTrack: height)
        return y >= handle.y - Self.reach && y <= handle.y + handle.length + Self.reach
    }

    /// Takes in where the pointer is over the grid; nil where it is elsewhere.
    func hover(at point: (x: Double, y: Double)?) {
        let y = point.flatMap { isHit(x: $0.x, y: $0.y, byTouch: false) ? $0.y : nil }
        guard !grip.isHeld, y != grip.pointer else { return }
        grip.hover(at: y)
        gripChanged()
    }

    /// Takes in that a button or a finger went down. On the handle it holds that, on the track it goes there.
    /// - Returns: Whether it was on the timeline.
    func press(x: Double, y: Double, byTouch: Bool) -> Bool {
        guard isHit(x: x, y: y, byTouch: byTouch), let timeline else { return false }
        grid.stopFling()
        grip.press(at: y, handleAt: timeline.y(ofScroll: grid.scrollOffset), onTrack: height)
        gripChanged()
        follow()
        return true
    }

    /// Moves the held handle, which follows the pointer beyond the window, too.
    func drag(toY y: Double) {
        grip.drag(to: y)
        follow()
    }

    /// Lets the handle go. The panel stays open under a pointer.
    func release(x: Double, y: Double, byTouch: Bool) {
        guard grip.isHeld else { return }
        grip.release(at: !byTouch && isHit(x: x, y: y, byTouch: false) ? y : nil)
        gripChanged()
    }

    /// Does what a drag to a fraction of the track does, or lets the handle go where that is nil.
    /// - Returns: False where there is no timeline to hold.
    func drag(toFraction fraction: Double?) -> Bool {
        guard let fraction else {
            release(x: 0, y: 0, byTouch: true)
            return true
        }
        let edge = bar.isRightToLeft ? 0 : Double(gtk_widget_get_width(overlay)) - 1
        guard grip.isHeld || press(x: edge, y: fraction * height, byTouch: false) else { return false }
        drag(toY: fraction * height)
        return true
    }

    /// Scrolls by a wheel or a touchpad over the open panel, as the grid would below.
    func scroll(by distance: Double) {
        grid.stopFling()
        grid.scrollOffset += distance
    }

    /// Height of the viewport in logical pixels.
    var page: Double { grid.viewportHeight }

    private func gripChanged() {
        let isUsed = grip.isHeld || grip.pointer != nil
        if isUsed {
            stopWaiting()
            bar.show(true)
        }
        bar.open(isUsed)
        bar.redraw()
        if !isUsed { wait() }
    }

    /// Scrolls to the place that is held.
    private func follow() {
        guard let place = grip.place(onTrack: height), let timeline else { return }
        grid.scrollOffset = timeline.scroll(at: place)
        bar.redraw()
    }

    /// Fades the handle out after a time without a use.
    private func wait() {
        guard bar.isShown, grip.pointer == nil, waiting == nil else { return }
        waiting = Task { [weak self, delay] in
            guard (try? await Task.sleep(for: delay)) != nil, !Task.isCancelled, let self else { return }
            self.waiting = nil
            self.bar.show(false)
        }
    }

    private func stopWaiting() {
        waiting?.cancel()
        waiting = nil
    }

    // MARK: What is shown

    /// Height of the track in logical pixels.
    private var height: Double { bar.bounds.height }

    private var isScrollable: Bool { grid.layout.height > grid.viewportHeight }

    /// The marks, made once a layout at most.
    private var timeline: Timeline? {
        let page = grid.viewportHeight, height = height
        if let made, made.page == page, made.height == height { return made.timeline }
        modelCount += 1
        let timeline = Timeline(grid.layout, pageHeight: page, height: height, labelHeight: bar.labelHeight)
        made = timeline.map { ($0, page, height) }
        return timeline
    }

    private var content: TimelineBar.Content? {
        guard isActive, isScrollable, let timeline else { return nil }
        let place = grip.place(onTrack: height) ?? timeline.y(ofScroll: grid.scrollOffset)
        let said = grip.isHeld ? place : grip.pointer ?? (isQuick ? place : nil)
        return TimelineBar.Content(
            timeline: timeline, place: place, isHeld: grip.isHeld,
            bubble: said.map { ($0, text(of: timeline.date(at: $0))) })
    }

    /// Returns the title of a section. In most frames of a drag it is that of the frame before.
    private func text(of key: SectionKey) -> String {
        if let bubble, bubble.key == key { return bubble.text }
        let text = title(key)
        bubble = (key, text)
        return text
    }
}
