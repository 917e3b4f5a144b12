// A main window for tests of zoom transitions.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// A main window over a folder of pictures, its first viewport complete.
final class TransitionWindow {
    let folder: String
    private let opened: FolderWindow
    private var connections: [Signal.Connection] = []

    init(folder: String) {
        self.folder = folder
        opened = FolderWindow(over: [folder], size: (1000, 800))
    }

    var window: MainWindow { opened.window }
    var memory: MemoryCache { opened.memory }
    var controller: ZoomTransitionController { window.routes.transition }
    var page: GalleryPage { window.page as! GalleryPage }
    var grid: TileGrid { page.grid }
    var layer: Widget { controller.layer.widget }
    var overlay: Widget { gtk_widget_get_parent(layer)! }
    var picturesDrawn: Int { controller.layer.pictureCount }
    var progress: Double { controller.course.progress }

    /// The square of a tile's picture in the window.
    func tile(_ position: Int) -> Rectangle? { page.geometry(of: page.model.ref(at: position), in: overlay)?.tile }

    func open(_ position: Int) {
        page.activate(position)
    }

    var isFocusInGrid: Bool {
        gtk_window_get_focus(window.window).map { gtk_widget_is_ancestor($0, grid.root.widget) != 0 } ?? false
    }

    /// The tile that has the keyboard.
    var focusedPosition: Int? {
        let focus = gtk_window_get_focus(window.window)
        return grid.tiles.first { $0.value.widget == focus }.flatMap { page.model.position(of: $0.key) }
    }

    /// Opens a photo and waits until it has landed.
    func openFully(_ position: Int) {
        open(position)
        runLoop { !controller.isRunning && window.isShowingDetail && window.detail.hasEnded }
    }

    /// Velocity of a value, in its unit a second: its change in the next millisecond, without a frame.
    func velocity(of value: (ZoomTransition) -> Double) -> Double {
        guard var next = controller.course.transition, let (tile, page) = controller.course.ends else { return .nan }
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

    /// What is drawn in a rectangle of the window now, as bytes of BGRA.
    func pixels(of rectangle: Rectangle) -> [UInt8] { drawnPixels(of: overlay, in: rectangle) }

    func close() {
        for connection in connections { connection.disconnect() }
        opened.close()
    }
}

/// Runs on the main actor with 120 small pictures, and leaves nothing behind.
nonisolated func withTransitions(_ body: @MainActor (TransitionWindow) throws -> Void) throws {
    let folder = try TestPictures.folder(named: "transition", count: 120)
    try MainActor.assumeIsolated {
        let transitions = TransitionWindow(folder: folder)
        defer { transitions.close() }
        try body(transitions)
    }
}

/// Returns when a widget has been drawn anew.
func waitForPaint(of widget: Widget) {
    var isPainted = false
    let painting = Signal.on(made(gtk_widget_get_frame_clock(widget)), "after-paint") { isPainted = true }
    gtk_widget_queue_draw(widget)
    runLoop { isPainted }
    painting.disconnect()
}

/// What a widget draws in a rectangle of its own now, as bytes of BGRA.
func drawnPixels(of widget: Widget, in rectangle: Rectangle) -> [UInt8] {
    let snapshot = made(gtk_snapshot_new()), paintable = made(gtk_widget_paintable_new(widget))
    defer { g_object_unref(paintable.object) }
    gdk_paintable_snapshot(
        paintable, snapshot.object.opaque, Double(gtk_widget_get_width(widget)),
        Double(gtk_widget_get_height(widget)))
    let node = made(gtk_snapshot_free_to_node(snapshot))
    defer { gsk_render_node_unref(node) }
    var bounds = rectangle.graphene
    let texture = made(
        gsk_renderer_render_texture(gtk_native_get_renderer(gtk_widget_get_native(widget)), node, &bounds))
    defer { g_object_unref(texture.object) }
    let size = PixelSize(of: texture)
    var pixels = [UInt8](repeating: 0, count: size.area * 4)
    gdk_texture_download(texture, &pixels, gsize(size.width * 4))
    return pixels
}
