// A main window from whose tiles photos fly, and what tests ask of a flight.
import Browse
import CGTK
import Desktop
import ImagePipeline
import XCTest

@testable import GridUI

/// A main window over a folder of pictures, its first viewport complete.
final class FlightWindow {
    let folder: String
    private let opened: FolderWindow
    private var connections: [Signal.Connection] = []

    init(folder: String) {
        self.folder = folder
        opened = FolderWindow(over: [folder], size: (1000, 800))
    }

    var window: MainWindow { opened.window }
    var memory: MemoryCache { opened.memory }
    var flight: ZoomFlight { window.flight }
    var page: GalleryPage { window.page as! GalleryPage }
    var grid: TileGrid { page.grid }
    var layer: Widget { flight.layer.widget }
    var overlay: Widget { gtk_widget_get_parent(layer)! }
    var picturesDrawn: Int { flight.layer.pictureCount }
    var progress: Double { flight.progress }

    /// The square of a tile's picture in the window.
    func tile(_ position: Int) -> Rectangle? { page.place(of: page.model.ref(at: position), in: overlay)?.tile }

    func open(_ position: Int) {
        gtk_widget_activate_action_variant(
            grid.view.cast(), "list.activate-item", g_variant_new_uint32(UInt32(position)))
    }

    var isFocusInGrid: Bool {
        gtk_window_get_focus(window.window).map { gtk_widget_is_ancestor($0, grid.root.widget) != 0 } ?? false
    }

    /// The tile that has the keyboard.
    var focusedPosition: Int? {
        let focus = gtk_window_get_focus(window.window)
        return grid.tiles.first { gtk_widget_get_parent($0.value.widget) == focus }.flatMap { page.model.position(of: $0.key) }
    }

    /// Opens a photo and waits until it has landed.
    func openFully(_ position: Int) {
        open(position)
        turn { !flight.isFlying && window.isShowingDetail && window.detail.hasEnded }
    }

    /// How the flight would go on without a frame: what it does in the next millisecond, a second.
    func velocity(of value: (ZoomTransition) -> Double) -> Double {
        guard var next = flight.transition, let tile = flight.tile, let page = flight.target else { return .nan }
        let before = value(next)
        next.advance(by: 0.001, tile: tile, page: page)
        return (value(next) - before) * 1000
    }

    /// How much is seen of the page.
    var opacity: Double { gtk_widget_get_opacity(window.detail.root.widget) }

    /// Calls `body` after each frame that was painted.
    func eachFrame(_ body: @escaping @MainActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(window.window.cast()) else { return }
        connections.append(Signal.on(clock, "after-paint", run: body))
    }

    func close() {
        for connection in connections { connection.disconnect() }
        opened.close()
    }
}

/// Runs on the main actor with 120 small pictures, and leaves nothing behind.
nonisolated func withFlights(_ body: @MainActor (FlightWindow) throws -> Void) throws {
    let folder = try TestPictures.folder(named: "flight", count: 120)
    try MainActor.assumeIsolated {
        let flights = FlightWindow(folder: folder)
        defer { flights.close() }
        try body(flights)
    }
}
