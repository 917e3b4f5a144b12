// A main window that fills the display, and fingers on it.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

/// A window over a folder of pictures that fills a display with a touchscreen. Points are in logical pixels of the
/// window.
final class TouchWindow {
    let transitions: TransitionWindow
    private let screen = Touchscreen()
    /// The size of the display, and where the window's content begins in it.
    private let area: (width: Double, height: Double)
    private var origin = (x: 0.0, y: 0.0)

    var window: MainWindow { transitions.window }
    var detail: DetailPage { window.detail }
    var grid: TileGrid { transitions.grid }

    /// Returns when the window fills the display.
    init(_ transitions: TransitionWindow) {
        self.transitions = transitions
        let window = transitions.window.window
        let surface = gtk_native_get_surface(OpaquePointer(window))
        let monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface)
        var bounds = GdkRectangle()
        gdk_monitor_get_geometry(monitor, &bounds)
        area = (Double(bounds.width), Double(bounds.height))
        gtk_window_fullscreen(window)
        let widget: Widget = window.cast()
        runLoop {
            // Without a compositor, a window has a border of its own.
            var x = 0.0, y = 0.0
            gtk_native_get_surface_transform(OpaquePointer(window), &x, &y)
            origin = (x, y)
            return gtk_widget_get_width(widget) == bounds.width - 2 * Int32(origin.x)
                && gtk_widget_get_height(widget) == bounds.height - 2 * Int32(origin.y)
                && transitions.page.isViewportComplete && transitions.page.isQuiet
        }
    }

    /// A point as parts of the display.
    private func part(_ point: Point) -> Point {
        ((point.x + origin.x) / area.width, (point.y + origin.y) / area.height)
    }

    typealias Point = (x: Double, y: Double)

    /// The middle of the opened picture's view.
    var middle: Point { ((area.width / 2).rounded(), (area.height / 2).rounded()) }

    /// The middle of a photo's tile.
    func tile(_ position: Int) -> Point {
        guard let tile = transitions.tile(position) else { return (.nan, .nan) }
        return (tile.x + tile.width / 2, tile.y + tile.height / 2)
    }

    func perform(_ steps: [Touchscreen.Step], file: StaticString = #filePath, line: UInt = #line) {
        screen.perform(steps, file: file, line: line)
    }

    func down(_ finger: Int = 1, at point: Point) -> Touchscreen.Step {
        let part = part(point)
        return .down(finger, x: part.x, y: part.y)
    }

    func up(_ finger: Int = 1, at point: Point) -> Touchscreen.Step {
        let part = part(point)
        return .up(finger, x: part.x, y: part.y)
    }

    /// Moves fingers in ten equal steps, a hundred a second.
    func move(_ paths: [(finger: Int, from: Point, to: Point)]) -> [Touchscreen.Step] {
        (1...10).flatMap { step -> [Touchscreen.Step] in
            let way = Double(step) / 10
            let moves = paths.map { path -> Touchscreen.Step in
                let point = part(
                    (path.from.x + (path.to.x - path.from.x) * way, path.from.y + (path.to.y - path.from.y) * way))
                return .move(path.finger, x: point.x, y: point.y)
            }
            return moves + [.pause(milliseconds: 10)]
        }
    }

    /// One finger goes from a point to another and leaves the screen.
    /// - Parameter rest: How long it rests before that.
    func stroke(from: Point, to: Point, rest: Int = 0, file: StaticString = #filePath, line: UInt = #line) {
        perform(
            [down(at: from)] + move([(1, from, to)]) + [.pause(milliseconds: rest), up(at: to)], file: file, line: line)
    }

    /// Two fingers on a level, `from` apart around a point, go `to` apart.
    func pinch(around point: Point, from: Double, to: Double) -> [Touchscreen.Step] {
        let left = (point.x - from / 2, point.y), right = (point.x + from / 2, point.y)
        return [down(1, at: left), down(2, at: right)]
            + move([(1, left, (point.x - to / 2, point.y)), (2, right, (point.x + to / 2, point.y))])
    }

    /// Pinches the opened photo to eight times its size, and waits for the end: a scale that is read before is one on
    /// the way. Returns the scale at which it fitted.
    @discardableResult
    func magnifyFully() throws -> Double {
        let zoom = detail.zoom, fitted = try XCTUnwrap(zoom.zoomState?.fittedScale)
        perform(pinch(around: middle, from: 200, to: 1600) + release(around: middle, apart: 1600))
        runLoop { (zoom.zoomState?.scale ?? 0) > 7.9 * fitted }
        return fitted
    }

    /// Both fingers leave the screen.
    func release(around point: Point, apart: Double) -> [Touchscreen.Step] {
        [up(1, at: (point.x - apart / 2, point.y)), up(2, at: (point.x + apart / 2, point.y))]
    }

    /// The position of the photo that is open; nil while the grid is in front.
    var opened: Int? {
        guard window.isShowingDetail, let ref = detail.shownRef else { return nil }
        return transitions.page.model.position(of: ref)
    }

    /// Opens a photo and waits until it has landed.
    func open(_ position: Int) {
        transitions.openFully(position)
        runLoop { opened == position && detail.zoom.zoomState != nil }
    }

    /// Closes what is open.
    func close() {
        guard window.isShowingDetail else { return }
        window.back()
        runLoop { !window.isShowingDetail && !transitions.controller.isRunning }
    }
}

/// Runs on the main actor with 120 small pictures, and leaves nothing behind.
nonisolated func withTouch(_ body: @MainActor (TouchWindow) throws -> Void) throws {
    try withTransitions { try body(TouchWindow($0)) }
}
