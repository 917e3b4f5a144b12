// Layouts of large grids, made off the main thread while a window is resized or tiles change their size.
import Browse
import Library

/// The layout of one grid that is being made. Of several that are asked for meanwhile, only the last one is made after
/// it, so that a drag leaves no backlog.
final class LayoutTask {
    /// Number of photos up to which justified rows are laid out within a job of the main thread: 0.2 ms.
    private static let mostAtOnce = 5_000

    private struct Request {
        let snapshot: CollectionSnapshot
        let room: GridLayout.Room
    }

    private let onLayout: (GridLayout) -> Void
    private var running: Task<Void, Never>?
    private var waiting: Request?

    /// The room that was asked for last; nil when no layout is being made.
    private(set) var room: GridLayout.Room?
    /// Number of layouts made since the program started; tests compare it.
    private(set) static var madeCount = 0

    /// - Parameter onLayout: Called with each layout that was made and not cancelled.
    init(_ onLayout: @escaping (GridLayout) -> Void) { self.onLayout = onLayout }

    isolated deinit { running?.cancel() }

    /// Returns whether laying out so many photos takes too long for the main thread.
    static func isNeeded(for room: GridLayout.Room, count: Int) -> Bool {
        room.kind == .justified && count > mostAtOnce
    }

    /// Has photos laid out in a room.
    func make(_ snapshot: CollectionSnapshot, in room: GridLayout.Room) {
        guard room != self.room else { return }
        self.room = room
        let request = Request(snapshot: snapshot, room: room)
        if running == nil { start(request) } else { waiting = request }
    }

    /// Forgets what was asked for.
    func cancel() {
        running?.cancel()
        (running, waiting, room) = (nil, nil, nil)
    }

    private func start(_ request: Request) {
        running = Task { [weak self] in
            let layout = await Self.layout(request)
            if !Task.isCancelled { self?.take(layout) }
        }
    }

    private func take(_ layout: GridLayout) {
        Self.madeCount += 1
        running = nil
        if let waiting {
            self.waiting = nil
            start(waiting)
        } else {
            room = nil
        }
        onLayout(layout)
    }

    @concurrent private nonisolated static func layout(_ request: Request) async -> GridLayout {
        GridLayout(request.snapshot, in: request.room)
    }
}
