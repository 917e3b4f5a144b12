// The cost of every frame, from the phases of the window's frame clock.
import App
import CGTK
import CThreads
import Desktop
import FrameProfile

/// A recorder of frames: stamps the phases of each frame and reads the grid's state after it was painted. Connected
/// only while profiling is on: an unprofiled window has no handlers on its clock.
final class FrameRecorder {
    private(set) var log = FrameLog()
    /// The grid whose frames are recorded.
    weak var grid: (any GridProbe)? {
        didSet { if grid !== oldValue { before = Totals(grid) } }
    }
    private let onGridChange: () -> Void
    private let onFrame: (FrameRecord) -> Void

    private var connections: [Signal.Connection] = []
    private let clock: OpaquePointer
    private let clockOwner: GObjectReference
    private var stamps = Stamps()
    /// Totals at the end of the previous frame.
    private var before = Totals(nil)
    private let iterations: UInt32
    private var wasAnimating = false
    /// Whether a scenario drives the window, so that every frame has a successor.
    var isScripted = false

    /// Times of the monotonic clock, in microseconds, at which the phases of the current frame began or ended.
    private struct Stamps {
        var start: Int64 = 0
        var updateEnd: Int64 = 0
        var layoutEnd: Int64 = 0
        var paintEnd: Int64 = 0
        /// Processor time of the main thread at the start of the frame, in microseconds; likewise at the end of its
        /// painting.
        var processorAtStart: Int64 = 0
        var processorAtPaintEnd: Int64 = 0
    }

    /// Running totals; a frame's figures are differences of them.
    private struct Totals {
        var counters: GridCounters
        let scroll: Double
        let jobs: Int64

        init(_ grid: (any GridProbe)?) {
            counters = grid?.counters ?? GridCounters()
            scroll = grid?.scrollOffset ?? 0
            jobs = MainLoop.dispatchTime
        }

        /// Whether cells, pictures and scroll position are those of other totals.
        func showsTheSame(as other: Totals) -> Bool {
            counters.binds == other.counters.binds && counters.deliveries == other.counters.deliveries
                && scroll == other.scroll
        }

        func milliseconds(since before: Totals, _ part: (GridWork) -> Int64) -> Double? {
            counters.work.map { Double(part($0) - (before.counters.work.map(part) ?? 0)) / 1000 }
        }
    }

    /// - Parameters:
    ///   - window: A realized window.
    ///   - onGridChange: Called in a frame that is going to paint a scroll, new cells or new pictures of the grid,
    ///     before it does.
    ///   - onFrame: Called after a frame was recorded.
    init?(
        window: UnsafeMutablePointer<GtkWindow>, onGridChange: @escaping () -> Void,
        onFrame: @escaping (FrameRecord) -> Void
    ) {
        guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return nil }
        (self.onGridChange, self.onFrame) = (onGridChange, onFrame)
        self.clock = clock
        clockOwner = GObjectReference(retaining: clock.object)
        iterations = MainLoop.startCountingIterations(stall: Int64(FrameRecord.stallMs * 1000))
        // Connected after all other handlers, also those that GTK connects later for tick callbacks, so that each stamp
        // is at the end of its phase.
        connections = [
            Signal.on(clock, "before-paint") { [weak self] in
                self?.stamps.start = Self.now
                self?.stamps.processorAtStart = Int64(tessera_thread_processor_time())
            },
            Signal.after(clock, "update") { [weak self] in self?.updated() },
            Signal.after(clock, "layout") { [weak self] in self?.stamps.layoutEnd = Self.now },
            Signal.after(clock, "paint") { [weak self] in
                self?.stamps.processorAtPaintEnd = Int64(tessera_thread_processor_time())
                self?.stamps.paintEnd = Self.now
            },
            Signal.after(clock, "after-paint") { [weak self] in self?.frameEnded() },
        ]
    }

    /// Stops recording.
    func stop() {
        guard !connections.isEmpty else { return }
        for connection in connections { connection.disconnect() }
        connections = []
        MainLoop.stopCountingIterations(iterations)
    }

    /// Drops the frames recorded so far: the warm-up is over.
    func reset() {
        log.removeAll()
        _ = MainLoop.takeIterations()
    }

    private static var now: Int64 { Int64(g_get_monotonic_time()) }

    private func updated() {
        stamps.updateEnd = Self.now
        if !Totals(grid).showsTheSame(as: before) { onGridChange() }
    }

    private func frameEnded() {
        let now = Totals(grid)
        // A cycle of the clock without painting is no frame, and the frame after it continues no animation.
        guard stamps.paintEnd >= stamps.start else {
            wasAnimating = false
            before.counters.work = now.counters.work
            return
        }
        let states = grid?.tileStates ?? TileStates()
        let iterations = MainLoop.takeIterations()
        // The clock skips phases that were not requested; they count as empty.
        let updated = max(stamps.start, stamps.updateEnd), laidOut = max(updated, stamps.layoutEnd)
        let record = FrameRecord(
            counter: Int64(gdk_frame_clock_get_frame_counter(clock)),
            frameTime: Int64(gdk_frame_clock_get_frame_time(clock)), began: stamps.start, updated: updated,
            laidOut: laidOut, painted: stamps.paintEnd, continuesAnimation: wasAnimating,
            jobsMs: wasAnimating ? Double(now.jobs - before.jobs) / 1000 : 0,
            planMs: now.milliseconds(since: before, \.planned),
            handOverMs: now.milliseconds(since: before, \.handedOver),
            processorMs: Double(stamps.processorAtPaintEnd - stamps.processorAtStart) / 1000,
            longestTurnMs: Double(iterations.longest) / 1000, stalls: iterations.stalls, visibleTiles: states.visible,
            blankTiles: states.blank, previewTiles: states.preview, binds: now.counters.binds - before.counters.binds,
            deliveries: now.counters.deliveries - before.counters.deliveries)
        before = now
        RecorderMark.record("update", from: record.began, to: updated)
        RecorderMark.record("layout", from: updated, to: laidOut)
        RecorderMark.record("paint", from: laidOut, to: record.painted)
        wasAnimating = isScripted || now.counters.isAnimating
        log.append(record)
        onFrame(record)
    }
}
