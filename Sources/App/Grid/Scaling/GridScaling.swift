// The grid drawn as one picture while fingers, wheel or keys change the size of its tiles.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The scaling of one grid. While it runs, an event changes how the tiles are drawn, and neither lays out nor attaches
/// any; the grid is laid out where `TileScaling` comes to another step. Ended at any time, it leaves the grid as it is
/// laid out.
final class GridScaling {
    private weak var grid: TileGrid?
    private let pulse: FramePulse

    /// A running scaling.
    private struct Course {
        var state: TileScaling
        var anchor: Anchor
        /// The point of the viewport at which it was asked for; nil for the focus or the middle.
        var point: (x: Double, y: Double)?
        /// The point of the viewport, as it is laid out, that the layouts keep; nil for the focus or the middle.
        var kept: (x: Double, y: Double)?
        /// The room of the present layout.
        var room: GridLayout.Room
    }

    /// A point in the cell of a photo without its caption, as fractions of the sides.
    private struct Anchor {
        let ref: PhotoRef
        let x: Double
        let y: Double
    }

    private var course: Course?
    /// What was drawn before the last layout, and what is drawn before the next one.
    private var before, next: FadingPicture?
    private var stopPulse: (@MainActor () -> Void)?
    private var lastFrame: Int64?
    /// Whether scrolling holds the size, and the first frame since its last movement.
    private var scroll: (isHeld: Bool, restingSince: Int64?) = (false, nil)

    /// Microseconds without movement after which a scroll that does not say so has ended.
    private static let rest: Int64 = 150_000
    /// Longest time in seconds that one frame takes: after a pause, what moves goes on from where it was.
    private static let longestFrame = 0.1
    /// Seconds after which everything has come to rest.
    private static let forever = 100.0

    init(of grid: TileGrid, pulse: @escaping FramePulse = frameClock) {
        (self.grid, self.pulse) = (grid, pulse)
    }

    /// Whether the grid may be drawn otherwise than it is laid out.
    var isRunning: Bool { course != nil }
    /// The present scaling; nil if there is none.
    var state: TileScaling? { course?.state }

    // MARK: Input

    /// Begins to hold the size, around a point of the viewport.
    /// - Returns: False where nothing can be scaled.
    @discardableResult
    func hold(at point: (x: Double, y: Double)?) -> Bool {
        guard grid?.selection?.allowsScaling != false, start(at: point) else { return false }
        scroll = (false, nil)
        course?.state.hold()
        // More photos come into view when they are drawn smaller.
        grid?.placeTilesAnew()
        return true
    }

    /// Changes the held size to a multiple of what it was at the beginning.
    func pinch(to factor: Double) {
        guard course?.state.isHeld == true, !scroll.isHeld else { return }
        course?.state.pinch(to: factor)
        changed()
    }

    /// Changes the size by steps or parts of them, up where positive, and holds it while more of it comes.
    func scroll(bySteps steps: Double, at point: (x: Double, y: Double)?) {
        if course?.state.isHeld != true {
            guard hold(at: point) else { return }
            scroll.isHeld = true
        }
        guard scroll.isHeld else { return }
        scroll.restingSince = nil
        course?.state.move(bySteps: steps)
        changed()
    }

    /// Lets a size go that scrolling holds.
    func letScrollGo() {
        if scroll.isHeld { letGo() }
    }

    /// Lets the size go, to the nearest step.
    func letGo() {
        guard course?.state.isHeld == true else { return }
        scroll = (false, nil)
        course?.state.letGo()
        changed()
    }

    /// Goes to another size of the tiles, at once where nothing would be seen to move.
    func go(to tileSize: Int, at point: (x: Double, y: Double)? = nil) {
        guard let grid, grid.selection?.allowsScaling != false, tileSize != grid.tileSize else { return }
        guard Animations.areSeen(on: grid.view), start(at: point) else {
            end()
            return grid.setTileSize(tileSize, at: point)
        }
        scroll = (false, nil)
        course?.state.go(to: tileSize)
        changed()
    }

    /// Begins a scaling around a point, or moves the one that runs to it.
    private func start(at point: (x: Double, y: Double)?) -> Bool {
        guard let grid, grid.count > 0, grid.viewportHeight > 0, grid.layout.count == grid.count else { return false }
        if let course, let old = course.point, let point, old == point { return true }
        let kept = point.map { course?.state.laidOut(x: $0.x, y: $0.y) ?? $0 }
        let place = kept ?? grid.layouts.focalPoint
        let anchor = makeAnchor(at: place, position: grid.layouts.keptPosition(at: kept), in: grid)
        guard let home = home(of: anchor, in: grid) else { return false }
        if course == nil {
            grid.stopFling()
            let state = TileScaling(grid.layout.room, home: home)
            course = Course(state: state, anchor: anchor, point: point, kept: kept, room: grid.layout.room)
        } else {
            course?.anchor = anchor
            course?.point = point
            course?.kept = kept
            course?.state.anchor(at: home)
        }
        return true
    }

