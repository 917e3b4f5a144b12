// What every frame cost, from the phases of the window's frame clock.
import CDesktop
import Desktop
import FrameProfile

/// Stamps the phases of each frame and questions the grid after it was painted. Listens only while it is wanted: an
/// unprofiled window has no handlers on its clock.
final class FrameRecorder {
    private(set) var log = FrameLog()
    /// The page that the frames show.
    weak var surface: (any GridSurface)?
    /// Called after a frame was recorded.
    var onFrame: (FrameRecord) -> Void = { _ in }

    private var connections: [Signal.Connection] = []
    private let clock: OpaquePointer
    private let clockOwner: GObjectReference
    private var stamps = Stamps()
    private var bindsBefore = 0
    private var deliveriesBefore = 0
    private var wasAnimating = false
    /// Whether a script drives the window, so that every frame has a next one.
    var isScripted = false

    /// Microseconds of the monotonic clock at which the phases of the current frame began or ended.
    private struct Stamps {
        var start: Int64 = 0
        var updateEnd: Int64 = 0
        var layoutEnd: Int64 = 0
        var paintEnd: Int64 = 0
    }

    /// - Parameter window: A realized window.
    init?(window: UnsafeMutablePointer<GtkWindow>) {
        guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return nil }
        self.clock = clock
        clockOwner = GObjectReference(retaining: clock.object)
        // Connected after GTK's own handlers, so a stamp lies at the end of GTK's work in that phase.
        connections = [
            Signal.on(clock, "before-paint") { [weak self] in self?.stamps.start = Self.now },
            Signal.on(clock, "update") { [weak self] in self?.stamps.updateEnd = Self.now },
            Signal.on(clock, "layout") { [weak self] in self?.stamps.layoutEnd = Self.now },
            Signal.on(clock, "paint") { [weak self] in self?.stamps.paintEnd = Self.now },
            Signal.on(clock, "after-paint") { [weak self] in self?.frameEnded() },
        ]
    }

    /// Stops listening.
    func stop() {
        for connection in connections { connection.disconnect() }
        connections = []
    }

    /// Forgets the frames so far: the warm-up is over.
    func reset() {
        log.removeAll()
    }

    private static var now: Int64 { Int64(g_get_monotonic_time()) }

    private func frameEnded() {
        // A turn of the clock in which nothing had to be painted is no frame, and what follows it continues nothing.
        guard stamps.paintEnd >= stamps.start else {
            wasAnimating = false
            return
        }
        let states = surface?.tileStates ?? TileStates()
        let binds = surface?.binds ?? 0
        let deliveries = surface?.deliveries ?? 0
        let record = FrameRecord(
            counter: Int64(gdk_frame_clock_get_frame_counter(clock)),
            frameTime: Int64(gdk_frame_clock_get_frame_time(clock)), began: stamps.start, updated: stamps.updateEnd,
            laidOut: stamps.layoutEnd, painted: stamps.paintEnd, continuesAnimation: wasAnimating,
            visibleTiles: states.visible, blankTiles: states.blank, previewTiles: states.preview,
            binds: binds - bindsBefore, deliveries: deliveries - deliveriesBefore)
        bindsBefore = binds
        deliveriesBefore = deliveries
        wasAnimating = isScripted || surface?.isAnimating ?? false
        log.append(record)
        onFrame(record)
    }
}