    private func makeAnchor(at point: (x: Double, y: Double), position: Int, in grid: TileGrid) -> Anchor {
        let cell = grid.layout.pictureRoom(in: grid.viewport.placedCell(at: position))
        return Anchor(
            ref: grid.snapshot.ref(at: position), x: min(max(0, (point.x - cell.x) / cell.width), 1),
            y: min(max(0, (point.y - cell.y) / cell.height), 1))
    }

    private func home(of anchor: Anchor, in grid: TileGrid) -> TileScaling.Home? {
        guard let position = grid.snapshot.position(of: anchor.ref), position < grid.layout.count else { return nil }
        let cell = grid.layout.pictureRoom(in: grid.viewport.placedCell(at: position))
        return TileScaling.Home(
            x: cell.x + anchor.x * cell.width, y: cell.y + anchor.y * cell.height, height: cell.height)
    }

    // MARK: Course

    /// Shows a change of the scaling, and asks for the layout of another step.
    private func changed() {
        guard let grid, let course else { return }
        if course.state.tileSize != grid.tileSize {
            next = picture(of: grid, course.state.place)
            grid.setTileSize(course.state.tileSize, at: course.kept)
        }
        gtk_widget_queue_draw(grid.view)
        if stopPulse == nil {
            lastFrame = nil
            stopPulse = pulse(grid.view) { [weak self] in self?.frame(at: $0) ?? false }
        }
    }

    private func picture(of grid: TileGrid, _ place: TileScaling.Home) -> FadingPicture? {
        guard Animations.areSeen(on: grid.view) else { return nil }
        return FadingPicture(on: grid.view, home: place, over: before) { drawing, before in
            draw(on: drawing, over: before) { grid.drawTiles(on: $0) }
        }
    }

    /// Takes in that the grid has been laid out, during a layout. What this has not asked for ends it.
    func laidOut() {
        guard let grid, let course else { return }
        let room = grid.layout.room
        // A large grid may come to its step over another one that was asked for before.
        guard room != course.room, room == course.room.with(tileSize: room.tileSize),
            grid.tileSize == course.state.tileSize, let home = home(of: course.anchor, in: grid)
        else { return drop() }
        self.course?.room = room
        self.course?.state.laidOut(for: room.tileSize, home: home)
        if let next {
            before = next
            before?.start()
        }
        next = nil
        if !Animations.areSeen(on: grid.view) { self.course?.state.advance(by: Self.forever) }
    }

    private func frame(at time: Int64) -> Bool {
        guard let grid, course != nil else { return false }
        let seconds = min(Double(time - (lastFrame ?? time)) / 1_000_000, Self.longestFrame)
        lastFrame = time
        course?.state.advance(by: Animations.areSeen(on: grid.view) ? seconds : Self.forever)
        before?.advance(to: time)
        // The step that was asked for has been taken back before there was a layout for it.
        if grid.tileSize == grid.layout.room.tileSize { next = nil }
        if before?.isOver == true { before = nil }
        if scroll.isHeld {
            let since = scroll.restingSince ?? time
            scroll.restingSince = since
            if time - since >= Self.rest { letGo() }
        }
        gtk_widget_queue_draw(grid.view)
        guard let state, !state.isOver || before != nil || next != nil else {
            // This frame source ends with the answer.
            stopPulse = nil
            end()
            return false
        }
        if state.isHeld, !state.isMoving, !scroll.isHeld, before == nil, next == nil {
            // Fingers that rest draw no frames.
            stopPulse = nil
            return false
        }
        return true
    }

    /// Ends the scaling. The grid is drawn as it is laid out.
    func end() {
        guard course != nil else { return }
        drop()
        grid?.placeTilesAnew()
    }

    private func drop() {
        stopPulse?()
        stopPulse = nil
        (course, before, next) = (nil, nil, nil)
        scroll = (false, nil)
        if let grid { gtk_widget_queue_draw(grid.view) }
    }

    // MARK: Drawing

    /// Draws the tiles as the scaling shows them.
    func draw(on drawing: Drawing, _ tiles: (Drawing) -> Void) { draw(on: drawing, over: before, tiles) }

    private func draw(on drawing: Drawing, over before: FadingPicture?, _ tiles: (Drawing) -> Void) {
        guard let state else { return tiles(drawing) }
        let place = state.place
        drawing.moved(from: state.home, to: place) { tiles(drawing) }
        before?.draw(on: drawing, at: place)
    }
}
